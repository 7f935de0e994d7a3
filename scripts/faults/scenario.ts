/** What a scenario is told and what it finds. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { RunningPostgres } from '#testing/postgres.ts';

export type Options = {
  readonly rounds: number;
  readonly seed: number;
  /** How many times longer than the goal something may take: `npm test` never fails because a machine is slow. */
  readonly slack: number;
  /** When to begin no further round (milliseconds of `performance.now`); what was done by then is told. */
  readonly until: number;
  /** A PostgreSQL that the scenario has for itself. */
  postgres(): Promise<RunningPostgres>;
};

export type Finding = {
  /** What was seen, in figures. */
  readonly figure: string;
  /** What must not be; empty when all is well. */
  readonly problems: readonly string[];
  /** Why this machine cannot try it. */
  readonly notRun?: string;
};

export type Scenario = {
  readonly name: string;
  readonly goal: string;
  /** Rounds of `npm test` and of `npm run faults`. */
  readonly short: number;
  readonly long: number;
  run(options: Options): Promise<Finding>;
};

/** A folder of its own that goes away with what is done in it. */
export async function inFolder<T>(act: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-faults-'));
  try {
    return await act(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const databases: string[] = [];

async function onServer(url: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The address of an empty database on a PostgreSQL. */
export async function freshDatabaseOn(url: string): Promise<string> {
  const name = `faults_${process.pid}_${databases.length}`;
  databases.push(name);
  await onServer(url, [`create database ${name}`]);
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

/** Drops what was made on a PostgreSQL that goes on running. */
export const dropDatabasesOn = (url: string): Promise<void> =>
  onServer(
    url,
    databases.map((name) => `drop database if exists ${name} with (force)`),
  );

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Tries until `act` answers true; the milliseconds it took, or null when it did not within `patience`. */
export async function within(patience: number, act: () => Promise<boolean>): Promise<number | null> {
  const begun = performance.now();
  while (performance.now() - begun < patience) {
    if (await act()) return performance.now() - begun;
    await pause(20);
  }
  return null;
}

/** The first of many like it, and how many there are. */
export const shorten = (problems: readonly string[], most = 8): string[] =>
  problems.length <= most ? [...problems] : [...problems.slice(0, most), `… and ${problems.length - most} more`];

export const plural = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`;
