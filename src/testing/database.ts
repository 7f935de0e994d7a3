/** A fresh, migrated database for each test, on SQLite and on PostgreSQL. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { inject, onTestFinished } from 'vitest';
import { type Connection, connect } from '#database/connect.ts';
import type { DialectName } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';

/** For `describe.each(DIALECTS)`: what holds on one database must hold on the other. */
export const DIALECTS: readonly DialectName[] = ['sqlite', 'postgres'];

async function onServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: inject('postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The address of an empty database that goes away with the test. SQLite's is a real file, as at the festival. */
export async function freshUrl(dialect: DialectName): Promise<string> {
  if (dialect === 'sqlite') {
    const folder = await mkdtemp(join(tmpdir(), 'boardwalk-sqlite-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    return `sqlite:${join(folder, 'test.db')}`;
  }
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${name}`);
  onTestFinished(() => onServer(`drop database if exists ${name} with (force)`));
  const url = new URL(inject('postgres'));
  url.pathname = `/${name}`;
  return url.href;
}

/** Opens a database until the test ends; complaints of the pool fail the test unless it listens for them itself. */
export async function openUntilEnd(url: string, complain = failTest): Promise<Connection> {
  let closing = false;
  const connection = await connect(url, (message, error) => {
    // Once closed, the pool may still hear that its database was dropped.
    if (!closing) complain(message, error);
  });
  onTestFinished(() => {
    closing = true;
    return connection.close();
  });
  return connection;
}

export const freshDatabase = async (dialect: DialectName): Promise<Connection> => openUntilEnd(await freshUrl(dialect));

/** Every row of every table, sorted: two of these are equal when nothing was written in between. */
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
