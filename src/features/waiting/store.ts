import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { UsedName } from '#database/duties.ts';
import { fromFlag, toFlag } from '#database/portable.ts';
import { insertAll } from '#database/rows.ts';
import type { Db, Schema } from '#database/schema.ts';
import { noteChange, noteOwners } from '#database/transactions.ts';
import { hiddenEvents } from '#features/events/store.ts';
import { answersOf, asAnswers, type NewRsvp, type PlaceTable } from '#features/rsvps/store.ts';
import { nameKey } from '#platform/names.ts';
import type { ArchivedWaiting, StaffEntry, WaitingEntry } from './contract.ts';

/** Organisers' screens with a line. */
const TOPIC = 'waiting';

export type Row = Selectable<Schema['waiting_entries']>;

export function noteEntries(db: Db, rows: readonly Pick<Row, 'visitor_id'>[]): void {
  if (rows.length === 0) return;
  noteChange(db, TOPIC);
  noteOwners(db, rows);
}

const entriesIn = (db: Db, eventId: string) => db.selectFrom('waiting_entries').where('event_id', '=', eventId);

const asPerson = (row: Row) => ({
  id: row.id,
  eventId: row.event_id,
  playerName: row.player_name,
  ...(row.player_email === null ? {} : { playerEmail: row.player_email }),
});

const asEntry = (row: Row & { rank: number | string; revision: number; lottery: number }): WaitingEntry => ({
  ...asPerson(row),
  // PostgreSQL counts in text.
  rank: row.lottery === 1 ? 0 : Number(row.rank),
  revision: row.revision,
  groupId: row.group_id,
});

export const withRank = (db: Db) =>
  db
    .selectFrom('waiting_entries as own')
    .innerJoin('events', 'events.id', 'own.event_id')
    .selectAll('own')
    .select(['events.revision', 'events.lottery'])
    .select(
      sql<number | string>`(select count(*) from waiting_entries as line
        where line.event_id = own.event_id and line.position <= own.position)`.as('rank'),
    );

/** Without the lines of hidden events, and without those that ended because the event was completed. */
const presentLines = (db: Db) =>
  withRank(db)
    .where('own.event_id', 'not in', hiddenEvents(db).select('events.id'))
    .where('events.status', '!=', 'completed');

/** Returns where a visitor waits, longest first. */
export async function listEntriesOf(db: Db, visitorId: string, among = presentLines): Promise<WaitingEntry[]> {
  const rows = await among(db)
    .where('own.visitor_id', '=', visitorId)
    .orderBy('own.created_at')
    .orderBy('own.id')
    .execute();
  return rows.map(asEntry);
}

export type Owned = { readonly entry: WaitingEntry; readonly visitorId: string | null };

export async function findEntry(db: Db, id: string): Promise<Owned | null> {
  const row = await presentLines(db).where('own.id', '=', id).executeTakeFirst();
  return row === undefined ? null : { entry: asEntry(row), visitorId: row.visitor_id };
}

/** Returns the id of the visitor who waits under this name: null for an entry of no visitor, undefined without an entry. */
export async function findHolder(db: Db, eventId: string, nameKey: string): Promise<string | null | undefined> {
  return (await entriesIn(db, eventId).select('visitor_id').where('name_key', '=', nameKey).executeTakeFirst())
    ?.visitor_id;
}

export async function countLine(db: Db, eventId: string): Promise<number> {
  const line = entriesIn(db, eventId).select(({ fn }) => fn.countAll().as('people'));
  return Number((await line.executeTakeFirstOrThrow()).people);
}

export async function countEntriesOf(db: Db, eventId: string, visitorId: string): Promise<number> {
  return (await entriesIn(db, eventId).select('id').where('visitor_id', '=', visitorId).execute()).length;
}

const lastPosition = async (db: Db, eventId: string): Promise<number> => {
  const line = entriesIn(db, eventId).select('position').orderBy('position', 'desc');
  return (await line.limit(1).executeTakeFirst())?.position ?? 0;
};

const moveLine = (db: Db, eventId: string, by: number) =>
  db
    .updateTable('waiting_entries')
    .set((eb) => ({ position: eb('position', '+', by) }))
    .where('event_id', '=', eventId)
    .execute();

/** Adds people at the end of a line, or before all others; several become a group. The event must be locked. */
export async function addEntries(db: Db, people: readonly NewRsvp[], { first = false } = {}): Promise<void> {
  const { eventId = '', id = null } = people[0] ?? {};
  const groupId = people.length > 1 ? id : null;
  const last = await lastPosition(db, eventId);
  if (first) {
    // Beyond the last position first, so that no two entries have one while a statement runs.
    await moveLine(db, eventId, last + people.length);
    await moveLine(db, eventId, -last);
  }
  const rows = people.map((person, index) => ({
    id: person.id,
    event_id: eventId,
    position: (first ? 1 : last + 1) + index,
    player_name: person.playerName,
    name_key: person.nameKey,
    player_email: person.playerEmail,
    visitor_id: person.visitorId,
    created_at: person.createdAt,
    group_id: groupId,
    handed_over: toFlag(person.isHandedOver ?? false),
    answers: asAnswers(person.answers),
    holds_seat: toFlag(false),
  }));
  await db.insertInto('waiting_entries').values(rows).execute();
  noteEntries(db, rows);
}

/** The entry becomes a place with its id and time. */
const asPlace = (row: Row): NewRsvp => ({
  id: row.id,
  eventId: row.event_id,
  playerName: row.player_name,
  nameKey: row.name_key,
  playerEmail: row.player_email,
  visitorId: row.visitor_id,
  createdAt: row.created_at,
  isHandedOver: fromFlag(row.handed_over),
  answers: answersOf(row),
});

/** Returns the ids of all who wait together with this entry and are of the same visitor, itself included. */
export async function listGroup(db: Db, id: string): Promise<string[]> {
  const own = db.selectFrom('waiting_entries').where('id', '=', id);
  const together = db
    .selectFrom('waiting_entries')
    .select('id')
    .where('group_id', '=', own.select('group_id'))
    .where('visitor_id', '=', own.select('visitor_id'));
  return [...new Set([id, ...(await together.execute()).map((row) => row.id)])];
}

/** Takes an entry out of its line; null when it is not there any more. The event must be locked. */
export async function takeEntry(db: Db, id: string): Promise<NewRsvp | null> {
  const row = await db.deleteFrom('waiting_entries').where('id', '=', id).returningAll().executeTakeFirst();
  if (row === undefined) return null;
  noteEntries(db, [row]);
  return asPlace(row);
}

/** Puts a locked event's line in this order. */
export async function orderLine(db: Db, eventId: string, ids: readonly string[]): Promise<void> {
  await moveLine(db, eventId, await lastPosition(db, eventId));
  for (const [index, id] of ids.entries())
    await db
      .updateTable('waiting_entries')
      .set({ position: 1 + index })
      .where('id', '=', id)
      .execute();
}

/** The first `count` in a line, in order. */
export const listFirst = (db: Db, eventId: string, count: number) =>
  entriesIn(db, eventId).select(['id', 'group_id as groupId']).orderBy('position').limit(count).execute();

/** Seats are held for these people of a locked event, and for nobody else in its line. */
export async function holdSeats(db: Db, eventId: string, ids: readonly string[]): Promise<void> {
  const line = db.updateTable('waiting_entries').where('event_id', '=', eventId);
  await line
    .set({ holds_seat: toFlag(false) })
    .where('holds_seat', '=', 1)
    .execute();
  if (ids.length > 0)
    await line
      .set({ holds_seat: toFlag(true) })
      .where('id', 'in', ids)
      .execute();
}

/** Lets groups of more people than the event has seats wait as single people behind the others, and returns them. */
export async function splitGroups(db: Db, eventId: string, capacity: number): Promise<NewRsvp[]> {
  const tooLarge = db
    .selectFrom('waiting_entries')
    .select('group_id')
    .where('event_id', '=', eventId)
    .where('group_id', 'is not', null)
    .groupBy('group_id')
    .having(({ fn }) => fn.countAll<number>(), '>', capacity);
  const line = entriesIn(db, eventId).selectAll().orderBy('position');
  const split = await line.where('group_id', 'in', tooLarge).execute();
  if (split.length === 0) return [];
  const last = (await entriesIn(db, eventId).select('position').orderBy('position', 'desc').executeTakeFirst())
    ?.position;
  for (const [index, { id }] of split.entries()) {
    const behind = { group_id: null, position: (last ?? 0) + 1 + index };
    await db.updateTable('waiting_entries').set(behind).where('id', '=', id).execute();
  }
  noteEntries(db, split);
  return split.map(asPlace);
}

/** Takes these entries out of a line, in its order. The event must be locked. */
export async function takeEntries(db: Db, ids: readonly string[]): Promise<NewRsvp[]> {
  if (ids.length === 0) return [];
  const rows = await db.deleteFrom('waiting_entries').where('id', 'in', ids).returningAll().execute();
  noteEntries(db, rows);
  return rows.sort((one, other) => one.position - other.position).map(asPlace);
}

/** Deletes the entries of an event, whose line ends, or of a visitor. Returns the events they were in, and how many seats they held in each. */
export async function removeEntries(
  db: Db,
  of: { eventId: string } | { visitorId: string },
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .deleteFrom('waiting_entries')
    .where((eb) => ('eventId' in of ? eb('event_id', '=', of.eventId) : eb('visitor_id', '=', of.visitorId)))
    .returning(['event_id', 'visitor_id', 'holds_seat'])
    .execute();
  noteEntries(db, rows);
  if ('eventId' in of && rows.length > 0)
    await db
      .updateTable('events')
      .set((eb) => ({ waited: eb('waited', '+', rows.length) }))
      .where('id', '=', of.eventId)
      .execute();
  const held = new Map<string, number>();
  for (const { event_id, holds_seat } of rows) held.set(event_id, (held.get(event_id) ?? 0) + holds_seat);
  return held;
}

/** Returns the next entries after this id, in the order of ids, each with what is known of its device. */
export async function listJoinedAfter(db: Db, after: string, limit: number) {
  const rows = await db
    .selectFrom('waiting_entries')
    .innerJoin('events', 'events.id', 'waiting_entries.event_id')
    .leftJoin('visitors', 'visitors.id', 'waiting_entries.visitor_id')
    .select(['waiting_entries.id', 'waiting_entries.created_at', 'waiting_entries.visitor_id'])
    .select(['waiting_entries.event_id', 'visitors.network', 'visitors.created_at as phone_since'])
    .where('waiting_entries.id', '>', after)
    .where('events.deleted_at', 'is', null)
    .where('events.status', '!=', 'completed')
    .orderBy('waiting_entries.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, isProven: false }));
}

/** Deletes entries and returns their rows. Their events must be locked. */
export async function deleteEntries(db: Db, ids: readonly string[]): Promise<Row[]> {
  const rows = await db.deleteFrom('waiting_entries').where('id', 'in', ids).returningAll().execute();
  noteEntries(db, rows);
  return rows;
}

/**
 * Inserts deleted entries of a locked event again, except those whose name has a place or waits: at their positions, or behind all
 * others when one of these is taken. Returns how many.
 */
export async function putBack(db: Db, eventId: string, rows: readonly Row[]): Promise<number> {
  const line = await entriesIn(db, eventId).select(['position', 'name_key']).orderBy('position').execute();
  const places = await db.selectFrom('rsvps').select('name_key').where('event_id', '=', eventId).execute();
  const names = new Set([...line, ...places].map(({ name_key }) => name_key));
  const positions = new Set(line.map(({ position }) => position));
  const behind = rows.some(({ position }) => positions.has(position)) ? (line.at(-1)?.position ?? 0) : 0;
  const back = rows
    .filter(({ name_key }) => !names.has(name_key))
    .map((row) => ({ ...row, position: behind + row.position, holds_seat: toFlag(false) }));
  if (back.length > 0) await db.insertInto('waiting_entries').values(back).execute();
  noteEntries(db, back);
  return back.length;
}

/** Everybody in the line of an event, in order. */
export async function listLine(db: Db, eventId: string): Promise<StaffEntry[]> {
  const rows = await entriesIn(db, eventId).selectAll().orderBy('position').execute();
  return rows.map((row, index) => ({
    ...asPerson(row),
    rank: index + 1,
    createdAt: row.created_at,
    groupId: row.group_id,
  }));
}

/** Returns the events in which a name has a place or waits. */
export async function listEventsOfName(db: Db, nameKey: string): Promise<string[]> {
  const places = db.selectFrom('rsvps').select('event_id').where('name_key', '=', nameKey);
  const entries = db.selectFrom('waiting_entries').select('event_id').where('name_key', '=', nameKey);
  return (await places.union(entries).execute()).map(({ event_id }) => event_id);
}

export async function listNamesOf(db: Db, visitorId: string): Promise<UsedName[]> {
  const query = db.selectFrom('waiting_entries').select(['player_name as name', 'created_at as usedAt']);
  return (await query.where('visitor_id', '=', visitorId).execute()).map((row) => ({ ...row, account: false }));
}

/** For a festival's file: each line in its order. */
export async function readEntries(db: Db): Promise<ArchivedWaiting[]> {
  const rows = await presentLines(db).orderBy('own.event_id').orderBy('own.position').execute();
  return rows.map((row) => ({
    id: row.id,
    eventId: row.event_id,
    playerName: row.player_name,
    playerEmail: row.player_email,
    createdAt: row.created_at,
    groupId: row.group_id,
    holdsSeat: fromFlag(row.holds_seat),
    answers: answersOf(row),
  }));
}

/** Adds the lines of a festival file. They are counted when the places are imported, which come after. */
export const writeEntries = (db: Db, entries: readonly ArchivedWaiting[]): Promise<void> =>
  insertAll(
    db,
    'waiting_entries',
    entries.map((entry, index) => ({ ...entry, position: index + 1 })),
    (entry) => ({
      id: entry.id,
      event_id: entry.eventId,
      position: entry.position,
      player_name: entry.playerName,
      name_key: nameKey(entry.playerName),
      player_email: entry.playerEmail,
      visitor_id: null,
      created_at: entry.createdAt,
      group_id: entry.groupId,
      holds_seat: toFlag(entry.holdsSeat),
      answers: asAnswers(entry.answers),
    }),
  );

const placesIn = (eb: ExpressionBuilder<Schema, 'events'>) =>
  eb
    .selectFrom('rsvps')
    .whereRef('rsvps.event_id', '=', 'events.id')
    .select(({ fn }) => fn.countAll<number>().as('places'));

/** Counts every line as empty and frees its held seats, after all entries were deleted. */
export async function forgetLines(db: Db): Promise<void> {
  noteChange(db, 'events');
  await db
    .updateTable('events')
    .set((eb) => ({ waiting: 0, seats_taken: placesIn(eb), revision: eb('revision', '+', 1) }))
    .where((eb) => eb.or([eb('waiting', '>', 0), eb('seats_taken', '<>', placesIn(eb))]))
    .execute();
}

type Renaming = {
  readonly of: { readonly nameKey: string; readonly visitorId: string | null };
  readonly to: { readonly name: string; readonly nameKey: string };
  readonly events: readonly string[];
};

/** Renames the rows under a name in these events, except those of other known visitors. Returns whose they are. */
export function renameIn(
  db: Db,
  table: PlaceTable,
  { of, to, events }: Renaming,
): Promise<{ visitor_id: string | null }[]> {
  return db
    .updateTable(table)
    .set({ player_name: to.name, name_key: to.nameKey })
    .where('name_key', '=', of.nameKey)
    .$if(of.visitorId !== null, (query) =>
      query.where((eb) => eb.or([eb('visitor_id', 'is', null), eb('visitor_id', '=', of.visitorId)])),
    )
    .where('event_id', 'in', events)
    .returning('visitor_id')
    .execute();
}
