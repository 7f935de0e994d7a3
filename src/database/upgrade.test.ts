/**
 * Databases of every earlier schema, filled and migrated to the newest. app/tests/upgrade.answers.test.ts checks what
 * the API then answers.
 */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { DIALECTS, emptyUrl, everyRow, openUntilEnd } from '#testing/database.ts';
import { ADDED, DROPPED, earlierDatabase } from '#testing/earlier-schemas.ts';
import { connect } from './connect.ts';
import { MIGRATIONS, migrate } from './migrate.ts';
import type { DialectName } from './portable.ts';
import type { Db } from './schema.ts';

const NEWEST = MIGRATIONS.length;
const EARLIER = Array.from({ length: NEWEST - 1 }, (_, index) => index + 1);

type Rows = Record<string, Record<string, unknown>[]>;

const rowsOf = async (db: Db): Promise<Rows> =>
  Object.fromEntries(
    Object.entries(await everyRow(db)).map(([table, rows]) => [table, rows.map((row) => JSON.parse(row))]),
  );

/** Returns tables, columns, constraints and indexes as the database reports them. */
async function shapeOf(db: Db, dialect: DialectName): Promise<unknown[]> {
  if (dialect === 'sqlite') {
    return (await sql`select type, name, tbl_name, sql from sqlite_schema order by type, name`.execute(db)).rows;
  }
  const columns = sql`select table_name, column_name, data_type, is_nullable, column_default, collation_name
    from information_schema.columns where table_schema = 'public' order by table_name, ordinal_position`;
  const constraints = sql`select conrelid::regclass::text as place, conname, convalidated, pg_get_constraintdef(oid) as said
    from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`;
  const indexes = sql`select indexdef from pg_indexes where schemaname = 'public' order by indexdef`;
  const found = [await columns.execute(db), await constraints.execute(db), await indexes.execute(db)];
  return found.flatMap(({ rows }) => rows);
}

describe('the rows of earlier schemas', () => {
  it('exist for every schema before the newest', () => {
    expect(
      ADDED.length,
      'A new migration came without rows of the schema before it: add them to ADDED in src/testing/earlier-schemas.ts.',
    ).toBeGreaterThanOrEqual(NEWEST - 1);
  });

  it.each(ADDED.map((_, index) => index + 1))('fill every table and every column of version %i', async (version) => {
    const { db, fill } = await earlierDatabase('sqlite');
    await fill(version);
    const rows = await rowsOf(db);
    const columns = (await db.introspection.getTables()).flatMap(({ name, columns: all }) =>
      all.map((column) => ({ table: name, column: column.name })),
    );
    const empty = columns.filter(({ table, column }) => !rows[table]?.some((row) => row[column] !== null));
    expect(empty).toEqual([]);
  });
});

describe.each(DIALECTS)('a filled database, on %s', (dialect) => {
  // Every version on its own.
  it('of any version loses and changes nothing, and ends with the schema of a new one', {
    timeout: 60_000,
  }, async () => {
    const { url, db, fill } = await earlierDatabase(dialect);
    const fresh = await shapeOf((await openUntilEnd(await emptyUrl(dialect))).db, dialect);
    for (const version of EARLIER) {
      await fill(version);
      const before = await rowsOf(db);
      const program = await connect(url, () => {});
      await program.close();
      const after = await rowsOf(db);
      for (const [table, rows] of Object.entries(before).filter(([name]) => !DROPPED.has(name))) {
        const known = Object.keys(rows[0] ?? {}).filter((column) => !DROPPED.has(`${table}.${column}`));
        // Schema 24 adds to the rows of an undo that their seats were not lent.
        const plain = (value: unknown) => (typeof value === 'string' ? value.replace('"lent":0,', '') : value);
        const only = (row: Rows[string][number]) =>
          Object.fromEntries(known.map((column) => [column, plain(row[column])]));
        const still = after[table]?.map(only);
        const expected = table === 'schema_version' ? [{ version: NEWEST }] : rows.map(only);
        expect(still, `${table} of version ${version}`).toEqual(expected);
      }
      expect(await shapeOf(db, dialect), `version ${version}`).toEqual(fresh);
    }
  });

  it('ends the same step by step as in one go', async () => {
    const { db, fill } = await earlierDatabase(dialect);
    const result = async (version: number, ends: readonly number[]) => {
      await fill(version);
      for (const end of ends) await migrate(db, dialect, MIGRATIONS.slice(0, end));
      return { rows: await everyRow(db), shape: await shapeOf(db, dialect) };
    };
    // SQLite from every version; PostgreSQL only from the first, because it needs longer per table.
    for (const version of dialect === 'sqlite' ? EARLIER : [1]) {
      const steps = Array.from({ length: NEWEST - version }, (_, step) => version + step + 1);
      expect(await result(version, steps), `version ${version}`).toEqual(await result(version, [NEWEST]));
    }
  });

  it('of the first version keeps to every constraint afterwards', async () => {
    const { db, fill } = await earlierDatabase(dialect);
    await fill(1);
    await migrate(db, dialect);
    const broken = [
      'update events set seats_taken = capacity + 1',
      "update events set status = 'maybe'",
      "update users set score = 10000001 where id = 'u-alex'",
      "update users set name_key = 'alex' where id = 'u-zoe'",
      "update users set visitor_id = 'nobody'",
      "update rsvps set event_id = 'nowhere'",
      "update rsvps set event_id = 'e-cup', name_key = 'bo'",
      'update rsvps set checked_in = 2',
      "update rsvps set checked_in = 'yes'",
      'update rsvps set name_key = null',
      "insert into bracket_results values ('e-cup', 0, 'd', '{}', '', null)",
      "update admin_sessions set opened_by = 'window'",
    ];
    const before = await everyRow(db);
    for (const statement of broken) {
      await expect(sql.raw(statement).execute(db), statement).rejects.toThrow();
    }
    expect(await everyRow(db)).toEqual(before);
    await sql`delete from events where id = 'e-cup'`.execute(db);
    expect((await rowsOf(db)).rsvps?.map(({ id }) => id)).toEqual(['r-alex']);
    if (dialect === 'sqlite') {
      expect((await sql`pragma integrity_check`.execute(db)).rows).toEqual([{ integrity_check: 'ok' }]);
      expect((await sql`pragma foreign_key_check`.execute(db)).rows).toEqual([]);
      const loose = sql`select name from pragma_table_list
        where schema = 'main' and strict = 0 and name not in ('schema_version', 'sqlite_schema')`;
      expect((await loose.execute(db)).rows).toEqual([]);
    }
  });
});
