/** PostgreSQL databases for tests: copies of the run's template, made equal to it again after use. */
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { addressOf, fingerprintOf, onServer, type Running } from './postgres.ts';

let running: Promise<Running> | undefined;

/** Returns the run's PostgreSQL once it is up. @throws Error with the reason why it did not start. */
export const postgres = (): Promise<Running> => (running ??= fetchRunning());

async function fetchRunning(): Promise<Running> {
  const answer = await fetch(inject('postgres'));
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Running;
}

export async function createDatabase(from: string): Promise<string> {
  const { url, template } = await postgres();
  const name = `${template.name}_${randomUUID().slice(0, 8)}`;
  await onServer(url, `create database ${name} ${from}`);
  return name;
}

export const copyOfTemplate = async () =>
  createDatabase(`template ${(await postgres()).template.name} strategy file_copy`);

/** One connection for each used copy: a new one costs as much as four renewals. */
const renewers = new Map<string, Promise<Client>>();

async function connectTo(name: string): Promise<Client> {
  const client = new Client({ connectionString: addressOf((await postgres()).url, name) });
  // The end of the run closes it, or a test that closes every connection of its database.
  client.on('error', () => renewers.delete(name));
  await client.connect();
  return client;
}

function renewerOf(name: string): Promise<Client> {
  const known = renewers.get(name);
  if (known !== undefined) return known;
  const made = connectTo(name);
  renewers.set(name, made);
  return made;
}

export async function dropDatabase(name: string): Promise<void> {
  await (await renewers.get(name))?.end();
  renewers.delete(name);
  await onServer((await postgres()).url, `drop database if exists ${name} with (force)`);
}

/** After more rows, the space that they leave would slow down the next test. */
const MOST_ROWS = 2_000;

/**
 * Makes a used copy equal to the template, for a tenth of the cost of a new copy. Returns false when its schema has
 * changed or it held many rows, and it should be dropped.
 */
export async function renew(name: string): Promise<boolean> {
  const { empty, fingerprint } = (await postgres()).template;
  const client = await renewerOf(name);
  if ((await fingerprintOf(client)) !== fingerprint) return false;
  const results = [await client.query(empty)].flat();
  const deleted = results.filter(({ command }) => command === 'DELETE').map(({ rowCount }) => rowCount ?? 0);
  return deleted.reduce((sum, count) => sum + count, 0) <= MOST_ROWS;
}
