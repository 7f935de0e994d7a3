/** What a scenario is told and what it finds. */
import { Client } from 'pg';
import type { RunningPostgres } from '#testing/postgres.ts';
import type { Finding } from '../rig.ts';

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

export type Scenario = {
  readonly name: string;
  readonly goal: string;
  /** Rounds of `npm test` and of `npm run faults`. */
  readonly short: number;
  readonly long: number;
  run(options: Options): Promise<Finding>;
};

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
