import type { RegisteredRow } from '#database/duties.ts';
import { fromFlag, toFlag } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import { noteChange, noteOwners } from '#database/transactions.ts';
import { hiddenEvents, updateEvent } from '#features/events/store.ts';
import { nameKey } from '#platform/names.ts';
import type { QueueState } from './contract.ts';
import type { StoredEntry } from './rules.ts';

export type OwnedEntry = StoredEntry & { readonly eventId: string; readonly visitorId: string | null };

const OPEN: readonly QueueState[] = ['waiting', 'called'];

const entries = (db: Db) =>
  db
    .selectFrom('queue_entries')
    .select(['id', 'event_id as eventId', 'visitor_id as visitorId', 'player_name as name', 'note', 'state', 'rank'])
    .select(['absences', 'called_at as calledAt', 'done_at as doneAt', 'seen'])
    .where('event_id', 'not in', hiddenEvents(db).select('events.id'));

type Row = Awaited<ReturnType<ReturnType<typeof entries>['executeTakeFirstOrThrow']>>;
const asEntry = (row: Row): OwnedEntry => ({ ...row, seen: fromFlag(row.seen) });

export async function listEntries(db: Db, eventId: string): Promise<OwnedEntry[]> {
  return (await entries(db).where('event_id', '=', eventId).orderBy('rank').execute()).map(asEntry);
}

export async function findEntry(db: Db, id: string): Promise<OwnedEntry | null> {
  const row = await entries(db).where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : asEntry(row);
}

/** Events in which this device waits or is called. */
export async function listEventsOf(db: Db, visitorId: string): Promise<string[]> {
  const open = entries(db).where('visitor_id', '=', visitorId).where('state', 'in', OPEN);
  return [...new Set((await open.execute()).map(({ eventId }) => eventId))].sort();
}

/** Whether somebody waits, or is up. */
export async function hasOpenEntries(db: Db, eventId: string): Promise<boolean> {
  const open = entries(db).where('event_id', '=', eventId).where('state', 'in', OPEN);
  return (await open.limit(1).execute()).length > 0;
}

type NewEntry = Pick<OwnedEntry, 'id' | 'eventId' | 'visitorId' | 'name' | 'note' | 'rank'> & { readonly at: string };

export async function addEntry(db: Db, { id, eventId, visitorId, name, note, rank, at }: NewEntry): Promise<void> {
  const of = { id, event_id: eventId, visitor_id: visitorId, player_name: name, name_key: nameKey(name) };
  await db
    .insertInto('queue_entries')
    .values({ ...of, note, rank, state: 'waiting', absences: 0, created_at: at, seen: toFlag(false) })
    .execute();
  await noteQueue(db, eventId);
}

type EntryChange = {
  readonly state: QueueState;
  readonly rank?: number;
  readonly absences?: number;
  readonly called_at?: string;
  readonly done_at?: string;
};

/** A change takes away that the call was seen. */
export async function changeEntry(db: Db, { id, eventId, visitorId }: OwnedEntry, change: EntryChange) {
  await db
    .updateTable('queue_entries')
    .set({ ...change, seen: toFlag(false) })
    .where('id', '=', id)
    .execute();
  await noteQueue(db, eventId, visitorId);
}

/** Makes room behind a rank. */
export async function moveBehind(db: Db, eventId: string, rank: number): Promise<void> {
  const later = db.updateTable('queue_entries').set((eb) => ({ rank: eb('rank', '+', 1) }));
  await later.where('event_id', '=', eventId).where('rank', '>', rank).execute();
}

export async function markSeen(db: Db, { id, eventId }: Pick<OwnedEntry, 'id' | 'eventId'>): Promise<void> {
  await db
    .updateTable('queue_entries')
    .set({ seen: toFlag(true) })
    .where('id', '=', id)
    .execute();
  await noteQueue(db, eventId);
}

export async function deleteEntries(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const gone = await db.deleteFrom('queue_entries').where('id', 'in', ids).returningAll().execute();
  for (const eventId of new Set(gone.map(({ event_id }) => event_id))) await noteQueue(db, eventId);
  noteOwners(db, gone);
  return gone;
}

export async function deleteEntriesOf(db: Db, visitorId: string): Promise<void> {
  const own = await db.selectFrom('queue_entries').select('id').where('visitor_id', '=', visitorId).execute();
  await deleteEntries(
    db,
    own.map(({ id }) => id),
  );
}

/** Everybody reads the queue; each phone that is in it, or just was, its own positions. */
async function noteQueue(db: Db, eventId: string, visitorId: string | null = null): Promise<void> {
  noteChange(db, 'queue');
  const open = db.selectFrom('queue_entries').select('visitor_id').where('event_id', '=', eventId);
  noteOwners(db, [{ visitor_id: visitorId }, ...(await open.where('state', 'in', OPEN).execute())]);
}

export async function setPaused(db: Db, eventId: string, paused: boolean): Promise<void> {
  noteChange(db, 'queue');
  await updateEvent(db, eventId)
    .set({ queue_paused: toFlag(paused) })
    .execute();
}

/** Returns the next rows after this id, in the order of ids, each with what is known of its device. */
export async function listMadeAfter(db: Db, after: string, limit: number): Promise<RegisteredRow[]> {
  const rows = await db
    .selectFrom('queue_entries')
    .leftJoin('visitors', 'visitors.id', 'queue_entries.visitor_id')
    .select(['queue_entries.id', 'queue_entries.created_at', 'queue_entries.visitor_id', 'queue_entries.event_id'])
    .select(['visitors.network', 'visitors.created_at as phone_since'])
    .where('queue_entries.id', '>', after)
    .orderBy('queue_entries.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, isProven: false }));
}
