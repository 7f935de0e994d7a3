import type { Db } from '#database/schema.ts';
import { publicEvents } from '#features/events/store.ts';
import type { Held, Request } from './rules.ts';

/** The events of the programme whose places are still to be drawn. */
export const lotteries = (db: Db) =>
  publicEvents(db).where('events.lottery', '=', 1).where('events.status', '!=', 'completed');

const asked = (db: Db, eventIds: readonly string[]) =>
  db.selectFrom('waiting_entries').where('event_id', 'in', eventIds);

/** In the order in which they came. */
export const listRequests = (db: Db, eventId: string): Promise<Request[]> =>
  asked(db, [eventId]).select(['id', 'group_id as groupId', 'name_key as nameKey']).orderBy('position').execute();

/** The places of people who asked in one of these events. */
export async function listHeld(db: Db, eventIds: readonly string[]): Promise<Held[]> {
  const places = db.selectFrom('rsvps').innerJoin('events', 'events.id', 'rsvps.event_id');
  const rows = await places
    .select(['name_key', 'start_time', 'duration', 'late_minutes'])
    .where('name_key', 'in', asked(db, eventIds).select('name_key'))
    .where('events.deleted_at', 'is', null)
    .execute();
  return rows.map((row) => ({
    nameKey: row.name_key,
    event: { startTime: row.start_time, duration: row.duration, lateMinutes: row.late_minutes },
  }));
}

/** Who asked in this event and got no place, after the draw. */
export const listLeft = (db: Db, eventId: string) =>
  asked(db, [eventId])
    .select(['id', 'visitor_id as visitorId', 'player_name as playerName'])
    .orderBy('position')
    .execute();
