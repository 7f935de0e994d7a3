import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { postgres } from '#testing/copies.ts';
import { freshDatabase, freshUrl, openUntilEnd } from '#testing/database.ts';
import { eraseRemains } from './erase.ts';
import type { Db } from './schema.ts';

async function writeAndDelete(db: Db): Promise<void> {
  await db.insertInto('meta').values({ key: 'name', value: 'Quibberdash' }).execute();
  await db.deleteFrom('meta').execute();
}

const bytesOf = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ bytes: string }>`select pg_relation_size('meta') as bytes`.execute(db);
  return Number(rows[0]?.bytes);
};

/** Opens a transaction at `url` with `statement`; it stays open until `end`. */
async function openTransaction(url: string, statement: string): Promise<{ end(): Promise<unknown> }> {
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin isolation level repeatable read');
  await client.query(statement);
  return { end: () => client.query('commit') };
}

it.each([
  ['writes in another database', async () => (await postgres()).url, 'select pg_current_xact_id()'],
  ['reads in this database', async (url: string) => url, 'select count(*) from users'],
])(
  'waits on PostgreSQL for an older transaction that %s, because VACUUM keeps the rows it may read',
  async (_, at, statement) => {
    const url = await freshUrl('postgres');
    const connection = await openUntilEnd(url);
    const older = await openTransaction(await at(url), statement);
    await writeAndDelete(connection.db);

    await expect(eraseRemains(connection, 100)).rejects.toThrow('run this command again');
    await sql`vacuum (full) meta`.execute(connection.db);
    expect(await bytesOf(connection.db)).toBeGreaterThan(0);

    const erasing = eraseRemains(connection);
    await older.end();
    await erasing;
    expect(await bytesOf(connection.db)).toBe(0);
  },
);

it('does not wait on PostgreSQL for a transaction that began after the deletion', async () => {
  const connection = await freshDatabase('postgres');
  await writeAndDelete(connection.db);
  await eraseRemains(connection);
  expect(await bytesOf(connection.db)).toBe(0);
});

it('says on SQLite that the log still has the deleted rows while another program reads, and empties it the next time', async () => {
  const url = await freshUrl('sqlite');
  const connection = await openUntilEnd(url);
  const other = new DatabaseSync(url.slice('sqlite:'.length));
  onTestFinished(() => other.close());
  other.exec('begin');
  other.prepare('select * from meta').all();
  await writeAndDelete(connection.db);
  await expect(eraseRemains(connection)).rejects.toThrow('The deleted rows are still in the log');
  other.exec('commit');
  await eraseRemains(connection);
  expect(statSync(`${url.slice('sqlite:'.length)}-wal`).size).toBe(0);
});
