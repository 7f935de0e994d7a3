import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { DIALECTS, freshDatabase } from '#testing/database.ts';
import type { DialectName } from './portable.ts';
import type { Db } from './schema.ts';

type Key = { readonly table: string; readonly columns: readonly string[] };

async function keysOnSqlite(db: Db): Promise<{ foreign: Key[]; indexed: Key[] }> {
  const foreign = await sql<{ table: string; columns: string }>`
    select t.name as "table", group_concat(f."from" order by f.seq) as columns
    from sqlite_schema as t, pragma_foreign_key_list(t.name) as f
    where t.type = 'table' group by t.name, f.id`.execute(db);
  const indexed = await sql<{ table: string; columns: string }>`
    select t.name as "table", group_concat(c.name order by c.seqno) as columns
    from sqlite_schema as t, pragma_index_list(t.name) as i, pragma_index_info(i.name) as c
    where t.type = 'table' and i.partial = 0 group by t.name, i.name`.execute(db);
  return { foreign: foreign.rows.map(asKey), indexed: indexed.rows.map(asKey) };
}

async function keysOnPostgres(db: Db): Promise<{ foreign: Key[]; indexed: Key[] }> {
  const foreign = await sql<{ table: string; columns: string }>`
    select conrelid::regclass::text as "table", string_agg(a.attname, ',' order by k.position) as columns
    from pg_constraint, unnest(conkey) with ordinality as k (column_number, position)
    join pg_attribute as a on a.attnum = k.column_number
    where contype = 'f' and a.attrelid = conrelid group by conrelid, conname`.execute(db);
  const indexed = await sql<{ table: string; columns: string }>`
    select indrelid::regclass::text as "table", string_agg(a.attname, ',' order by k.position) as columns
    from pg_index, unnest(indkey::smallint[]) with ordinality as k (column_number, position)
    join pg_attribute as a on a.attnum = k.column_number
    where a.attrelid = indrelid and indpred is null group by indrelid, indexrelid`.execute(db);
  return { foreign: foreign.rows.map(asKey), indexed: indexed.rows.map(asKey) };
}

const asKey = ({ table, columns }: { table: string; columns: string }): Key => ({ table, columns: columns.split(',') });

const readKeys = (db: Db, dialect: DialectName) => (dialect === 'sqlite' ? keysOnSqlite(db) : keysOnPostgres(db));

describe.each(DIALECTS)('%s', (dialect) => {
  it('every foreign key is the prefix of an index, so that deleting the referenced row scans no table', async () => {
    const { foreign, indexed } = await readKeys((await freshDatabase(dialect)).db, dialect);
    const leads = ({ table, columns }: Key) =>
      indexed.some(
        (index) => index.table === table && columns.every((column, position) => index.columns[position] === column),
      );
    const slow = foreign.filter((key) => !leads(key)).map(({ table, columns }) => `${table} (${columns})`);
    expect(slow).toEqual([]);
    expect(foreign.map(({ table, columns }) => `${table} (${columns})`)).toContain('rsvps (visitor_id)');
  });
});
