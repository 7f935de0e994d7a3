/** PostgreSQL databases for tests: copies of the run's template, made equal to it again after use. */
import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { addressOf, fingerprintOf, onServer, withClient } from './postgres.ts';

export async function createDatabase(from: string): Promise<string> {
  const name = `${inject('template').name}_${randomUUID().slice(0, 8)}`;
  await onServer(inject('postgres'), `create database ${name} ${from}`);
  return name;
}

export const copyOfTemplate = () => createDatabase(`template ${inject('template').name} strategy file_copy`);

export async function dropDatabase(name: string): Promise<void> {
  await onServer(inject('postgres'), `drop database if exists ${name} with (force)`);
}

/** After more rows, the space that they leave would slow down the next test. */
const MOST_ROWS = 2_000;

/**
 * Makes a used copy equal to the template, for a third of the cost of a new copy. Returns false when its schema has
 * changed or it held many rows, and it should be dropped.
 */
export async function renew(name: string): Promise<boolean> {
  const { empty, fingerprint } = inject('template');
  return withClient(addressOf(inject('postgres'), name), async (client) => {
    if ((await fingerprintOf(client)) !== fingerprint) return false;
    const results = [await client.query(empty)].flat();
    const deleted = results.filter(({ command }) => command === 'DELETE').map(({ rowCount }) => rowCount ?? 0);
    return deleted.reduce((sum, count) => sum + count, 0) <= MOST_ROWS;
  });
}
