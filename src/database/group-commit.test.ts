import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { freshUrl, openUntilEnd } from '#testing/database.ts';
import type { Db } from './schema.ts';

/** Returns a database, and a function that reads its keys over a second connection, which sees only committed rows. */
async function openTwice(): Promise<{ db: Db; committed(): unknown[] }> {
  const url = await freshUrl('sqlite');
  const { db } = await openUntilEnd(url);
  const other = new DatabaseSync(url.slice('sqlite:'.length));
  onTestFinished(() => other.close());
  const keys = other.prepare('select key from meta order by key');
  return { db, committed: () => keys.all().map(({ key }) => key) };
}

const add = (db: Db, key: string) => db.insertInto('meta').values({ key, value: '' }).execute();
const member = (db: Db, key: string) => db.transaction().execute((tx) => add(tx, key));

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
