/** A database per test, on SQLite and on PostgreSQL. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { inject, onTestFinished } from 'vitest';
import { type Connection, connect } from '#database/connect.ts';
import type { DialectName } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import { addressOf, onServer } from './postgres.ts';

/** For `describe.each(DIALECTS)`. */
export const DIALECTS: readonly DialectName[] = ['sqlite', 'postgres'];

/** A database that is deleted after the test. SQLite's is a real file. */
async function newUrl(dialect: DialectName, fill: (file: string) => Promise<void>, from: string): Promise<string> {
  if (dialect === 'sqlite') {
    const folder = await mkdtemp(join(tmpdir(), 'boardwalk-sqlite-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'test.db');
    await fill(file);
    return `sqlite:${file}`;
  }
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const server = inject('postgres');
  await onServer(server, `create database ${name} ${from}`);
  onTestFinished(() => onServer(server, `drop database if exists ${name} with (force)`));
  return addressOf(server, name);
}

/** Returns the address of a database without tables, for tests of migrations. */
export const emptyUrl = (dialect: DialectName): Promise<string> => newUrl(dialect, async () => {}, '');

/** Returns the address of an empty database with today's schema, copied from a template to save time. */
export const freshUrl = (dialect: DialectName): Promise<string> =>
  newUrl(
    dialect,
    async (file) => {
      migratedFile ??= migrated();
      await writeFile(file, await migratedFile);
    },
    `template ${inject('template')} strategy file_copy`,
  );

let migratedFile: Promise<Buffer> | undefined;

async function migrated(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-sqlite-'));
  const file = join(folder, 'migrated.db');
  await (await connect(`sqlite:${file}`, failTest)).close();
  const bytes = await readFile(file);
  await rm(folder, { recursive: true });
  return bytes;
}

/** Opens a database until the test ends; pool errors fail the test unless it listens for them itself. */
export async function openUntilEnd(url: string, complain = failTest): Promise<Connection> {
  let closing = false;
  const connection = await connect(url, (message, error) => {
    // After closing, the pool may report that its database was dropped.
    if (!closing) complain(message, error);
  });
  onTestFinished(() => {
    closing = true;
    return connection.close();
  });
  return connection;
}

export const freshDatabase = async (dialect: DialectName): Promise<Connection> => openUntilEnd(await freshUrl(dialect));

/** Returns every row of every table, sorted: two results are equal when nothing was written in between. */
export async function everyRow(db: Db): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
    found[name] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return found;
}

function failTest(message: string, error: Error): never {
  throw new Error(message, { cause: error });
}
