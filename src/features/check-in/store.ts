/** SQL of check-in: the generation of an event's code, check-ins of its RSVPs, and the taps at its door. */
import type { Selectable } from 'kysely';
import { fromFlag, toFlag } from '#database/portable.ts';
import type { Db, Schema } from '#database/schema.ts';
import { noteOwners } from '#database/transactions.ts';
import { presentEvents } from '#features/events/store.ts';
import { NOT_CHECKED_IN, withAnswers } from '#features/rsvps/store.ts';
import { compareNames } from '#platform/names.ts';
import type { StaffRsvp } from './contract.ts';
import type { CheckedInBy, HeldPlace } from './rules/check-ins.ts';
import type { Place } from './rules/people.ts';
import type { Tap } from './rules/taps.ts';
import type { Alarm, Unattended } from './rules/warnings.ts';

/** Returns the number of the event's current code, from 1; null for an unknown event. */
export async function readGeneration(db: Db, eventId: string): Promise<number | null> {
  const row = await presentEvents(db).select('code_generation').where('id', '=', eventId).executeTakeFirst();
  return row?.code_generation ?? null;
}

/** Voids the existing codes. Returns the new generation, or null for an unknown event. */
export async function raiseGeneration(db: Db, eventId: string): Promise<number | null> {
  const row = await db
    .updateTable('events')
    .set((eb) => ({ code_generation: eb('code_generation', '+', 1) }))
    .where('id', '=', eventId)
    .where('deleted_at', 'is', null)
    .returning('code_generation')
    .executeTakeFirst();
  return row?.code_generation ?? null;
}

const places = (db: Db, eventId: string) =>
  db
    .selectFrom('rsvps')
    .select(['id', 'player_name', 'name_key', 'checked_in'])
    .where('event_id', '=', eventId)
    .orderBy('id');

const asPlace = (row: Pick<Selectable<Schema['rsvps']>, 'id' | 'player_name' | 'name_key' | 'checked_in'>): Place => ({
  id: row.id,
  playerName: row.player_name,
  nameKey: row.name_key,
  checkedIn: fromFlag(row.checked_in),
});

export const listPlaces = async (db: Db, eventId: string): Promise<Place[]> =>
  (await places(db, eventId).execute()).map(asPlace);

export const listPlacesInEvent = async (db: Db, eventId: string, visitorId: string): Promise<Place[]> =>
  (await places(db, eventId).where('visitor_id', '=', visitorId).execute()).map(asPlace);

export async function findPlaceByKey(db: Db, eventId: string, nameKey: string): Promise<Place | null> {
  const row = await places(db, eventId).where('name_key', '=', nameKey).executeTakeFirst();
  return row === undefined ? null : asPlace(row);
}

const updatePlace = (db: Db, id: string) => db.updateTable('rsvps').where('id', '=', id).returning('visitor_id');

/** Returns whether the update changed the place. */
async function isChanged(db: Db, update: ReturnType<typeof updatePlace>): Promise<boolean> {
  const changed = await update.execute();
  noteOwners(db, changed);
  return changed.length === 1;
}

/** Returns whether this call did it: of two concurrent calls one does, and its time stays. */
export const markCheckedIn = (
  db: Db,
  rsvpId: string,
  { at, by, name = null }: { readonly at: string; readonly by: CheckedInBy; readonly name?: string | null },
): Promise<boolean> => {
  const there = { checked_in: toFlag(true), checked_in_at: at, checked_in_by: by, checked_in_by_name: name };
  return isChanged(db, updatePlace(db, rsvpId).set(there).where('checked_in', '=', 0));
};

/** Records the owner or the organiser as the one who checked in, instead of another device; the time stays. */
export const confirmCheckIn = (
  db: Db,
  rsvpId: string,
  by: 'owner' | 'staff',
  name: string | null = null,
): Promise<boolean> => {
  const confirmed = { checked_in_by: by, checked_in_by_name: name };
  return isChanged(db, updatePlace(db, rsvpId).set(confirmed).where('checked_in_by', '=', 'code'));
};

type Row = Selectable<Schema['rsvps']>;

const byName = (one: Row, other: Row): number => compareNames(one.player_name, other.player_name);

/** Undoes what other devices checked in at or after `since`. Returns the places by name. */
export async function unmarkByCode(db: Db, eventId: string, since: string): Promise<HeldPlace[]> {
  const rows = await db
    .updateTable('rsvps')
    .set(NOT_CHECKED_IN)
    .where('event_id', '=', eventId)
    .where('checked_in_by', '=', 'code')
    .where('checked_in_at', '>=', since)
    .returningAll()
    .execute();
  noteOwners(db, rows);
  return rows.sort(byName).map(asHeldPlace);
}

/**
 * Sets since when a place is checked in, or that it is not. The event must be locked. Returns whether that changed it.
 */
export async function setCheckedIn(
  db: Db,
  { id, checkedInAt, checkedInBy }: StaffRsvp,
  since: string | null,
  { by, name }: { readonly by: CheckedInBy; readonly name: string | null },
): Promise<boolean> {
  if (since === checkedInAt && (since === null || by === checkedInBy)) return false;
  const there = { checked_in: toFlag(true), checked_in_at: since, checked_in_by: by, checked_in_by_name: name };
  return isChanged(db, updatePlace(db, id).set(since === null ? NOT_CHECKED_IN : there));
}

const asTap = ({ checks_in, made_at }: Pick<Selectable<Schema['door_taps']>, 'checks_in' | 'made_at'>): Tap => ({
  checksIn: fromFlag(checks_in),
  madeAt: made_at,
});

export async function listTaps(db: Db, placeId: string): Promise<Tap[]> {
  const rows = db.selectFrom('door_taps').select(['checks_in', 'made_at']).where('place_id', '=', placeId);
  return (await rows.execute()).map(asTap);
}

/** Returns a tap that arrived before, under the id its phone gave it. */
export async function findTap(db: Db, id: string): Promise<{ placeId: string; checksIn: boolean } | null> {
  const row = await db
    .selectFrom('door_taps')
    .select(['place_id as placeId', 'checks_in'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? null : { placeId: row.placeId, checksIn: fromFlag(row.checks_in) };
}

export type StoredTap = Tap & { readonly id: string; readonly placeId: string };

export async function addTaps(db: Db, taps: readonly StoredTap[]): Promise<void> {
  if (taps.length === 0) return;
  const values = taps.map(({ id, placeId, checksIn, madeAt }) => ({
    id,
    place_id: placeId,
    checks_in: toFlag(checksIn),
    made_at: madeAt,
  }));
  await db.insertInto('door_taps').values(values).execute();
}

/** Call when a place leaves its event: the taps at that event's door say nothing about another's. */
export const dropTapsOf = async (db: Db, placeId: string): Promise<void> =>
  void (await db.deleteFrom('door_taps').where('place_id', '=', placeId).execute());

/** Returns how many taps it deleted. */
export async function dropTaps(db: Db, madeBefore: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('door_taps').where('made_at', '<', madeBefore).executeTakeFirst();
  return Number(numDeletedRows);
}

const asStaffRsvp = (row: Row): StaffRsvp =>
  withAnswers(
    {
      id: row.id,
      eventId: row.event_id,
      playerName: row.player_name,
      ...(row.player_email === null ? {} : { playerEmail: row.player_email }),
      checkedIn: fromFlag(row.checked_in),
      checkedInAt: row.checked_in_at,
      checkedInBy: row.checked_in_by,
      checkedInByName: row.checked_in_by_name,
      createdAt: row.created_at,
    },
    row,
  );

const asHeldPlace = (row: Row): HeldPlace => ({ rsvp: asStaffRsvp(row), visitorId: row.visitor_id });

/** Returns everybody with a place in the event, by name. Sorts rows in the order of keys, because that takes a sixth of the time. */
export async function listStaffRsvps(db: Db, eventId: string): Promise<StaffRsvp[]> {
  const rows = await db.selectFrom('rsvps').selectAll().where('event_id', '=', eventId).orderBy('name_key').execute();
  return rows.sort(byName).map(asStaffRsvp);
}

export async function findPlace(db: Db, id: string): Promise<HeldPlace | null> {
  const row = await db.selectFrom('rsvps').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : asHeldPlace(row);
}

/** Records that many names were tried with the event's code, at most once a minute. */
export async function raiseAlarm(db: Db, eventId: string, now: string, lastBefore: string): Promise<void> {
  const known = await db.selectFrom('check_in_alarms').select('at').where('event_id', '=', eventId).executeTakeFirst();
  if (known !== undefined && known.at > lastBefore) return;
  await db
    .insertInto('check_in_alarms')
    .columns(['event_id', 'at'])
    .expression((eb) =>
      presentEvents(db)
        .select(['id', eb.val(now).as('at')])
        .where('id', '=', eventId),
    )
    .onConflict((conflict) => conflict.column('event_id').doUpdateSet({ at: now }))
    .execute();
}

export async function dropAlarm(db: Db, eventId: string): Promise<void> {
  await db.deleteFrom('check_in_alarms').where('event_id', '=', eventId).execute();
}

/** Returns alarms of events that are not completed, latest first. */
export const listAlarms = (db: Db, since: string): Promise<Alarm[]> =>
  presentEvents(db)
    .innerJoin('check_in_alarms', 'check_in_alarms.event_id', 'events.id')
    .select(['events.id as eventId', 'events.title', 'check_in_alarms.at'])
    .where('check_in_alarms.at', '>', since)
    .where('events.status', '<>', 'completed')
    .orderBy('check_in_alarms.at', 'desc')
    .orderBy('events.id')
    .execute();

/** Returns the events planned to start after `since` with places of which nobody is checked in, soonest first. */
export const listUnattended = (db: Db, since: string): Promise<Unattended[]> =>
  presentEvents(db)
    .select(['id', 'title', 'start_time as startTime', 'late_minutes as lateMinutes', 'duration'])
    .where('start_time', '>', since)
    .where('seats_taken', '>', 0)
    .where('status', '<>', 'completed')
    .where('bracket_drawn', '=', toFlag(false))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('rsvps').select('id').whereRef('event_id', '=', 'events.id').where('checked_in', '=', 1))),
    )
    .orderBy('start_time')
    .execute();
