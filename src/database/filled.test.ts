/** The schema's constraints on a festival with a value in every column. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { DIALECTS, everyRow, freshDatabase } from '#testing/database.ts';
import { FILLED } from '#testing/filled.ts';

const JSON_COLUMNS = [
  ...['notices was', 'notices became', 'amendments place', 'amendments became', 'removed_rows row'],
  ...['announcement_lists list', 'audit_entries before', 'audit_entries after', 'bulk_uploads error_details'],
  ...['brackets entrants', 'brackets options', 'bracket_results entry', 'device_codes places'],
];

describe.each(DIALECTS)('%s', (dialect) => {
  async function filled() {
    const { db } = await freshDatabase(dialect);
    for (const statement of FILLED) await sql.raw(statement).execute(db);
    return db;
  }

  it('a filled festival has a value in every column of every table', async () => {
    const db = await filled();
    const rows = await everyRow(db);
    const columns = (await db.introspection.getTables()).flatMap(({ name, columns: all }) =>
      all.map((column) => ({ table: name, column: column.name })),
    );
    const empty = columns.filter(
      ({ table, column }) => !rows[table]?.some((row) => (JSON.parse(row)[column] ?? null) !== null),
    );
    expect(empty).toEqual([]);
  });

  it('a filled festival keeps to every constraint', async () => {
    const db = await filled();
    const broken = [
      'update events set seats_taken = capacity + 1',
      "update events set status = 'maybe'",
      "update users set score = 10000001 where id = 'u-alex'",
      "update users set name_key = 'alex' where id = 'u-zoe'",
      "update users set visitor_id = 'nobody'",
      "update rsvps set event_id = 'nowhere'",
      "update rsvps set event_id = 'e-cup', name_key = 'bo'",
      "update events set start_time = 'garbage'",
      "update events set start_time = '2025-11-14T20:00:00Z'",
      "update events set google_doc_url = 'javascript:alert(1)'",
      "update rsvps set checked_in_at = null where id = 'r-bo'",
      'update rsvps set checked_in = 2',
      "update rsvps set checked_in = 'yes'",
      'update rsvps set name_key = null',
      "insert into bracket_results (event_id, sequence, draw_id, entry, entered_at) values ('e-cup', 0, 'd', '{}', '')",
    ];
    const before = await everyRow(db);
    for (const statement of broken) {
      await expect(sql.raw(statement).execute(db), statement).rejects.toThrow();
    }
    // PostgreSQL cannot check that before version 16.
    for (const column of dialect === 'sqlite' ? JSON_COLUMNS : []) {
      const statement = `update ${column.replace(' ', ' set ')} = '{'`;
      await expect(sql.raw(statement).execute(db), statement).rejects.toThrow('CHECK');
    }
    expect(await everyRow(db)).toEqual(before);
    await sql`delete from events where id = 'e-cup'`.execute(db);
    const places = await db.selectFrom('rsvps').select('id').orderBy('id').execute();
    expect(places.map(({ id }) => id)).toEqual(['r-alex', 'r-kim']);
    if (dialect === 'sqlite') {
      expect((await sql`pragma integrity_check`.execute(db)).rows).toEqual([{ integrity_check: 'ok' }]);
      expect((await sql`pragma foreign_key_check`.execute(db)).rows).toEqual([]);
      const loose = sql`select name from pragma_table_list
        where schema = 'main' and strict = 0 and name not in ('schema_version', 'sqlite_schema')`;
      expect((await loose.execute(db)).rows).toEqual([]);
    }
  });
});
