/** Loaded before the program: its clock begins on the afternoon of the festival's second day and goes slowly, so that pictures change with the look alone. */
import { ServerResponse } from 'node:http';
import { AFTERNOON } from './afternoon.ts';

const Real = Date;
const SLOWER = 4;
const begun = Real.now();
const now = () => AFTERNOON + Math.floor((Real.now() - begun) / SLOWER);

globalThis.Date = class extends Real {
  constructor(...parts: [] | [string | number | Date]) {
    if (parts.length === 0) super(now());
    else super(...(parts as [number]));
  }
  static override now(): number {
    return now();
  }
} as DateConstructor;

// Node would write the machine's time into each answer, by which pages go.
Object.defineProperty(ServerResponse.prototype, 'sendDate', { get: () => false, set: () => undefined });
