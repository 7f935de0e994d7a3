/** SQL of amendments, and of the one place that each changes. */
import type { Selectable } from 'kysely';
import type { NamedRow } from '#database/duties.ts';
import type { Db, Schema } from '#database/schema.ts';
import { noteOwners } from '#database/transactions.ts';
import { updateEvent } from '#features/events/store.ts';
import type { StoredPlace } from '#features/rsvps/store.ts';
import type { AmendmentKind } from './contract.ts';
import type { Effect, StoredAmendment } from './rules.ts';

const placeOf = ({ place }: Pick<Selectable<Schema['amendments']>, 'place'>) => JSON.parse(place) as StoredPlace;

/** Returns the amendments of an event after `since`. */
export async function listAmendments(db: Db, eventId: string, since: string): Promise<StoredAmendment[]> {
  const rows = await db
    .selectFrom('amendments')
    .selectAll()
    .where('event_id', '=', eventId)
    .where('amended_at', '>', since)
    .orderBy('amended_at')
    .orderBy('id')
    .execute();
  const read = rows.map((row) => ({ row, effect: JSON.parse(row.became) as Effect }));
  const titles = await readTitles(
    db,
    read.flatMap(({ effect }) => effect.eventId ?? []),
  );
  return read.map(({ row, effect }) => ({
    id: row.id,
    kind: row.kind,
    placeId: row.place_id,
    eventId: row.event_id,
    amendedAt: row.amended_at,
    effect,
    playerName: placeOf(row).player_name,
    toTitle: titles.get(effect.eventId ?? '') ?? null,
  }));
}

async function readTitles(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('events').select(['id', 'title']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

export type NewAmendment = {
  readonly id: string;
  readonly kind: AmendmentKind;
  /** As it was before. */
  readonly place: StoredPlace;
  readonly effect: Effect;
  readonly now: string;
};

/** Replaces an earlier amendment of the same place: only the latest can be undone. */
export async function addAmendment(db: Db, { id, kind, place, effect, now }: NewAmendment): Promise<void> {
  await db.deleteFrom('amendments').where('place_id', '=', place.id).execute();
  await db
    .insertInto('amendments')
    .values({
      id,
      kind,
      place_id: place.id,
      event_id: place.event_id,
      visitor_id: place.visitor_id,
      amended_at: now,
      place: JSON.stringify(place),
      became: JSON.stringify(effect),
    })
    .execute();
}

export type TakenAmendment = { readonly kind: AmendmentKind; readonly place: StoredPlace; readonly effect: Effect };

const asTaken = (row: Selectable<Schema['amendments']>): TakenAmendment => ({
  kind: row.kind,
  place: placeOf(row),
  effect: JSON.parse(row.became) as Effect,
});

export async function findAmendment(db: Db, id: string, since: string): Promise<TakenAmendment | null> {
  const query = db.selectFrom('amendments').selectAll().where('id', '=', id).where('amended_at', '>', since);
  const row = await query.executeTakeFirst();
  return row === undefined ? null : asTaken(row);
}

/** Deletes an amendment that is to be undone: of two concurrent calls one gets it. */
export async function takeAmendment(db: Db, id: string, since: string): Promise<TakenAmendment | null> {
  const taking = db.deleteFrom('amendments').where('id', '=', id).where('amended_at', '>', since);
  const row = await taking.returningAll().executeTakeFirst();
  return row === undefined ? null : asTaken(row);
}

/** Returns how many. */
export async function dropAmendments(db: Db, until: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('amendments').where('amended_at', '<=', until).executeTakeFirst();
  return Number(numDeletedRows);
}

/** The place as it was, so that a removed one is forgotten in its bracket too. */
export async function listAmendedOf(db: Db, visitorId: string): Promise<NamedRow[]> {
  const rows = await db.selectFrom('amendments').select('place').where('visitor_id', '=', visitorId).execute();
  return rows
    .map(placeOf)
    .map(({ id, player_name, event_id }) => ({ kind: 'place', id, name: player_name, eventId: event_id }));
}

export async function forgetAmendmentsOf(db: Db, visitorId: string): Promise<void> {
  await db.deleteFrom('amendments').where('visitor_id', '=', visitorId).execute();
}

/** What was done to places that another visitor has now can't be undone. */
export async function settleAmendments(db: Db, placeIds: readonly string[]): Promise<void> {
  await db.deleteFrom('amendments').where('place_id', 'in', placeIds).execute();
}

/** Renames a place. The event must be locked, and the name free. */
export async function renamePlace(db: Db, id: string, to: { name: string; nameKey: string }): Promise<void> {
  const renaming = db.updateTable('rsvps').set({ player_name: to.name, name_key: to.nameKey }).where('id', '=', id);
  const renamed = await renaming.returning(['visitor_id', 'event_id']).execute();
  noteOwners(db, renamed);
  // The search for people follows the revisions.
  for (const { event_id } of renamed) await updateEvent(db, event_id).execute();
}
