import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freshDatabase, openUntilEnd } from '#testing/database.ts';
import { migrate } from './migrate.ts';
import { openSqlite, refuseWrongSettings } from './sqlite.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'boardwalk-sqlite-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

describe('the settings of SQLite', () => {
  it.each([
    ['pragma journal_mode = delete', 'SQLite runs with journal_mode = delete, but wal is required.'],
    ['pragma synchronous = normal', 'SQLite runs with synchronous = 1, but 2 is required.'],
    ['pragma foreign_keys = off', 'SQLite runs with foreign_keys = 0, but 1 is required.'],
    ['pragma busy_timeout = 1', 'SQLite runs with busy_timeout = 1, but 5000 is required.'],
  ])('are refused after %s', (pragma, complaint) => {
    const database = openSqlite(join(folder(), 'test.db'));
    onTestFinished(() => database.close());
    expect(() => refuseWrongSettings(database, false)).not.toThrow();
    database.exec(pragma);
    expect(() => refuseWrongSettings(database, false)).toThrow(complaint);
  });

  it('hold in memory too, where there is no journal', () => {
    const database = openSqlite(':memory:');
    onTestFinished(() => database.close());
    expect(() => refuseWrongSettings(database, true)).not.toThrow();
    expect(() => refuseWrongSettings(database, false)).toThrow('journal_mode = memory');
  });

  it('come with a folder that is made when it is missing', () => {
    const database = openSqlite(join(folder(), 'a', 'b', 'test.db'));
    onTestFinished(() => database.close());
    expect(database.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' });
  });
});

describe('the tables on SQLite', () => {
  it('are all STRICT', async () => {
    const { db } = await freshDatabase('sqlite');
    const { rows } = await sql<{ name: string; strict: number }>`
      select name, strict from pragma_table_list where schema = 'main' and name not like 'sqlite_%'`.execute(db);
    const loose = rows.filter(({ name, strict }) => strict !== 1 && name !== 'schema_version');
    expect([rows.length > 5, loose]).toEqual([true, []]);
  });
});

describe('transactions on SQLite', () => {
  it('take the write lock at their beginning', async () => {
    const path = join(folder(), 'test.db');
    const { db } = await openUntilEnd(`sqlite:${path}`);
    const other = new DatabaseSync(path);
    onTestFinished(() => other.close());
    await db.transaction().execute(async (tx) => {
      await tx.selectFrom('meta').selectAll().execute();
      expect(() => other.exec("insert into meta values ('k', 'v')")).toThrow('database is locked');
    });
    other.exec("insert into meta values ('k', 'v')");
    expect(await db.selectFrom('meta').selectAll().execute()).toEqual([{ key: 'k', value: 'v' }]);
  });

  it('leave nothing behind when they fail', async () => {
    const { db } = await openUntilEnd('sqlite::memory:');
    const failing = db.transaction().execute(async (tx) => {
      await tx.insertInto('meta').values({ key: 'k', value: 'v' }).execute();
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await db.selectFrom('meta').selectAll().execute()).toEqual([]);
    expect(await migrate(db, 'sqlite')).toBe(false);
  });
});
