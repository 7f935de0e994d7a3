import { type Selectable, sql } from 'kysely';
import type { NamedRow, UsedName } from '#database/duties.ts';
import { fromFlag, toFlag } from '#database/portable.ts';
import { insertAll } from '#database/rows.ts';
import type { Db, Schema } from '#database/schema.ts';
import { noteOwners } from '#database/transactions.ts';
import type { Answers } from '#features/events/rules/questions.ts';
import { hiddenEvents, presentEvents } from '#features/events/store.ts';
import { nameKey } from '#platform/names.ts';
import type { ArchivedRsvp, Rsvp } from './contract.ts';
import type { TakenPlace } from './rules.ts';

export type StoredPlace = Selectable<Schema['rsvps']>;

const asRsvp = (row: StoredPlace): Rsvp => ({
  id: row.id,
  eventId: row.event_id,
  playerName: row.player_name,
  ...(row.player_email === null ? {} : { playerEmail: row.player_email }),
  checkedIn: fromFlag(row.checked_in),
  ...(fromFlag(row.coming) && { coming: true }),
});

export const answersOf = ({ answers }: Pick<StoredPlace, 'answers'>): Answers | null =>
  answers === null ? null : (JSON.parse(answers) as Answers);

/** Null where nothing was answered. */
export const asAnswers = (answers: Answers | null = null): string | null =>
  answers === null || Object.keys(answers).length === 0 ? null : JSON.stringify(answers);

/** For those who may read the answers. */
export const withAnswers = <T extends object>(
  shown: T,
  row: Pick<StoredPlace, 'answers'>,
): T & { answers?: Answers } => {
  const answers = answersOf(row);
  return answers === null ? shown : { ...shown, answers };
};

/** The places in events that are in the programme. */
const presentPlaces = (db: Db) =>
  db.selectFrom('rsvps').where('event_id', 'not in', hiddenEvents(db).select('events.id'));

export async function listRsvpsOf(db: Db, visitorId: string): Promise<Rsvp[]> {
  const rows = await presentPlaces(db)
    .selectAll()
    .where('visitor_id', '=', visitorId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => withAnswers(asRsvp(row), row));
}

/** Returns the place's row; null also for one in a deleted event. */
export const findStoredPlace = async (db: Db, id: string): Promise<StoredPlace | null> =>
  (await presentPlaces(db).selectAll().where('id', '=', id).executeTakeFirst()) ?? null;

export type Owned = { readonly rsvp: Rsvp; readonly visitorId: string | null };

export async function findRsvp(db: Db, id: string): Promise<Owned | null> {
  const row = await findStoredPlace(db, id);
  return row && { rsvp: asRsvp(row), visitorId: row.visitor_id };
}

/**
 * Returns the id of the visitor who has the place with this name in this event: null for a place of no visitor, undefined
 * without a place.
 */
export async function findHolder(db: Db, eventId: string, nameKey: string): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('rsvps')
    .select('visitor_id')
    .where('event_id', '=', eventId)
    .where('name_key', '=', nameKey)
    .executeTakeFirst();
  return row?.visitor_id;
}

export async function findPlaceOf(db: Db, eventId: string, nameKey: string): Promise<{ id: string } | null> {
  const place = presentPlaces(db).select('id').where('event_id', '=', eventId).where('name_key', '=', nameKey);
  return (await place.executeTakeFirst()) ?? null;
}

/** Returns the event of a place that is there, or was given to the line; null for another id. */
export async function readEventId(db: Db, id: string): Promise<string | null> {
  const row = await presentPlaces(db).select('event_id').where('rsvps.id', '=', id).executeTakeFirst();
  const released = db.selectFrom('released_places').select('event_id').where('id', '=', id);
  return (row ?? (await released.executeTakeFirst()))?.event_id ?? null;
}

export async function countPlacesOf(db: Db, eventId: string, visitorId: string): Promise<number> {
  const own = db.selectFrom('rsvps').select('id').where('visitor_id', '=', visitorId).where('event_id', '=', eventId);
  return (await own.execute()).length;
}

export async function countPlacesIn(db: Db, eventId: string): Promise<number> {
  const query = db.selectFrom('rsvps').where('event_id', '=', eventId);
  return Number((await query.select(({ fn }) => fn.countAll().as('places')).executeTakeFirstOrThrow()).places);
}

/** Returns in which events seats are kept for people who wait together, and how many. */
export async function countHeldSeats(db: Db): Promise<ReadonlyMap<string, number>> {
  const held = db.selectFrom('waiting_entries').where('holds_seat', '=', 1).groupBy('event_id');
  const rows = await held.select(({ fn }) => ['event_id', fn.countAll().as('seats')]).execute();
  return new Map(rows.map(({ event_id, seats }) => [event_id, Number(seats)]));
}

export const NOT_CHECKED_IN = {
  checked_in: toFlag(false),
  checked_in_at: null,
  checked_in_by: null,
  checked_in_by_name: null,
} as const;

export type NewRsvp = {
  id: string;
  eventId: string;
  playerName: string;
  nameKey: string;
  playerEmail: string | null;
  /** Null for people whom organisers added. */
  visitorId: string | null;
  createdAt: string;
  /** Whether an organiser added the seat for this person. */
  isLent?: boolean;
  /** Whether staff gave it to another phone. */
  isHandedOver?: boolean;
  /** When the person was told of a place from the waiting list, ISO 8601 UTC. */
  askedAt?: string;
  answers?: Answers | null;
};

const asRow = (rsvp: NewRsvp): StoredPlace => ({
  id: rsvp.id,
  event_id: rsvp.eventId,
  player_name: rsvp.playerName,
  name_key: rsvp.nameKey,
  player_email: rsvp.playerEmail,
  ...NOT_CHECKED_IN,
  visitor_id: rsvp.visitorId,
  created_at: rsvp.createdAt,
  fixed_table: null,
  handed_over: toFlag(rsvp.isHandedOver ?? false),
  coming: toFlag(false),
  asked_at: rsvp.askedAt ?? null,
  answers: asAnswers(rsvp.answers),
  lent: toFlag(rsvp.isLent ?? false),
});

export async function addRsvp(db: Db, rsvp: NewRsvp): Promise<Rsvp> {
  await addRsvps(db, [rsvp]);
  return asRsvp(asRow(rsvp));
}

/** Returns null when somebody has a place in the event under this name, or with `lottery` has asked for one. */
export async function addRsvpUnlessNamed(db: Db, rsvp: NewRsvp, lottery = false): Promise<Rsvp | null> {
  const row = asRow(rsvp);
  return (await addUntaken(db, [row], lottery)) === 1 ? asRsvp(row) : null;
}

export async function addRsvps(db: Db, rsvps: readonly NewRsvp[]): Promise<void> {
  const rows = rsvps.map(asRow);
  await insertAll(db, 'rsvps', rows, (row) => row);
  noteOwners(db, rows);
}

/** Both have the columns of a person in an event. */
export type PlaceTable = 'rsvps' | 'waiting_entries';

/** Deletes these places, or only those not checked in, and returns the deleted rows. */
export async function removeRsvps(
  db: Db,
  ids: readonly string[],
  { keepProven }: { keepProven: boolean },
): Promise<StoredPlace[]> {
  const removed = await db
    .deleteFrom('rsvps')
    .where('id', 'in', ids)
    .$if(keepProven, (query) =>
      query
        .where('checked_in', '=', 0)
        .where('event_id', 'not in', db.selectFrom('events').select('id').where('bracket_drawn', '=', 1)),
    )
    .returningAll()
    .execute();
  noteOwners(db, removed);
  return removed;
}

/** Returns the ids of an event's places whose seats are lent, the newest first. */
export async function listLent(db: Db, eventId: string): Promise<string[]> {
  const lent = db.selectFrom('rsvps').select('id').where('event_id', '=', eventId).where('lent', '=', 1);
  return (await lent.orderBy('id', 'desc').execute()).map(({ id }) => id);
}

/** Returns how many seats are lent in each event that has some. */
export async function countLent(db: Db): Promise<ReadonlyMap<string, number>> {
  const lent = db.selectFrom('rsvps').where('lent', '=', 1).groupBy('event_id');
  const rows = await lent.select(({ fn }) => ['event_id', fn.countAll().as('seats')]).execute();
  return new Map(rows.map(({ event_id, seats }) => [event_id, Number(seats)]));
}

/** Makes the seats of these places ordinary ones. */
export async function keepSeatsOf(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('rsvps')
    .set({ lent: toFlag(false) })
    .where('id', 'in', ids)
    .execute();
}

/**
 * Inserts rows of an event, also deleted ones again, except those whose name or id is taken, or with `lottery` whose name has asked
 * for a place. Returns how many.
 */
export async function addUntaken(db: Db, places: readonly StoredPlace[], lottery = false): Promise<number> {
  const asked = lottery ? await listAskedNames(db, places[0]?.event_id ?? '') : [];
  const free = places.filter(({ name_key }) => !asked.includes(name_key));
  if (free.length === 0) return 0;
  const restored = await db
    .insertInto('rsvps')
    .values(free)
    .onConflict((conflict) => conflict.doNothing())
    .returning('visitor_id')
    .execute();
  noteOwners(db, restored);
  return restored.length;
}

async function listAskedNames(db: Db, eventId: string): Promise<string[]> {
  const asked = db.selectFrom('waiting_entries').select('name_key').where('event_id', '=', eventId);
  return (await asked.execute()).map(({ name_key }) => name_key);
}

/** The places or entries of an event with answers. */
export const listAnswered = (db: Db, table: PlaceTable, eventId: string) =>
  db
    .selectFrom(table)
    .select(['id', 'answers'])
    .where('event_id', '=', eventId)
    .where('answers', 'is not', null)
    .execute();

/** Of a locked event. */
export async function setAnswers(db: Db, id: string, answers: Answers, table: PlaceTable = 'rsvps'): Promise<void> {
  const update = db
    .updateTable(table)
    .set({ answers: asAnswers(answers) })
    .where('id', '=', id);
  noteOwners(db, await update.returning('visitor_id').execute());
}

/** Deletes emails or answers of events that began before `moment`. Returns how many. */
export async function dropColumn(
  db: Db,
  table: PlaceTable,
  column: 'player_email' | 'answers',
  moment: string,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable(table)
    .set({ [column]: null })
    .where(column, 'is not', null)
    .where('event_id', 'in', (eb) => eb.selectFrom('events').select('id').where('start_time', '<', moment))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function listPlacesOfVisitor(db: Db, visitorId: string): Promise<NamedRow[]> {
  const query = db.selectFrom('rsvps').select(['id', 'event_id as eventId', 'player_name as name']);
  return (await query.where('visitor_id', '=', visitorId).execute()).map((row) => ({ ...row, kind: 'place' }));
}

export async function listNamesOf(db: Db, visitorId: string): Promise<UsedName[]> {
  const query = db.selectFrom('rsvps').select(['player_name as name', 'created_at as usedAt']);
  return (await query.where('visitor_id', '=', visitorId).execute()).map((row) => ({ ...row, account: false }));
}

/** Numbers places within their event, so that a second time changes nothing. Keys that look so already first make room. */
export async function anonymisePlaces(db: Db): Promise<void> {
  await db
    .updateTable('rsvps')
    .set({ player_email: null, answers: null, checked_in_by_name: null, fixed_table: null })
    .execute();
  await sql`update rsvps set name_key = 'forgotten ' || id where name_key like 'former player %'`.execute(db);
  await sql`
    update rsvps set player_name = 'Former player ' || numbered.number, name_key = 'former player ' || numbered.number
    from (select id, row_number() over (partition by event_id order by id) as number from rsvps) as numbered
    where numbered.id = rsvps.id
  `.execute(db);
}

/** For a festival's file, in the order of ids. */
export async function readPlaces(db: Db): Promise<ArchivedRsvp[]> {
  const rows = await presentPlaces(db).selectAll().orderBy('id').execute();
  return rows.map((row) => ({
    id: row.id,
    eventId: row.event_id,
    playerName: row.player_name,
    playerEmail: row.player_email,
    checkedInAt: row.checked_in === 1 ? row.checked_in_at : null,
    checkedInBy: row.checked_in_by,
    createdAt: row.created_at,
    lent: fromFlag(row.lent),
    answers: answersOf(row),
  }));
}

/** Adds the places of a festival file, but does not take their seats. */
export const writePlaces = (db: Db, places: readonly ArchivedRsvp[]): Promise<void> =>
  insertAll(db, 'rsvps', places, ({ lent, checkedInAt, checkedInBy, ...place }) => ({
    ...asRow({ ...place, nameKey: nameKey(place.playerName), visitorId: null, isLent: lent }),
    checked_in: toFlag(checkedInAt !== null),
    checked_in_at: checkedInAt,
    checked_in_by: checkedInAt === null ? null : checkedInBy,
  }));

/** Everybody with a place in the event, by name; null for an event that is not there. */
export async function listTakenPlaces(db: Db, eventId: string): Promise<TakenPlace[] | null> {
  const event = await presentEvents(db).select('id').where('id', '=', eventId).executeTakeFirst();
  if (event === undefined) return null;
  const rows = await db.selectFrom('rsvps').selectAll().where('event_id', '=', eventId).orderBy('name_key').execute();
  return rows.map((row) => ({
    playerName: row.player_name,
    checkedInAt: row.checked_in === 1 ? row.checked_in_at : null,
    createdAt: row.created_at,
    answers: answersOf(row) ?? {},
  }));
}

/** Returns the next places after this id, in the order of ids, each with what is known of its device. */
export async function listTakenAfter(db: Db, after: string, limit: number) {
  const rows = await presentPlaces(db)
    .innerJoin('events', 'events.id', 'rsvps.event_id')
    .leftJoin('visitors', 'visitors.id', 'rsvps.visitor_id')
    .select(['rsvps.id', 'rsvps.created_at', 'rsvps.visitor_id', 'rsvps.event_id', 'rsvps.checked_in'])
    .select(['events.bracket_drawn', 'visitors.network', 'visitors.created_at as phone_since'])
    .where('rsvps.id', '>', after)
    .orderBy('rsvps.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, isProven: fromFlag(row.checked_in) || fromFlag(row.bracket_drawn) }));
}
