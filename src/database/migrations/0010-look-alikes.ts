import type { Kysely } from 'kysely';
import { nameKey } from '#platform/names.ts';
import type { Migration } from '../portable.ts';
import type { Db } from '../schema.ts';

/** Changes rows only: SQL can't make name keys. */
export const lookAlikes: Migration = () => [];

/** As it was then. */
type Then = { inventory_games: { id: string; name: string; name_key: string } };

type Row = { readonly id: string; readonly name: string; readonly key: string; readonly within: string };

/**
 * Gives names that mix scripts the key that counts now (platform/look-alikes.ts). Where another row has that key already, the
 * name keeps the one it has, so that nobody loses a place or a score; of two such names the older one gets it.
 */
export async function renewNameKeys(tx: Db): Promise<void> {
  const users = await tx
    .selectFrom('users')
    .select(['id', 'name', 'name_key'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  for (const { id, key } of renewed(users.map((row) => ({ ...row, key: row.name_key, within: '' })))) {
    await tx.updateTable('users').set({ name_key: key }).where('id', '=', id).execute();
  }
  const rsvps = await tx
    .selectFrom('rsvps')
    .select(['id', 'event_id', 'player_name', 'name_key'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const places = rsvps.map((row) => ({ id: row.id, name: row.player_name, key: row.name_key, within: row.event_id }));
  for (const { id, key } of renewed(places)) {
    await tx.updateTable('rsvps').set({ name_key: key }).where('id', '=', id).execute();
  }
  // Two games may have one name.
  const then = tx as unknown as Kysely<Then>;
  for (const { id, name, name_key } of await then.selectFrom('inventory_games').selectAll().execute()) {
    const to = { name_key: nameKey(name) };
    if (to.name_key !== name_key) await then.updateTable('inventory_games').set(to).where('id', '=', id).execute();
  }
}

/** The rows whose key changes, with the new one. Keys are unique within an event, and among users. */
function renewed(rows: readonly Row[]): { id: string; key: string }[] {
  const taken = new Set(rows.map(({ within, key }) => `${within} ${key}`));
  return rows.flatMap(({ id, name, key: before, within }) => {
    const key = nameKey(name);
    if (key === before || taken.has(`${within} ${key}`)) return [];
    taken.add(`${within} ${key}`);
    return [{ id, key }];
  });
}
