/** What devices register, by the duties of each slice. */
import { Kysely } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import type { Schema } from '#database/schema.ts';
import { openSqlite, sqliteDialect } from '#database/sqlite.ts';
import { testContext } from '#testing/context.ts';
import { freshUrl, openUntilEnd } from '#testing/database.ts';
import { REGISTERED, SLICES } from '../server/slices.ts';

it('every slice whose rows devices register is in the list that bursts are removed by', () => {
  const all = SLICES.flatMap(({ registered }) => registered?.table ?? []);
  expect(REGISTERED.map(({ table }) => table).sort()).toEqual(all.sort());
});

it.each(REGISTERED)('reads and deletes $table by id on SQLite, at any number of rows', async (registered) => {
  const url = await freshUrl('sqlite');
  const context = await testContext(await openUntilEnd(url));
  const database = openSqlite(url.slice('sqlite:'.length));
  const asked = new Set<string>();
  const db = new Kysely<Schema>({ dialect: sqliteDialect(database), log: ({ query }) => void asked.add(query.sql) });
  onTestFinished(() => db.destroy());

  await registered.listAfter(db, '', 1000, '');
  // As many as a removal deletes at once: SQLite's plan depends on the number of ids.
  await registered.remove(
    db,
    Array.from({ length: 200 }, (_, n) => `id-${n}`),
    context,
  );

  const plans = [...asked].map((text) => database.prepare(`explain query plan ${text}`).all()[0]?.detail);
  expect(plans).toEqual(['>', '='].map((sign) => `SEARCH ${registered.table} USING PRIMARY KEY (id${sign}?)`));
});
