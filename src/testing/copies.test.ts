import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { connect } from '#database/connect.ts';
import { copyOfTemplate, dropDatabase, postgres, renew } from './copies.ts';
import { everyRow, openUntilEnd } from './database.ts';
import { addressOf } from './postgres.ts';

const addRows = (count: number) => `
  insert into meta (key, value) select 'key ' || n, 'x' from generate_series(1, ${count}) as n`;

async function copy() {
  const name = await copyOfTemplate();
  onTestFinished(() => dropDatabase(name));
  return { name, url: addressOf((await postgres()).url, name) };
}

it('has the rows of the template again when it is renewed', async () => {
  const { name, url } = await copy();
  const before = await openUntilEnd(url);
  const rows = await everyRow(before.db);
  await sql.raw(addRows(3)).execute(before.db);
  await sql`update schema_version set version = 99`.execute(before.db);
  await before.close();
  expect(await renew(name)).toBe(true);
  expect(await everyRow((await openUntilEnd(url)).db)).toEqual(rows);
});

it('has no open connection when it is renewed', async () => {
  const { name, url } = await copy();
  const ended = Promise.withResolvers<string>();
  const { db } = await connect(url, (_message, error) => ended.resolve(error.message));
  onTestFinished(() => db.destroy());
  expect(await renew(name)).toBe(true);
  expect(await ended.promise).toMatch(/terminating connection/);
});

it.each([
  'alter table users add column note text',
  'alter table events alter column host drop not null',
  'alter table rsvps drop constraint rsvps_pkey cascade',
  'alter table rsvps add check (player_name <> $$x$$)',
  'drop index rsvps_by_visitor',
  'drop table bulk_uploads',
  addRows(2001),
])('cannot be renewed after: %s', async (change) => {
  const { name, url } = await copy();
  const { db, close } = await connect(url, () => {});
  await sql.raw(change).execute(db);
  await close();
  expect(await renew(name)).toBe(false);
});
