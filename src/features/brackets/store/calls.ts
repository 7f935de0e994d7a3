/** SQL of calls to tables. */
import { writeMeta } from '#database/meta.ts';
import type { Db } from '#database/schema.ts';
import { presentEvents } from '#features/events/store.ts';
import { roomKey } from '#platform/names.ts';
import type { FixedTable } from '../contract.ts';
import type { MatchId } from '../engine/graph.ts';
import type { StoredBracket, StoredCall } from '../rules/bracket.ts';

type Owner = { readonly visitor_id: string | null };

/** Locks the calls of all events until the transaction ends. Taken after the locks of events. */
export const lockCalls = (db: Db): Promise<void> => writeMeta(db, 'calls', 'lock');

/** Returns the calls of an event's present draw. */
export async function listCalls(db: Db, { eventId, drawId }: Pick<StoredBracket, 'eventId' | 'drawId'>) {
  const rows = await db
    .selectFrom('match_calls')
    .select(['match_id', 'location', 'table_name as table', 'called_at as calledAt', 'entrants', 'seen_by'])
    .where('event_id', '=', eventId)
    .where('draw_id', '=', drawId)
    .execute();
  return rows.map(
    ({ match_id, entrants, seen_by, ...call }): StoredCall => ({
      ...call,
      matchId: match_id.slice(eventId.length + 1),
      entrants: JSON.parse(entrants),
      seenBy: JSON.parse(seen_by),
    }),
  );
}

/** Returns the events that have calls, or those of them in which this visitor has a place, by id. */
export async function listCallingEvents(db: Db, visitorId?: string): Promise<string[]> {
  const rows = await db
    .selectFrom('match_calls')
    .select('match_calls.event_id as id')
    .distinct()
    .$if(visitorId !== undefined, (query) =>
      query
        .innerJoin('rsvps', 'rsvps.event_id', 'match_calls.event_id')
        .where('rsvps.visitor_id', '=', visitorId as string),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the events whose matches are called by themselves now, by id. */
export async function listSelfCalling(db: Db): Promise<string[]> {
  const rows = await presentEvents(db)
    .select('id')
    .where('calls_by_itself', '=', 1)
    .where('status', '=', 'in-progress')
    .where('bracket_decided', '=', 0)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function addCall(
  db: Db,
  { eventId, drawId }: Pick<StoredBracket, 'eventId' | 'drawId'>,
  call: {
    readonly id: string;
    readonly location: string;
    readonly table: string;
    readonly at: string;
    readonly entrants: readonly string[];
  },
): Promise<void> {
  const row = {
    match_id: call.id,
    event_id: eventId,
    draw_id: drawId,
    location: roomKey(call.location),
    table_name: call.table,
    table_key: roomKey(call.table),
    called_at: call.at,
    entrants: JSON.stringify(call.entrants),
  };
  await db.insertInto('match_calls').values(row).execute();
}

/** Ends these calls of an event. Returns the visitors whose phones had one. */
export async function removeCalls(db: Db, eventId: string, matchIds: readonly string[]): Promise<Owner[]> {
  if (matchIds.length === 0) return [];
  const ended = db.deleteFrom('match_calls').where('event_id', '=', eventId).where('match_id', 'in', matchIds);
  const entrants = (await ended.returning('entrants').execute()).flatMap((row): string[] => JSON.parse(row.entrants));
  return db.selectFrom('rsvps').select('visitor_id').where('id', 'in', entrants).execute();
}

/** Returns the ids of the matches of an event that are called, also of an earlier draw. */
export const listCalledIds = async (db: Db, eventId: string): Promise<string[]> =>
  (await db.selectFrom('match_calls').select('match_id').where('event_id', '=', eventId).execute()).map(
    ({ match_id }) => match_id,
  );

/** Returns the matches of an event's present draw that are not called by themselves, because a judge undid their call. */
export async function listPassedOver(db: Db, eventId: string): Promise<MatchId[]> {
  const row = await db.selectFrom('brackets').select('passed_over').where('event_id', '=', eventId).executeTakeFirst();
  return JSON.parse(row?.passed_over ?? '[]');
}

export async function setPassedOver(db: Db, eventId: string, matches: readonly MatchId[]): Promise<void> {
  const row = { passed_over: JSON.stringify(matches) };
  await db.updateTable('brackets').set(row).where('event_id', '=', eventId).execute();
}

export async function markCallSeen(db: Db, id: string, seenBy: readonly string[]): Promise<void> {
  await db
    .updateTable('match_calls')
    .set({ seen_by: JSON.stringify(seenBy) })
    .where('match_id', '=', id)
    .execute();
}

/** Returns whether the event has this place. */
export async function fixTable(db: Db, eventId: string, { entrantId, table }: FixedTable): Promise<boolean> {
  const place = db.updateTable('rsvps').set({ fixed_table: table }).where('event_id', '=', eventId);
  return (await place.where('id', '=', entrantId).executeTakeFirst()).numUpdatedRows === 1n;
}
