import type { Selectable } from 'kysely';
import { noteChange, noteOwners } from '#database/changes.ts';
import { insertAll } from '#database/insert.ts';
import { fromFlag, toFlag } from '#database/portable.ts';
import type { Db, Schema } from '#database/schema.ts';
import type { ArchivedEvent, EventChange, EventStatus, FestivalEvent, NewEvent } from './contract.ts';
import type { EventOutline } from './rules/first-events.ts';
import { gameTypeOf } from './rules/kinds.ts';

/** What an organiser set; the same in the list of events and in a festival file. */
const settingsOf = (row: Selectable<Schema['events']>) => ({
  id: row.id,
  title: row.title,
  eventType: row.event_type,
  description: row.description,
  startTime: row.start_time,
  duration: row.duration,
  location: row.location,
  host: row.host,
  capacity: row.capacity,
  googleDocUrl: row.google_doc_url,
  tournamentType: row.tournament_type,
  status: row.status,
});

const asEvent = (row: Selectable<Schema['events']>): FestivalEvent => ({
  ...settingsOf(row),
  currentRegistrations: row.seats_taken,
  waiting: row.waiting,
  gameType: gameTypeOf(row.event_type),
  bracketDrawn: fromFlag(row.bracket_drawn),
  editRevision: row.edit_revision,
  revision: row.revision,
});

type Columns = Omit<
  Selectable<Schema['events']>,
  'id' | 'seats_taken' | 'waiting' | 'status' | 'bracket_drawn' | 'code_generation' | 'edit_revision' | 'revision'
>;

/** Leaves undefined fields out of the statement. */
function asRow(event: NewEvent): Columns;
function asRow(event: EventChange): { [C in keyof Columns]?: Columns[C] | undefined };
function asRow(event: EventChange) {
  return {
    title: event.title,
    event_type: event.eventType,
    description: event.description,
    start_time: event.startTime,
    duration: event.duration,
    location: event.location,
    host: event.host,
    capacity: event.capacity,
    google_doc_url: event.googleDocUrl,
    tournament_type: event.tournamentType,
  };
}

/** Returns every event by start time, or those of the ids that exist. */
export async function listEvents(db: Db, ids: readonly string[] | null = null): Promise<FestivalEvent[]> {
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .$if(ids !== null, (query) => query.where('id', 'in', ids))
    .orderBy('start_time')
    .orderBy('id')
    .execute();
  return rows.map(asEvent);
}

/** As `listEvents`, but without what makes a long list slow to read. */
export async function listOutlines(db: Db): Promise<EventOutline[]> {
  const rows = await db
    .selectFrom('events')
    .select([
      'id',
      'title',
      'start_time as startTime',
      'duration',
      'status',
      'event_type as eventType',
      'bracket_drawn',
    ])
    .orderBy('start_time')
    .orderBy('id')
    .execute();
  return rows.map(({ bracket_drawn, ...outline }) => ({ ...outline, bracketDrawn: fromFlag(bracket_drawn) }));
}

/** Every statement that changes what screens show of an event goes through here. */
function updateEvent(db: Db, id: string) {
  noteChange(db, 'events', [id]);
  return db
    .updateTable('events')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', id);
}

export async function findEvent(db: Db, id: string): Promise<FestivalEvent | null> {
  const row = await db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : asEvent(row);
}

/** Reads the event and locks it until the transaction ends, so that it cannot change between a rule and a write. */
export async function holdEvent(db: Db, id: string): Promise<FestivalEvent | null> {
  const row = await db
    .updateTable('events')
    .set((eb) => ({ seats_taken: eb.ref('seats_taken') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? null : asEvent(row);
}

/** Locks several events in the order of their ids, as every transaction does, so that two cannot deadlock. */
export async function holdEvents(db: Db, ids: Iterable<string>): Promise<FestivalEvent[]> {
  const held: FestivalEvent[] = [];
  for (const id of [...new Set(ids)].sort()) {
    const event = await holdEvent(db, id);
    if (event !== null) held.push(event);
  }
  return held;
}

export async function addEvent(db: Db, id: string, event: NewEvent): Promise<FestivalEvent> {
  const values = { id, ...asRow(event), seats_taken: 0, status: 'upcoming' as const, bracket_drawn: toFlag(false) };
  noteChange(db, 'events', [id]);
  return asEvent(await db.insertInto('events').values(values).returningAll().executeTakeFirstOrThrow());
}

/** Changes an event except for its seats. The event must be locked. */
export async function changeEvent(db: Db, id: string, change: Omit<EventChange, 'capacity'>): Promise<FestivalEvent> {
  const row = await updateEvent(db, id)
    .set((eb) => ({ ...asRow(change), edit_revision: eb('edit_revision', '+', 1) }))
    .returningAll()
    .executeTakeFirstOrThrow();
  return asEvent(row);
}

export async function setStatus(db: Db, id: string, status: EventStatus): Promise<FestivalEvent> {
  return asEvent(await updateEvent(db, id).set({ status }).returningAll().executeTakeFirstOrThrow());
}

/** Closes registration: the bracket is drawn. */
export async function markDrawn(db: Db, id: string): Promise<void> {
  await updateEvent(db, id)
    .set({ bracket_drawn: toFlag(true) })
    .execute();
}

/** Deletes the event, which must be locked, and by the foreign key its RSVPs and waiting entries. Returns whether it existed. */
export async function removeEvent(db: Db, id: string): Promise<boolean> {
  noteChange(db, 'events', [id]);
  noteChange(db, `matches:${id}`);
  noteChange(db, `leaderboard:${id}`);
  for (const table of ['rsvps', 'waiting_entries'] as const) {
    noteOwners(db, await db.selectFrom(table).select('visitor_id').where('event_id', '=', id).execute());
  }
  const { numDeletedRows } = await db.deleteFrom('events').where('id', '=', id).executeTakeFirst();
  return numDeletedRows === 1n;
}

/**
 * Takes a seat if there is one, in one statement: exactly `capacity` concurrent callers succeed. Returns the event as
 * it was just before, or null when no seat was taken.
 */
export async function takeSeat(db: Db, id: string): Promise<FestivalEvent | null> {
  const row = await updateEvent(db, id)
    .set((eb) => ({ seats_taken: eb('seats_taken', '+', 1) }))
    .whereRef('seats_taken', '<', 'capacity')
    .where('status', '!=', 'completed')
    .where('bracket_drawn', '=', 0)
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? null : asEvent({ ...row, seats_taken: row.seats_taken - 1 });
}

/** `taken` is added to the seats taken, negative to free some; `capacity` replaces the capacity. */
export type SeatChange = { readonly taken?: number; readonly capacity?: number };

/**
 * Changes the seats of a locked event and counts its waiting list again, in one statement: the table refuses a free seat
 * while somebody waits. Only the commands of rsvps and waiting may call it.
 */
export async function changeSeats(db: Db, id: string, { taken = 0, capacity }: SeatChange = {}): Promise<void> {
  await updateEvent(db, id)
    .set((eb) => ({
      seats_taken: eb('seats_taken', '+', taken),
      capacity,
      waiting: eb.selectFrom('waiting_entries').select(eb.fn.countAll<number>().as('count')).where('event_id', '=', id),
    }))
    .execute();
}

export async function anonymiseHosts(db: Db): Promise<void> {
  noteChange(db, 'events');
  await db
    .updateTable('events')
    .set((eb) => ({
      host: 'Former host',
      edit_revision: eb('edit_revision', '+', 1),
      revision: eb('revision', '+', 1),
    }))
    .where('host', '!=', 'Former host')
    .execute();
}

/** For a festival's file, in the order of ids. */
export async function readEvents(db: Db): Promise<ArchivedEvent[]> {
  const rows = await db.selectFrom('events').selectAll().orderBy('id').execute();
  return rows.map((row) => ({ ...settingsOf(row), codeGeneration: row.code_generation }));
}

/** Adds the events of a festival file, without seats taken and undrawn: importing places and brackets sets both. */
export async function writeEvents(db: Db, events: readonly ArchivedEvent[]): Promise<void> {
  noteChange(db, 'events');
  await insertAll(db, 'events', events, (event) => ({
    id: event.id,
    ...asRow(event),
    seats_taken: 0,
    status: event.status,
    bracket_drawn: toFlag(false),
    code_generation: event.codeGeneration,
  }));
}
