import { Kysely } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import type { Schema } from '#database/schema.ts';
import { openSqlite, sqliteDialect } from '#database/sqlite.ts';
import { removeRsvps } from '#features/rsvps/store.ts';
import { freshUrl, openUntilEnd } from '#testing/database.ts';
import { listPage, removeOwn } from './store.ts';

it('reads and deletes by id on SQLite, at any number of rows', async () => {
  const url = await freshUrl('sqlite');
  await openUntilEnd(url);
  const database = openSqlite(url.slice('sqlite:'.length));
  const asked = new Set<string>();
  const db = new Kysely<Schema>({ dialect: sqliteDialect(database), log: ({ query }) => void asked.add(query.sql) });
  onTestFinished(() => db.destroy());

  // As many as a removal deletes at once: SQLite's plan depends on the number of ids.
  const ids = Array.from({ length: 200 }, (_, n) => `id-${n}`);
  for (const kind of ['place', 'account', 'game'] as const) await listPage(db, kind, '');
  await removeRsvps(db, ids, { keepCheckedIn: true });
  for (const kind of ['account', 'game'] as const) await removeOwn(db, 'removal', kind, ids);

  const plans = [...asked].map((text) => database.prepare(`explain query plan ${text}`).all()[0]?.detail);
  expect(plans).toEqual([
    'SEARCH rsvps USING PRIMARY KEY (id>?)',
    'SEARCH users USING PRIMARY KEY (id>?)',
    'SEARCH inventory_games USING PRIMARY KEY (id>?)',
    'SEARCH rsvps USING PRIMARY KEY (id=?)',
    'SEARCH users USING PRIMARY KEY (id=?)',
    'SEARCH inventory_games USING PRIMARY KEY (id=?)',
  ]);
});
