import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { plainKey } from '#platform/names.ts';
import { DIALECTS } from '#testing/database.ts';
import { earlierDatabase } from '#testing/earlier-schemas.ts';
import { MIGRATIONS, migrate } from '../migrate.ts';
import { lookAlikes } from './0010-look-alikes.ts';

const at = (minute: number) => `2025-11-14T16:0${minute}:00.000Z`;

it.each(DIALECTS)(
  'renews the keys of mixed names, and keeps the old one where the new one is taken, on %s',
  async (dialect) => {
    const { db, fill } = await earlierDatabase(dialect);
    const version = MIGRATIONS.indexOf(lookAlikes);
    await fill(version);
    const user = (id: string, name: string, minute: number) => ({
      ...{ id, name, name_key: plainKey(name), score: 0, visitor_id: null, created_at: at(minute) },
    });
    const place = (id: string, event_id: string, name: string, minute: number) => ({
      ...{ id, event_id, player_name: name, name_key: plainKey(name), player_email: null },
      ...{ checked_in: 0 as const, checked_in_at: null, visitor_id: null, created_at: at(minute) },
    });
    await db
      .insertInto('users')
      // Cyrillic А, і and о; the Admin and the younger of the two Leos lose nothing.
      .values([
        user('1', 'Аdmin', 1),
        user('2', 'Admin', 2),
        user('3', 'Leо', 4),
        user('4', 'Lеo', 3),
        user('5', 'Анна', 1),
      ])
      .execute();
    await db
      .insertInto('rsvps')
      .values([place('1', 'e-open', 'Аdmin', 1), place('2', 'e-past', 'Аdmin', 1), place('3', 'e-past', 'Admin', 2)])
      .execute();
    await sql`update inventory_games set name = 'Аzul', name_key = ${plainKey('Аzul')} where id = 'g-azul'`.execute(db);

    await migrate(db, dialect, MIGRATIONS.slice(0, version + 1));

    const ids = ['1', '2', '3', '4', '5'];
    const keys = async (table: 'users' | 'rsvps') =>
      (await db.selectFrom(table).select(['id', 'name_key']).where('id', 'in', ids).orderBy('id').execute()).map(
        (row) => row.name_key,
      );
    expect(await keys('users')).toEqual(['аdmin', 'admin', 'leо', 'leo', 'анна']);
    expect(await keys('rsvps')).toEqual(['admin', 'аdmin', 'admin']);
    const { rows } = await sql`select name_key from inventory_games where id = 'g-azul'`.execute(db);
    expect(rows).toEqual([{ name_key: 'azul' }]);
  },
);
