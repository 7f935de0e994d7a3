import type { Insertable, Selectable } from 'kysely';
import { fromFlag, toFlag } from '#database/portable.ts';
import { insertAll } from '#database/rows.ts';
import type { Db, Schema } from '#database/schema.ts';
import { noteChange, noteOwners } from '#database/transactions.ts';
import { OPENS } from '#features/festival/store.ts';
import type { ScopedEvent } from '#platform/staff.ts';
import type {
  ArchivedEvent,
  EventChange,
  EventPoints,
  EventStatus,
  FestivalEvent,
  FormatOptions,
  NewEvent,
  Question,
  RoundClock,
  TableSettings,
  TournamentType,
} from './contract.ts';
import type { EventOutline } from './rules/first-events.ts';
import { gameTypeOf } from './rules/status.ts';

type Row = Selectable<Schema['events']>;

/** What an organiser set; the same in the list of events and in a festival file. */
const settingsOf = (row: Row) => ({
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
  tournamentType: row.tournament_type as TournamentType | null,
  format: row.format === null ? null : (JSON.parse(row.format) as FormatOptions),
  points: row.points === null ? null : (JSON.parse(row.points) as EventPoints),
  reports: fromFlag(row.reports),
  releaseAfter: row.release_after,
  queue: fromFlag(row.queue),
  questions: JSON.parse(row.questions) as Question[],
  draft: fromFlag(row.draft),
  lottery: fromFlag(row.lottery),
  status: row.status,
  // A completed event keeps its delay for an undo, and is as planned.
  lateMinutes: row.status === 'completed' ? 0 : row.late_minutes,
});

const bracketOf = ({ bracket_drawn, bracket_decided }: Pick<Row, 'bracket_drawn' | 'bracket_decided'>) => ({
  bracketDrawn: fromFlag(bracket_drawn),
  bracketDecided: bracket_decided === 1,
});

const asEvent = (row: Row): FestivalEvent => ({
  ...settingsOf(row),
  currentRegistrations: row.seats_taken,
  waiting: row.waiting,
  gameType: gameTypeOf(row.event_type),
  ...bracketOf(row),
  roundClock:
    row.round_clock === null || row.status === 'completed' ? null : (JSON.parse(row.round_clock) as RoundClock),
  queuePaused: fromFlag(row.queue_paused),
  completedAt: row.completed_at,
  editRevision: row.edit_revision,
  revision: row.revision,
});

type Settings = EventChange & Partial<Pick<FestivalEvent, 'lateMinutes'>> & { readonly editedAt?: string };
/** With each revision, so that a calendar's DTSTAMP is never older than its SEQUENCE. */
type Edited = Settings & Required<Pick<Settings, 'editedAt'>>;

/** The column of each field that an organiser sets. */
const COLUMN = {
  title: 'title',
  eventType: 'event_type',
  description: 'description',
  startTime: 'start_time',
  duration: 'duration',
  location: 'location',
  host: 'host',
  capacity: 'capacity',
  editedAt: 'edited_at',
  googleDocUrl: 'google_doc_url',
  tournamentType: 'tournament_type',
  lateMinutes: 'late_minutes',
  points: 'points',
  format: 'format',
  reports: 'reports',
  releaseAfter: 'release_after',
  queue: 'queue',
  questions: 'questions',
  draft: 'draft',
  lottery: 'lottery',
} as const satisfies Record<keyof Settings, keyof Schema['events']>;
type Columns = Pick<Insertable<Schema['events']>, (typeof COLUMN)[keyof Settings]>;

/** Leaves undefined fields out of the statement. */
function asRow(event: NewEvent & Settings): Columns;
function asRow(event: Settings): { [C in keyof Columns]?: Columns[C] | undefined };
function asRow({ points, format, reports, queue, questions, draft, lottery, ...event }: Settings): object {
  const stored = {
    ...event,
    points: points && JSON.stringify(points),
    format: format && JSON.stringify(format),
    reports: reports === undefined ? undefined : toFlag(reports),
    queue: queue === undefined ? undefined : toFlag(queue),
    questions: questions && JSON.stringify(questions),
    draft: draft === undefined ? undefined : toFlag(draft),
    lottery: lottery === undefined ? undefined : toFlag(lottery),
  };
  return Object.fromEntries(Object.entries(COLUMN).map(([field, column]) => [column, stored[field as keyof Settings]]));
}

/** The events that are in the programme. For everything but a deletion and its undo, a hidden event does not exist. */
export const presentEvents = (db: Db) => db.selectFrom('events').where('events.deleted_at', 'is', null);

/** What visitors see: no drafts, and nothing before the programme opens. */
export const publicEvents = (db: Db) =>
  presentEvents(db)
    .where('events.draft', '=', 0)
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('meta').select('key').where('key', '=', OPENS))));

/** Hidden ones too, where what is in an event is deleted. */
export const everyEvent = (db: Db) => db.selectFrom('events');

/** Few, and found by an index: what belongs to an event is left out with `not in`. */
export const hiddenEvents = (db: Db) => db.selectFrom('events').where('events.deleted_at', 'is not', null);

/** Each visitor with a place in the event or in its line, once. */
export const holdersOf = (db: Db, eventId: string) =>
  db
    .selectFrom('rsvps')
    .select('visitor_id')
    .where('event_id', '=', eventId)
    .union(db.selectFrom('waiting_entries').select('visitor_id').where('event_id', '=', eventId));

/** Whether a visitor has a place in the event or in its line. */
export async function isHolder(db: Db, visitorId: string, eventId: string): Promise<boolean> {
  const holder = db.selectFrom(holdersOf(db, eventId).as('holders')).select('visitor_id');
  return (await holder.where('visitor_id', '=', visitorId).executeTakeFirst()) !== undefined;
}

/** Returns every event by start time, or those of the ids that exist. */
export async function listEvents(
  db: Db,
  ids: readonly string[] | null = null,
  among = presentEvents(db),
): Promise<FestivalEvent[]> {
  const rows = await among
    .selectAll()
    .$if(ids !== null, (query) => query.where('id', 'in', ids))
    .orderBy('start_time')
    .orderBy('id')
    .execute();
  return rows.map(asEvent);
}

/** As `listEvents`, but without what makes a long list slow to read. */
export async function listOutlines(db: Db, among = presentEvents(db)): Promise<EventOutline[]> {
  const rows = await among
    .select(['id', 'title', 'start_time as startTime', 'duration', 'location', 'status'])
    .select(['event_type as eventType', 'late_minutes as lateMinutes', 'bracket_drawn', 'bracket_decided'])
    .orderBy('start_time')
    .orderBy('id')
    .execute();
  return rows.map(({ bracket_drawn, bracket_decided, ...outline }) => ({
    ...outline,
    ...bracketOf({ bracket_drawn, bracket_decided }),
  }));
}

/** Every statement that changes what screens show of one event goes through here. */
export function updateEvent(db: Db, id: string) {
  noteChange(db, 'events', [id]);
  const update = db.updateTable('events').where('id', '=', id);
  return update.set((eb) => ({ revision: eb('revision', '+', 1) }));
}

/** An update that raises the edit's revision too, so that open forms and calendars notice it. */
const editEvent = (db: Db, id: string, edited_at?: string) =>
  updateEvent(db, id).set((eb) => ({ edit_revision: eb('edit_revision', '+', 1), edited_at }));

/** Returns when the last event of the programme begins; null without any. */
export async function readLastStart(db: Db): Promise<string | null> {
  const last = presentEvents(db).select(({ fn }) => fn.max('start_time').as('start'));
  return (await last.executeTakeFirst())?.start ?? null;
}

export async function findEvent(db: Db, id: string, among = presentEvents(db)): Promise<FestivalEvent | null> {
  const row = await among.selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : asEvent(row);
}

/** What a helper's scope is compared with. */
export const readScoped = async (db: Db, id: string): Promise<ScopedEvent | null> =>
  (await presentEvents(db).select(['id', 'location']).where('id', '=', id).executeTakeFirst()) ?? null;

/**
 * Reads the event and locks it until the transaction ends, so that it cannot change between a rule and a write. A hidden
 * one is locked too, because its places can still be forgotten, but null is returned.
 */
export async function lockEvent(db: Db, id: string): Promise<FestivalEvent | null> {
  const lock = db.updateTable('events').set((eb) => ({ seats_taken: eb.ref('seats_taken') }));
  const row = await lock.where('id', '=', id).returningAll().executeTakeFirst();
  return row === undefined || row.deleted_at !== null ? null : asEvent(row);
}

/** Locks several events in the order of their ids, as every transaction does, so that two cannot deadlock. */
export async function lockEvents(db: Db, ids: Iterable<string>): Promise<FestivalEvent[]> {
  const held: FestivalEvent[] = [];
  for (const id of [...new Set(ids)].sort()) {
    const event = await lockEvent(db, id);
    if (event !== null) held.push(event);
  }
  return held;
}

export async function addEvent(db: Db, id: string, event: NewEvent & Settings): Promise<FestivalEvent> {
  const values = { id, ...asRow(event), seats_taken: 0, status: 'upcoming' as const, bracket_drawn: toFlag(false) };
  noteChange(db, 'events', [id]);
  return asEvent(await db.insertInto('events').values(values).returningAll().executeTakeFirstOrThrow());
}

/** Changes an event except for its seats. The event must be locked. */
export async function changeEvent(db: Db, id: string, change: Omit<Edited, 'capacity'>): Promise<FestivalEvent> {
  return asEvent(await editEvent(db, id).set(asRow(change)).returningAll().executeTakeFirstOrThrow());
}

export async function setStatus(db: Db, id: string, status: EventStatus): Promise<FestivalEvent> {
  return asEvent(await updateEvent(db, id).set({ status }).returningAll().executeTakeFirstOrThrow());
}

/** Closes registration: the bracket is drawn, and decided or not. */
export async function markDrawn(db: Db, id: string, { isDecided }: { isDecided: boolean }): Promise<void> {
  const drawn = { bracket_drawn: toFlag(true), bracket_decided: toFlag(isDecided) };
  await updateEvent(db, id)
    .set({ ...drawn, ...(isDecided && { round_clock: null }) })
    .execute();
}

/** Of a locked event. Null stops it. */
export const setRoundClock = (db: Db, id: string, clock: RoundClock | null) =>
  updateEvent(db, id)
    .set({ round_clock: clock && JSON.stringify(clock) })
    .execute();

/** The event appears in or disappears from the programme, with its bracket and its places. */
async function noteAppearance(db: Db, id: string): Promise<void> {
  for (const topic of ['deletions', `matches:${id}`, `leaderboard:${id}`]) noteChange(db, topic);
  for (const table of ['rsvps', 'waiting_entries'] as const) {
    noteOwners(db, await db.selectFrom(table).select('visitor_id').where('event_id', '=', id).execute());
  }
}

/** Hides a locked event. */
export async function hideEvent(db: Db, id: string, now: string): Promise<FestivalEvent> {
  await noteAppearance(db, id);
  return asEvent(await editEvent(db, id, now).set({ deleted_at: now }).returningAll().executeTakeFirstOrThrow());
}

/** Shows an event again that was hidden after `since`; null for any other. */
export async function restoreEvent(db: Db, id: string, since: string, now = since): Promise<FestivalEvent | null> {
  const restored = editEvent(db, id, now).set({ deleted_at: null }).where('deleted_at', '>', since);
  const row = await restored.returningAll().executeTakeFirst();
  if (row === undefined) return null;
  await noteAppearance(db, id);
  return asEvent(row);
}

/** Returns the hidden events and since when. */
export async function listHiddenEvents(db: Db): Promise<{ event: FestivalEvent; deletedAt: string }[]> {
  const rows = await hiddenEvents(db).selectAll().orderBy('id').execute();
  return rows.map((row) => ({ event: asEvent(row), deletedAt: row.deleted_at ?? '' }));
}

/** Deletes an event that was hidden at `until` or before, and by the foreign keys what is in it. Returns whether it did. */
export async function removeEvent(db: Db, id: string, until: string): Promise<boolean> {
  noteChange(db, 'deletions');
  const removal = db.deleteFrom('events').where('id', '=', id).where('deleted_at', '<=', until);
  return (await removal.executeTakeFirst()).numDeletedRows === 1n;
}

/**
 * Takes a seat if there is one, in one statement: exactly `capacity` concurrent callers succeed. Returns the event as
 * it was just before, or null when no seat was taken. `unlessLottery`: not while the places are still to be drawn.
 */
export async function takeSeat(
  db: Db,
  id: string,
  { seats = 1, unlessLottery = false }: { readonly seats?: number; readonly unlessLottery?: boolean } = {},
): Promise<FestivalEvent | null> {
  const row = await updateEvent(db, id)
    .set((eb) => ({ seats_taken: eb('seats_taken', '+', seats) }))
    .where((eb) => eb(eb('seats_taken', '+', seats), '<=', eb.ref('capacity')))
    .where('status', '!=', 'completed')
    .where('bracket_drawn', '=', 0)
    .where('deleted_at', 'is', null)
    .$if(unlessLottery, (query) => query.where('lottery', '=', 0))
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? null : asEvent({ ...row, seats_taken: row.seats_taken - seats });
}

/** `taken` is added to the seats taken, negative to free some; `capacity` replaces the capacity. */
export type SeatChange = { readonly taken?: number; readonly capacity?: number };

/**
 * Changes the seats of a locked event and counts its waiting list again, in one statement: the table refuses a free seat
 * while somebody waits. Requests for places that are still to be drawn count as nobody. Only the commands of rsvps and waiting may call it.
 */
export async function changeSeats(db: Db, id: string, { taken = 0, capacity }: SeatChange = {}): Promise<void> {
  await updateEvent(db, id)
    .set((eb) => ({
      seats_taken: eb('seats_taken', '+', taken),
      capacity,
      waiting: eb
        .selectFrom('waiting_entries')
        .innerJoin('events as own', 'own.id', 'waiting_entries.event_id')
        .select(eb.fn.countAll<number>().as('count'))
        .where('own.id', '=', id)
        .where('own.status', '!=', 'completed')
        .where('own.lottery', '=', 0),
    }))
    .execute();
}

/** Returns the tables of an event that is in the programme, or null. */
export async function readTables(db: Db, id: string): Promise<TableSettings | null> {
  const query = presentEvents(db).select(['tables', 'closed_tables', 'calls_by_itself']).where('id', '=', id);
  const row = await query.executeTakeFirst();
  if (row === undefined) return null;
  const [tables, closedTables] = [JSON.parse(row.tables), JSON.parse(row.closed_tables)];
  return { tables, closedTables, callsByItself: fromFlag(row.calls_by_itself) };
}

/** Changes the tables of a locked event. */
export async function writeTables(db: Db, id: string, settings: TableSettings): Promise<void> {
  noteChange(db, 'calls');
  const row = {
    tables: JSON.stringify(settings.tables),
    closed_tables: JSON.stringify(settings.closedTables),
    calls_by_itself: toFlag(settings.callsByItself),
  };
  await db.updateTable('events').set(row).where('id', '=', id).execute();
}

export async function anonymiseHosts(db: Db): Promise<void> {
  noteChange(db, 'events');
  const others = db.updateTable('events').where('host', '!=', 'Former host');
  const edit = others.set((eb) => ({ edit_revision: eb('edit_revision', '+', 1), revision: eb('revision', '+', 1) }));
  await edit.set({ host: 'Former host' }).execute();
}

/** For a festival's file, in the order of ids. */
export async function readEvents(db: Db): Promise<ArchivedEvent[]> {
  const rows = await presentEvents(db).selectAll().orderBy('id').execute();
  return rows.map((row) => ({
    ...settingsOf(row),
    tables: JSON.parse(row.tables),
    callsByItself: fromFlag(row.calls_by_itself),
    codeGeneration: row.code_generation,
  }));
}

/** Adds the events of a festival file, without seats taken and undrawn: importing places and brackets sets both. */
export async function writeEvents(db: Db, events: readonly ArchivedEvent[]): Promise<void> {
  noteChange(db, 'events');
  await insertAll(db, 'events', events, (event) => ({
    ...asRow(event),
    id: event.id,
    status: event.status,
    seats_taken: 0,
    tables: JSON.stringify(event.tables),
    calls_by_itself: toFlag(event.callsByItself),
    bracket_drawn: toFlag(false),
    code_generation: event.codeGeneration,
  }));
}
