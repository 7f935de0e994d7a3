import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openUntilEnd } from '#testing/database.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';
import { isAway, isBusy } from './portable.ts';
import type { Schema } from './schema.ts';
import { openSqlite, refuseWrongSettings, sqliteDialect } from './sqlite.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'boardwalk-sqlite-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

it.each([
  ['pragma journal_mode = delete', 'SQLite runs with journal_mode = delete, but wal is required.'],
  ['pragma synchronous = normal', 'SQLite runs with synchronous = 1, but 2 is required.'],
  ['pragma foreign_keys = off', 'SQLite runs with foreign_keys = 0, but 1 is required.'],
  ['pragma busy_timeout = 1', 'SQLite runs with busy_timeout = 1, but 5000 is required.'],
])('the settings of SQLite are refused after %s', (pragma, complaint) => {
  const database = openSqlite(join(folder(), 'test.db'));
  onTestFinished(() => database.close());
  expect(() => refuseWrongSettings(database, false)).not.toThrow();
  database.exec(pragma);
  expect(() => refuseWrongSettings(database, false)).toThrow(complaint);
});

it('the settings of SQLite also hold in memory, where there is no journal', () => {
  const database = openSqlite(':memory:');
  onTestFinished(() => database.close());
  expect(() => refuseWrongSettings(database, true)).not.toThrow();
  expect(() => refuseWrongSettings(database, false)).toThrow('journal_mode = memory');
});

it('the settings of SQLite create the folder when it is missing', () => {
  const database = openSqlite(join(folder(), 'a', 'b', 'test.db'));
  onTestFinished(() => database.close());
  expect(database.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' });
});

it('make the file and its log readable for their owner only', async () => {
  const path = folder();
  const { db } = await openUntilEnd(`sqlite:${join(path, 'test.db')}`);
  await db.insertInto('meta').values({ key: 'k', value: 'v' }).execute();
  const modes = readdirSync(path).map((name) => `${name} ${(statSync(join(path, name)).mode & 0o777).toString(8)}`);
  expect(modes.sort()).toEqual(['test.db 600', 'test.db-shm 600', 'test.db-wal 600']);
});

describe('transactions on SQLite', () => {
  it('take the write lock at the start', async () => {
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

  it('wait for another process’s lock without blocking the program', async () => {
    const path = join(folder(), 'test.db');
    const { db } = await openUntilEnd(`sqlite:${path}`);
    const other = new DatabaseSync(path);
    onTestFinished(() => other.close());
    other.exec('begin immediate');
    let written = 0;
    const write = (key: string) =>
      db.transaction().execute(async (tx) => {
        await tx.insertInto('meta').values({ key, value: '' }).execute();
        written += 1;
      });
    const writes = [write('in a transaction'), write('in another')];
    const alone = db.insertInto('meta').values({ key: 'alone', value: '' }).execute();
    // If SQLite itself waited, this timer would fire only after the five seconds that end in a refusal.
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(written).toBe(0);
    other.exec('rollback');
    await Promise.all([...writes, alone]);
    expect(await db.selectFrom('meta').select('key').execute()).toHaveLength(3);
  });

  /** Returns a database that waits 400 ms for a lock, and a function that takes the lock and returns how to release it. */
  async function lockable() {
    const path = join(folder(), 'test.db');
    await (await connect(`sqlite:${path}`, () => {})).close();
    const [database, other] = [openSqlite(path), new DatabaseSync(path)];
    database.exec('pragma busy_timeout = 400');
    const db = new Kysely<Schema>({ dialect: sqliteDialect(database) });
    onTestFinished(() => db.destroy());
    onTestFinished(() => other.close());
    const lock = () => {
      other.exec('begin immediate');
      return () => other.exec('rollback');
    };
    const write = () => db.transaction().execute(async () => 'served');
    const refused = () => write().catch((error: unknown) => [isBusy(error), isAway(error)]);
    return { db, lock, write, refused };
  }

  it('fail together when the lock lasts, all after the same time', async () => {
    const { lock, write, refused } = await lockable();
    const release = lock();
    const begun = performance.now();
    expect(await Promise.all(Array.from({ length: 10 }, refused))).toEqual(Array(10).fill([true, true]));
    // In sequence they would take four seconds.
    expect(performance.now() - begun).toBeLessThan(3500);
    release();
    expect(await write()).toBe('served');
  });

  it('fail at once when somebody has waited in vain for the same lock', async () => {
    const { db, lock, refused } = await lockable();
    lock();
    const first = refused();
    // A request's read waits behind the first, and its write comes after.
    const request = async () => {
      await db.selectFrom('meta').select('key').execute();
      const begun = performance.now();
      return [await refused(), performance.now() - begun < 300];
    };
    expect(await Promise.all([first, request()])).toEqual([
      [true, true],
      [[true, true], true],
    ]);
  });

  it.each([
    ['that follows at once', async (write: () => Promise<string>) => write()],
    ['after a pause without writes', () => new Promise((resolve) => setTimeout(resolve, 450))],
  ])('wait for another lock %s as long as for the first', async (_, between) => {
    const { lock, write, refused } = await lockable();
    const release = lock();
    await refused();
    release();
    await between(write);
    setTimeout(lock(), 100);
    expect(await write()).toBe('served');
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
