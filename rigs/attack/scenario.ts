/** What a scenario gets and what it finds. */
import type { Limits } from '#platform/server/limits.ts';
import type { Program } from '../program.ts';
import type { Client, Tally } from './wire.ts';

/** One line of the verdict. */
export type Check = { readonly what: string; readonly seen: string; readonly ok: boolean };

/** A running program under attack. The hostile phone and the honest one share `address`, as on one hotel's Wi-Fi. */
export type Stage = {
  readonly program: Program;
  readonly origin: string;
  readonly address: string;
  readonly databaseUrl: string;
  /** The limits that should hold. */
  readonly limits: Limits;
  /** Whether the guards were taken out. */
  readonly lifted: boolean;
  /** Cookie of an admin session that was opened before the attack. */
  readonly organiser: string;
  /** A client at `address` unless another one is named. Closed with the stage. */
  client(address?: string): Client;
};

export type Size = {
  /** How long each burst lasts. */
  readonly seconds: number;
  /** The share of the long form's fixed counts: 1 there, less in tests. */
  readonly load: number;
  /** How many times longer than the goal something may take: tests never fail because a machine is slow. */
  readonly slack: number;
};

export type Result = { readonly sent: readonly Tally[]; readonly checks: readonly Check[] };

/** Text in a source file that holds an attack off, and what stands there without it. */
export type Guard = { readonly file: string; readonly guard: string; readonly without: string };

export type Scenario = {
  readonly name: string;
  readonly goal: string;
  /** Of each burst, in the long form. */
  readonly seconds: number;
  /** What the honest phone may wait for home during the attack, in milliseconds. */
  readonly home?: { readonly p50?: number; readonly p99?: number };
  /** Attacks pages, which a fresh clone has to build first. */
  readonly needsPages?: true;
  /** What the control twin takes out, besides every field of LIMITS. */
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
