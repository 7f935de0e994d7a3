/** Inputs and results of a scenario. */
import { Client } from 'pg';
import type { RunningPostgres } from '#testing/postgres.ts';
import type { Finding } from '../rig.ts';

export type Options = {
  readonly rounds: number;
  readonly seed: number;
  /** Factor on time limits, so that `npm test` does not fail on a slow machine. */
  readonly slack: number;
  /** No new round begins after this time (`performance.now`, milliseconds). */
  readonly until: number;
  /** Starts a PostgreSQL for this scenario alone. */
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

/** Creates an empty database on a PostgreSQL and returns its address. */
export async function freshDatabaseOn(url: string): Promise<string> {
  const name = `faults_${process.pid}_${databases.length}`;
  databases.push(name);
  await onServer(url, [`create database ${name}`]);
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

/** Drops the databases that were created on a PostgreSQL that keeps running. */
export const dropDatabasesOn = (url: string): Promise<void> =>
  onServer(
    url,
    databases.map((name) => `drop database if exists ${name} with (force)`),
  );
