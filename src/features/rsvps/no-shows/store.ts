import { toFlag } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import { noteOwners } from '#database/transactions.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { listEvents, presentEvents } from '#features/events/store.ts';
import type { StoredPlace } from '../store.ts';

/** The places of an event. */
export const listPlacesIn = (db: Db, eventId: string): Promise<StoredPlace[]> =>
  db.selectFrom('rsvps').selectAll().where('event_id', '=', eventId).orderBy('id').execute();

/** Events that give places away by themselves, and are not over. */
export async function listReleasing(db: Db): Promise<FestivalEvent[]> {
  const rows = await presentEvents(db)
    .select('id')
    .where('release_after', 'is not', null)
    .where('status', '!=', 'completed')
    .where('bracket_drawn', '=', 0)
    .orderBy('id')
    .execute();
  return rows.length === 0
    ? []
    : listEvents(
        db,
        rows.map(({ id }) => id),
      );
}

/** It holds for this start: asked for another one, they say it again. */
export async function setComing(db: Db, id: string, at: string): Promise<void> {
  const said = db.updateTable('rsvps').set({ coming: toFlag(true), asked_at: at });
  const place = said.where('id', '=', id).where('checked_in', '=', 0).where('coming', '=', 0);
  noteOwners(db, await place.returning('visitor_id').execute());
}

/** Marks those as asked who are not there and were not asked since `since`. Returns them. */
export const markAsked = (db: Db, eventId: string, { since, at }: { readonly since: string; readonly at: string }) =>
  db
    .updateTable('rsvps')
    .set({ asked_at: at, coming: toFlag(false) })
    .where('event_id', '=', eventId)
    .where('checked_in', '=', 0)
    .where((eb) => eb.or([eb('asked_at', 'is', null), eb('asked_at', '<', since)]))
    .returning(['visitor_id as visitorId', 'player_name as playerName'])
    .execute();

/** Whether somebody of this name waits in the event's line. */
export async function isWaiting(db: Db, { event_id, name_key }: StoredPlace): Promise<boolean> {
  const entry = db.selectFrom('waiting_entries').select('id').where('event_id', '=', event_id);
  return (await entry.where('name_key', '=', name_key).executeTakeFirst()) !== undefined;
}

export async function addReleased(db: Db, places: readonly StoredPlace[], at: string): Promise<void> {
  for (const place of places) {
    const former = db.deleteFrom('released_places').where('event_id', '=', place.event_id);
    await former.where('name_key', '=', place.name_key).execute();
    // Email and answers are not needed for a seat.
    const kept = JSON.stringify({ ...place, player_email: null, answers: null });
    const of = { event_id: place.event_id, visitor_id: place.visitor_id, name_key: place.name_key };
    await db
      .insertInto('released_places')
      .values({ id: place.id, ...of, place: kept, released_at: at })
      .execute();
  }
}

/** Of those who neither have a place nor wait again. */
export async function listReleased(db: Db, eventId: string): Promise<{ id: string; playerName: string }[]> {
  const named = (table: 'rsvps' | 'waiting_entries') =>
    db.selectFrom(table).select('name_key').where('event_id', '=', eventId);
  const query = db
    .selectFrom('released_places')
    .select(['id', 'place'])
    .where('event_id', '=', eventId)
    .where('name_key', 'not in', named('rsvps'))
    .where('name_key', 'not in', named('waiting_entries'));
  const rows = await query.orderBy('name_key').execute();
  return rows.map(({ id, place }) => ({ id, playerName: (JSON.parse(place) as StoredPlace).player_name }));
}

type Wanted = { readonly id: string } | { readonly eventId: string; readonly nameKey: string };

export async function findReleased(db: Db, wanted: Wanted): Promise<StoredPlace | null> {
  const query = db.selectFrom('released_places').select('place');
  const row =
    'id' in wanted
      ? query.where('id', '=', wanted.id)
      : query.where('event_id', '=', wanted.eventId).where('name_key', '=', wanted.nameKey);
  const found = await row.executeTakeFirst();
  return found === undefined ? null : (JSON.parse(found.place) as StoredPlace);
}

export const dropReleased = (db: Db, id: string) => db.deleteFrom('released_places').where('id', '=', id).execute();
