/** An empty database for each test, on SQLite and on PostgreSQL. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { type Connection, connect } from '#database/connect.ts';
import { type DialectName, isPostgres } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import { copyOfTemplate, createDatabase, dropDatabase, postgres, renew } from './copies.ts';
import { addressOf } from './postgres.ts';

/** For `describe.each(DIALECTS)`. `npm run slice` uses one. */
export const DIALECTS: readonly DialectName[] =
  process.env.QUICK_TESTS === undefined ? ['sqlite', 'postgres'] : ['sqlite'];

/** Takes what has to be done at the end, by default of the test. */
export type AtEnd = (end: () => Promise<void>) => void;

/** Returns the address of a new SQLite file, deleted at the end. */
async function newFile(fill: (file: string) => Promise<void>, atEnd: AtEnd = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-sqlite-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'test.db');
  await fill(file);
  return `sqlite:${file}`;
}

/** Returns the address of a database without tables, for tests of migrations. */
export async function emptyUrl(dialect: DialectName): Promise<string> {
  if (dialect === 'sqlite') return newFile(async () => {});
  const name = await createDatabase('');
  onTestFinished(() => dropDatabase(name));
  return addressOf((await postgres()).url, name);
}

/** Returns the address of an empty database with today's schema. Copying a template saves migrating it. */
export async function freshUrl(dialect: DialectName, atEnd: AtEnd = onTestFinished): Promise<string> {
  if (dialect === 'sqlite') {
    return newFile(async (file) => {
      migratedFile ??= migrated();
      await writeFile(file, await migratedFile);
    }, atEnd);
  }
  const name = renewed.pop() ?? (await copyOfTemplate());
  atEnd(async () => {
    if (await renew(name)) renewed.push(name);
    else await dropDatabase(name);
  });
  return addressOf((await postgres()).url, name);
}

/** PostgreSQL databases that earlier tests used. */
const renewed: string[] = [];

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

/** Kysely's introspection also reads all columns, and takes longer than reading all rows. */
async function tablesOf(db: Db): Promise<string[]> {
  const listed = isPostgres(db)
    ? 'select tablename as name from pg_tables where schemaname = current_schema() order by name'
    : "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name";
  const { rows } = await sql.raw<{ name: string }>(listed).execute(db);
  return rows.map(({ name }) => name);
}

/** Returns every row of every table, sorted: two results are equal when nothing was written in between. */
export async function everyRow(db: Db): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const name of await tablesOf(db)) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
    found[name] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return found;
}

function failTest(message: string, error: Error): never {
  throw new Error(message, { cause: error });
}
