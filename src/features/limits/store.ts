/**
 * SQL of the admission settings, the limits and the networks of new visitors, and of removals with the rows that they keep: the
 * slices' duties read, delete and restore the rows themselves.
 */
import { type Selectable, sql } from 'kysely';
import type { NamedRow, Registered } from '#database/duties.ts';
import { dropMeta, writeMeta } from '#database/meta.ts';
import type { Db, Schema } from '#database/schema.ts';
import { noteChange } from '#database/transactions.ts';
import type { Choices } from './rules/admission.ts';

/**
 * Locks these visitors until the transaction ends, after their events, like forgetting does, so that the two cannot
 * deadlock.
 */
export async function lockVisitors(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('visitors')
    .set((eb) => ({ created_at: eb.ref('created_at') }))
    .where('id', 'in', ids)
    .execute();
}

export type StoredRemoval = {
  readonly id: string;
  readonly removedAt: string;
  readonly network: string;
  readonly since: string;
  readonly things: number;
};

const asRemoval = ({ id, removed_at, network, since, things }: Selectable<Schema['removals']>): StoredRemoval => ({
  ...{ id, removedAt: removed_at, network, since, things },
});

export async function addRemoval(db: Db, { removedAt, ...removal }: StoredRemoval): Promise<void> {
  await db
    .insertInto('removals')
    .values({ ...removal, removed_at: removedAt })
    .execute();
}

/** Removals made after `since`, latest first. */
export async function listRemovals(db: Db, since: string): Promise<StoredRemoval[]> {
  const rows = await db
    .selectFrom('removals')
    .selectAll()
    .where('removed_at', '>', since)
    .orderBy('removed_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(asRemoval);
}

/** Locks a removal made after `since` until the transaction ends, so that only one undo gets it. */
export async function lockRemoval(db: Db, id: string, since: string): Promise<StoredRemoval | null> {
  const row = await db
    .updateTable('removals')
    .set((eb) => ({ things: eb.ref('things') }))
    .where('id', '=', id)
    .where('removed_at', '>', since)
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? null : asRemoval(row);
}

/** Deletes the removals made at `moment` or before, with what they keep. Returns how many. */
export async function dropRemovals(db: Db, moment: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('removals').where('removed_at', '<=', moment).executeTakeFirst();
  return Number(numDeletedRows);
}

export type Deleted = Awaited<ReturnType<Registered['remove']>>;

/** Keeps deleted rows for an undo. */
export async function keep(db: Db, removalId: string, table: Registered['table'], deleted: Deleted): Promise<void> {
  const rows = deleted.flatMap((row) => {
    // A row without a device is in no burst.
    if (row.visitor_id === null) return [];
    const { id, visitor_id, event_id = null } = row;
    return [{ removal_id: removalId, table_name: table, row_id: id, visitor_id, event_id, row: JSON.stringify(row) }];
  });
  if (rows.length > 0) await db.insertInto('removed_rows').values(rows).execute();
}

/** Returns the visitors that a removal took from, each with the events. */
export const listHolders = (db: Db, removalId: string) =>
  db
    .selectFrom('removed_rows')
    .select(['visitor_id', 'event_id'])
    .distinct()
    .where('removal_id', '=', removalId)
    .execute();

/** Returns the rows of a table that a removal took, in the order they were registered. */
export async function listRemoved(db: Db, removalId: string, table: Registered['table']): Promise<object[]> {
  const rows = await db
    .selectFrom('removed_rows')
    .select('row')
    .where('removal_id', '=', removalId)
    .where('table_name', '=', table)
    .orderBy('row_id')
    .execute();
  return rows.map(({ row }) => JSON.parse(row));
}

/** Inserts removed rows again, except those whose name or id is taken. Returns how many. */
export async function putBack(db: Db, table: Registered['table'], rows: readonly object[]): Promise<number> {
  const done = await db
    .insertInto(table)
    .values(rows as [])
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  noteChange(
    db,
    table,
    done.map(({ id }) => id),
  );
  return done.length;
}

/** Places, waiting entries and accounts of a visitor that organisers removed as part of a burst, kept while that can be undone. */
export async function listRemovedOf(db: Db, visitorId: string): Promise<NamedRow[]> {
  const rows = await db
    .selectFrom('removed_rows')
    .select(['table_name', 'row_id', 'event_id', 'row'])
    .where('visitor_id', '=', visitorId)
    .where('table_name', 'in', ['rsvps', 'waiting_entries', 'users'])
    .execute();
  return rows.map(({ table_name, row_id, event_id, row }) => {
    const { name, player_name } = JSON.parse(row) as { name?: string; player_name?: string };
    const named = { id: row_id, name: name ?? player_name ?? '' };
    if (table_name === 'rsvps' && event_id !== null) return { ...named, kind: 'place', eventId: event_id };
    return { ...named, kind: table_name === 'users' ? 'account' : 'waiting' };
  });
}

export const PAUSED = 'registration paused';
/** '' when organisers switched the word off, whatever festival.json says. */
export const BADGE_WORD = 'badge word';

/** A missing row means the default. */
export async function readChoices(db: Db): Promise<Choices> {
  const rows = await db.selectFrom('meta').selectAll().where('key', 'in', [PAUSED, BADGE_WORD]).execute();
  const settings = new Map(rows.map(({ key, value }) => [key, value]));
  return { paused: settings.has(PAUSED), word: settings.get(BADGE_WORD) ?? null };
}

export const writePaused = (db: Db, paused: boolean): Promise<void> =>
  paused ? writeMeta(db, PAUSED, 'yes') : dropMeta(db, PAUSED);

/** Null goes back to the word of festival.json, '' asks for none. */
export const writeWord = (db: Db, word: string | null): Promise<void> =>
  word === null ? dropMeta(db, BADGE_WORD) : writeMeta(db, BADGE_WORD, word);

/** Adds one to a tally that is below `most` and locks it until the transaction ends. Returns whether it did. */
export async function countUp(db: Db, name: string, most: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update meta set value = cast(cast(value as integer) + 1 as text)
    where key = ${name} and cast(case when key = ${name} then value else '0' end as integer) < ${most}`.execute(db);
  return numAffectedRows === 1n;
}

/** Locks a tally until the transaction ends: transactions that counted up before have committed. */
export async function lockTally(db: Db, name: string): Promise<void> {
  await db
    .insertInto('meta')
    .values({ key: name, value: '0' })
    .onConflict((conflict) => conflict.column('key').doUpdateSet((eb) => ({ value: eb.ref('meta.value') })))
    .execute();
}

export const writeTally = (db: Db, name: string, count: number): Promise<void> => writeMeta(db, name, String(count));

/** Rows per statement, so that no transaction takes long. */
const CHUNK = 1000;

/** Clears the network of visitors that registered before `moment`. Returns how many, at most a thousand. */
export async function dropNetworks(db: Db, moment: string): Promise<number> {
  const old = db.selectFrom('visitors').select('id').where('network', 'is not', null).where('created_at', '<', moment);
  const { numUpdatedRows } = await db
    .updateTable('visitors')
    .set({ network: null })
    .where('id', 'in', old.limit(CHUNK))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
