/** Loaded before the program: its clock begins on the afternoon of the festival's second day, so that pictures change with the look alone. */
import { AFTERNOON } from './afternoon.ts';

const Real = Date;
const ahead = AFTERNOON - Real.now();

globalThis.Date = class extends Real {
  constructor(...parts: [] | [string | number | Date]) {
    if (parts.length === 0) super(Real.now() + ahead);
    else super(...(parts as [number]));
  }
  static override now(): number {
    return Real.now() + ahead;
  }
} as DateConstructor;
