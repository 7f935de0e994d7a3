import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { freshUrl } from '#testing/database.ts';
import { asRefusal } from './portable.ts';
import type { Db } from './schema.ts';
import { openSqlite, sqliteDialect } from './sqlite.ts';

/** Longer than a machine under load is late. */
const GATHERING = { atMost: 100, perCommitMs: 1_000_000 };

/** Returns a database, and a function that reads its keys over a second connection, which sees only committed rows. */
async function openTwice(): Promise<{ db: Db; committed(): unknown[] }> {
  const path = (await freshUrl('sqlite')).slice('sqlite:'.length);
  const db: Db = new Kysely({ dialect: sqliteDialect(openSqlite(path), null, GATHERING) });
  onTestFinished(() => db.destroy());
  const other = new DatabaseSync(path);
  onTestFinished(() => other.close());
  const keys = other.prepare('select key from meta order by key');
  return { db, committed: () => keys.all().map(({ key }) => key) };
}

const add = (db: Db, key: string, value = '') => db.insertInto('meta').values({ key, value }).execute();
const member = (db: Db, key: string, value?: string) => db.transaction().execute((tx) => add(tx, key, value));

it('commits the open group before it answers a read', async () => {
  const { db, committed } = await openTwice();
  const transaction = member(db, 'grouped');
  const read = db.selectFrom('meta').select('key').execute();
  expect(await read.then((rows) => [rows, committed()])).toEqual([[{ key: 'grouped' }], ['grouped']]);
  await transaction;
});

it('commits the open group before it answers a write outside a transaction', async () => {
  const { db, committed } = await openTwice();
  const transaction = member(db, 'grouped');
  expect(await add(db, 'plain').then(committed)).toEqual(['grouped', 'plain']);
  await transaction;
});

it('commits transactions of one turn together', async () => {
  const { db, committed } = await openTwice();
  const first = member(db, 'a').then(committed);
  const second = member(db, 'b').then(committed);
  expect(await Promise.all([first, second])).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ]);
});

it('keeps a group open for a moment after transactions shared a commit', async () => {
  const { db, committed } = await openTwice();
  await Promise.all([member(db, 'a'), member(db, 'b')]);
  const first = member(db, 'c').then(committed);
  // Timers fire in the order of their times, also when the machine is late.
  const later = pause(1).then(() => member(db, 'd'));
  expect(await first).toEqual(['a', 'b', 'c', 'd']);
  await later;
});

it('commits each transaction at once again after three in a row had no company', async () => {
  const { db, committed } = await openTwice();
  await Promise.all([member(db, 'a'), member(db, 'b')]);
  for (const key of ['c', 'd', 'e']) await member(db, key);
  const first = member(db, 'f').then(committed);
  const later = nextTurn()
    .then(() => nextTurn())
    .then(() => member(db, 'g'));
  expect(await first).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  await later;
});

it('does not commit a transaction that still runs when the group should close', async () => {
  const { db, committed } = await openTwice();
  await Promise.all([member(db, 'a'), member(db, 'b')]);
  const first = member(db, 'c').then(committed);
  await pause(1);
  const slow = db.transaction().execute(async (tx) => {
    await add(tx, 'd');
    await pause(2 * GATHERING.atMost);
    throw new Error('refused');
  });
  await expect(slow).rejects.toThrow('refused');
  expect(await first).toEqual(['a', 'b', 'c']);
});

it('commits no half of a transaction that runs when the database is closed', async () => {
  const { db, committed } = await openTwice();
  const whole = member(db, 'a');
  const half = db.transaction().execute(async (tx) => {
    await add(tx, 'b');
    await pause(1);
    await add(tx, 'c');
  });
  const ended = expect(half).rejects.toThrow('not open');
  await nextTurn();
  await db.destroy();
  await Promise.all([whole, ended]);
  expect(committed()).toEqual(['a']);
});

const FULL = { code: 'BUSY' };

it('tells every transaction of a group why SQLite rolled it back', async () => {
  const { db, committed } = await openTwice();
  await sql`pragma max_page_count = 1`.execute(db);
  const reasons = [member(db, 'a'), member(db, 'large', 'x'.repeat(3_000_000))].map((done) =>
    done.then(() => 'committed', asRefusal),
  );
  expect(await Promise.all(reasons)).toMatchObject([FULL, FULL]);
  expect(committed()).toEqual([]);
});

it('writes nothing more of a transaction that SQLite rolled back', async () => {
  const { db, committed } = await openTwice();
  await sql`pragma max_page_count = 1`.execute(db);
  const carriesOn = db.transaction().execute(async (tx) => {
    await add(tx, 'large', 'x'.repeat(3_000_000)).catch(() => undefined);
    await add(tx, 'after');
  });
  await expect(carriesOn).rejects.toThrow('rolled back');
  expect(committed()).toEqual([]);
});
