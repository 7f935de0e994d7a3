/** Inputs and results of a scenario. */
import { addressOf, onServer, type RunningPostgres } from '#testing/postgres.ts';
import type { Finding } from '../rig.ts';

export type Options = {
  readonly rounds: number;
  readonly seed: number;
  /** Factor on time limits, so that a short form does not fail on a slow machine. */
  readonly slack: number;
  /** No new round begins after this time (`performance.now`, milliseconds). */
  readonly until: number;
  /** Starts a PostgreSQL for this scenario alone. */
  postgres(): Promise<RunningPostgres>;
};

export type Scenario = {
  readonly name: string;
  readonly goal: string;
  /** Rounds of the short form and of `npm run faults`. */
  readonly short: number;
  readonly long: number;
  run(options: Options): Promise<Finding>;
};

const databases: string[] = [];

/** Creates an empty database on a PostgreSQL and returns its address. */
export async function freshDatabaseOn(url: string): Promise<string> {
  const name = `faults_${process.pid}_${databases.length}`;
  databases.push(name);
  await onServer(url, `create database ${name}`);
  return addressOf(url, name);
}

/** Drops the databases that were created on a PostgreSQL that keeps running. */
export async function dropDatabasesOn(url: string): Promise<void> {
  for (const name of databases) await onServer(url, `drop database if exists ${name} with (force)`);
}
