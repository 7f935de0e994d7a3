import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { DIALECTS, emptyUrl, freshDatabase, openUntilEnd } from '#testing/database.ts';
import { connect } from './connect.ts';
import { MIGRATIONS, migrate, NEWEST } from './migrate.ts';
import type { Migration } from './portable.ts';
import type { Db } from './schema.ts';

const NOW_AND_NEXT = NEWEST + 1;
const versions = async (db: Db) =>
  (await sql<{ version: number }>`select version from schema_version`.execute(db)).rows;
const addsColumn: Migration = ({ text }) => [`alter table meta add column note ${text}`];
const failing: Migration = () => ['create table half (id integer)', 'this is not SQL'];

describe.each(DIALECTS)('%s', (dialect) => {
  it('migrations bring an empty database to the newest schema, once', async () => {
    const url = await emptyUrl(dialect);
    const first = await openUntilEnd(url);
    const second = await openUntilEnd(url);
    expect([first.brandNew, second.brandNew]).toEqual([true, false]);
    expect(await versions(first.db)).toEqual([{ version: NEWEST }]);
  });

  it('migrations apply only new ones and keep existing rows', async () => {
    const { db } = await freshDatabase(dialect);
    await db.insertInto('meta').values({ key: 'k', value: 'v' }).execute();
    expect(await migrate(db, dialect, [...MIGRATIONS, addsColumn])).toBe(false);
    expect(await migrate(db, dialect, [...MIGRATIONS, addsColumn])).toBe(false);
    expect(await versions(db)).toEqual([{ version: NOW_AND_NEXT }]);
    expect(await db.selectFrom('meta').selectAll().execute()).toEqual([{ key: 'k', value: 'v', note: null }]);
  });

  it('migrations refuse a newer schema with both version numbers, and change nothing', async () => {
    const url = await emptyUrl(dialect);
    const { db } = await openUntilEnd(url);
    await migrate(db, dialect, [...MIGRATIONS, addsColumn]);
    await expect(connect(url, () => {})).rejects.toThrow(
      `This database has schema version ${NOW_AND_NEXT}, but this program only knows up to version ${NEWEST}. Use the newer program.`,
    );
    expect(await versions(db)).toEqual([{ version: NOW_AND_NEXT }]);
  });

  it.each([1, 26])(
    'migrations refuse the schema %i of a build before 0.1.0, name the way out, and change nothing',
    async (version) => {
      const url = await emptyUrl(dialect);
      const { db } = await openUntilEnd(url);
      await sql`update schema_version set version = ${version}`.execute(db);
      await expect(connect(url, () => {})).rejects.toThrow(
        'This database is of a build before 0.1.0, which this program cannot read. Export the festival’s file with that build, and import it here.',
      );
      expect(await versions(db)).toEqual([{ version }]);
    },
  );

  it('migrations leave the database unchanged when one fails', async () => {
    const { db } = await freshDatabase(dialect);
    await expect(migrate(db, dialect, [...MIGRATIONS, addsColumn, failing])).rejects.toThrow(/syntax/);
    expect(await versions(db)).toEqual([{ version: NEWEST }]);
    await expect(sql`select * from half`.execute(db)).rejects.toThrow(/half/);
    await expect(sql`select note from meta`.execute(db)).rejects.toThrow(/note/);
  });
});

it('instances that start together on PostgreSQL migrate one after the other', async () => {
  const url = await emptyUrl('postgres');
  const connections = await Promise.all(Array.from({ length: 4 }, () => openUntilEnd(url)));
  expect(connections.filter(({ brandNew }) => brandNew)).toHaveLength(1);
  expect(await versions(connections[0]?.db as Db)).toEqual([{ version: NEWEST }]);
});

it('migrations may take 10 minutes each on PostgreSQL, also while they wait for another instance’s', async () => {
  const { db } = await freshDatabase('postgres');
  const notesLimit: Migration = () => [
    "insert into meta (key, value) select 'limit', current_setting('statement_timeout')",
  ];
  await migrate(db, 'postgres', [...MIGRATIONS, notesLimit]);
  expect(await db.selectFrom('meta').select('value').where('key', '=', 'limit').executeTakeFirst()).toEqual({
    value: '10min',
  });
});
