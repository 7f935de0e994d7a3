/** SQL of what players reported. */
import { fromFlag } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import { hiddenEvents } from '#features/events/store.ts';
import type { SaidResult } from '../contract.ts';

export type StoredReport = {
  readonly visitorId: string;
  readonly revision: number;
  readonly result: SaidResult;
  readonly at: string;
};

/** Returns what was said of each match of the event, the first first. */
export async function listReports(db: Db, eventId: string): Promise<ReadonlyMap<string, StoredReport[]>> {
  const rows = await db
    .selectFrom('match_reports')
    .select(['match_id as matchId', 'visitor_id as visitorId', 'revision', 'result', 'reported_at as at'])
    .where('event_id', '=', eventId)
    .orderBy('reported_at')
    .orderBy('visitor_id')
    .execute();
  return Map.groupBy(
    rows.map(({ result, ...row }) => ({ ...row, result: JSON.parse(result) as SaidResult })),
    ({ matchId }) => matchId,
  );
}

/** Events with reports, or those of them in which this visitor has a place. */
export async function listReportedEvents(db: Db, visitorId: string | null): Promise<string[]> {
  const rows = await db
    .selectFrom('match_reports')
    .select('event_id as id')
    .distinct()
    .where('event_id', 'not in', hiddenEvents(db).select('events.id'))
    .$if(visitorId !== null, (query) =>
      query.where('event_id', 'in', db.selectFrom('rsvps').select('event_id').where('visitor_id', '=', visitorId)),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

type NewReport = StoredReport & { readonly matchId: string; readonly eventId: string };

/** Puts what a device says in the place of what it said before. */
export async function writeReport(db: Db, { matchId, eventId, visitorId, revision, result, at }: NewReport) {
  await db.deleteFrom('match_reports').where('match_id', '=', matchId).where('visitor_id', '=', visitorId).execute();
  const row = { match_id: matchId, event_id: eventId, visitor_id: visitorId, revision, reported_at: at };
  await db
    .insertInto('match_reports')
    .values({ ...row, result: JSON.stringify(result) })
    .execute();
}

export type PlaceOnPhone = { readonly id: string; readonly visitorId: string; readonly isHandedOver: boolean };

/** Returns the places of the event that are on a phone. */
export async function listPlacesOnPhones(db: Db, eventId: string): Promise<PlaceOnPhone[]> {
  const rows = await db
    .selectFrom('rsvps')
    .select(['id', 'visitor_id', 'handed_over'])
    .where('event_id', '=', eventId)
    .where('visitor_id', 'is not', null)
    .execute();
  return rows.map(({ id, visitor_id, handed_over }) => ({
    id,
    visitorId: visitor_id ?? '',
    isHandedOver: fromFlag(handed_over),
  }));
}
