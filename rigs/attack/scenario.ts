/** Inputs and results of a scenario. */
import type { Limits } from '#platform/server/limits.ts';
import type { Program } from '../program.ts';
import type { Client, Tally } from './wire.ts';

/** One line of the verdict. */
export type Check = { readonly what: string; readonly seen: string; readonly ok: boolean };

/** A running program under attack. The hostile phone and the well-behaved one share `address`, as on one hotel's Wi-Fi. */
export type Stage = {
  readonly program: Program;
  readonly origin: string;
  readonly address: string;
  readonly databaseUrl: string;
  /** The limits that should hold. */
  readonly limits: Limits;
  /** Whether the guards are removed. */
  readonly lifted: boolean;
  /** Cookie of an admin session opened before the attack. */
  readonly organiser: string;
  /** A client at `address`, or at the stage's own. Closed with the stage. */
  client(address?: string): Client;
};

export type Size = {
  /** Length of each burst. */
  readonly seconds: number;
  /** Share of the long form's fixed counts: 1 there, less in tests. */
  readonly load: number;
  /** Factor on time limits, so that tests do not fail on a slow machine. */
  readonly slack: number;
};

export type Result = { readonly sent: readonly Tally[]; readonly checks: readonly Check[] };

/** Text in a source file that stops an attack, and its replacement in the control. */
export type Guard = { readonly file: string; readonly guard: string; readonly without: string };

export type Scenario = {
  readonly name: string;
  readonly goal: string;
  /** Length of each burst in the long form. */
  readonly seconds: number;
  /** Limits in milliseconds for the well-behaved phone's reads of home during the attack. */
  readonly home?: { readonly p50?: number; readonly p99?: number };
  /** Attacks pages, which must be built first. */
  readonly needsPages?: true;
  /** What the control removes, besides every field of LIMITS. */
  readonly guards?: readonly Guard[];
  /** Adds about `rows` rows to the database before the attack. */
  prepare?(databaseUrl: string, rows: number): Promise<void>;
  attack(stage: Stage, size: Size): Promise<Result>;
};

export const check = (what: string, seen: string | number, ok: boolean): Check => ({
  what,
  seen: typeof seen === 'number' ? seen.toLocaleString('en') : seen,
  ok,
});

export const atMost = (what: string, seen: number, most: number): Check =>
  check(`${what}: at most ${most.toLocaleString('en')}`, Math.round(seen * 10) / 10, seen <= most);
