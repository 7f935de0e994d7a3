/** SQL of notices. They have no reference to their visitor or event: a reference would lock visitors after an event. */
import { type Selectable, sql } from 'kysely';
import type { Joining } from '#database/duties.ts';
import type { Db, Schema } from '#database/schema.ts';
import { noteOwners } from '#database/transactions.ts';
import { holdersOf, presentEvents } from '#features/events/store.ts';
import { nameKey } from '#platform/names.ts';
import { type EventState, MOST_NOTICES, MOST_OF_A_KIND, type Notice, type NoticeKind } from './contract.ts';
import { stateText } from './rules.ts';

const asNotice = (row: Selectable<Schema['notices']>): Notice => ({
  id: row.id,
  eventId: row.event_id,
  kind: row.kind,
  playerName: row.player_name,
  was: JSON.parse(row.was) as EventState,
  is: JSON.parse(row.became) as EventState,
  at: row.updated_at,
  seen: row.seen_at !== null,
});

/** Newest first, and no more than a device may say that it has seen. */
export async function listNoticesOf(db: Db, visitorId: string): Promise<Notice[]> {
  const rows = await db
    .selectFrom('notices')
    .selectAll()
    .where('visitor_id', '=', visitorId)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_NOTICES)
    .execute();
  return rows.map(asNotice);
}

export type PlaceSubject = {
  readonly eventId: string;
  readonly kind: NoticeKind;
  /** The minute (ISO 8601) in which it happened. */
  readonly from: string;
  readonly to: string;
};

/** Returns what happened to places of a visitor and has not been seen, the oldest first. */
export async function listUnseen(
  db: Db,
  visitorId: string,
  { eventId, kind, from, to }: PlaceSubject,
): Promise<Notice[]> {
  const rows = await db
    .selectFrom('notices')
    .selectAll()
    .where('visitor_id', '=', visitorId)
    .where('event_id', '=', eventId)
    .where('kind', '=', kind)
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .where('seen_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(asNotice);
}

/** Whether a visitor has seen all that changed of an event. */
export async function hasSeenChange(db: Db, visitorId: string, eventId: string): Promise<boolean> {
  const rows = await db
    .selectFrom('notices')
    .select('seen_at')
    .where('visitor_id', '=', visitorId)
    .where('event_id', '=', eventId)
    .where('kind', '=', 'event')
    .execute();
  return rows.length > 0 && rows.every(({ seen_at }) => seen_at !== null);
}

/** Whether a person of a visitor waits for an event. */
export async function waits(db: Db, visitorId: string, eventId: string, playerName: string): Promise<boolean> {
  const line = db.selectFrom('waiting_entries').select('id').where('event_id', '=', eventId);
  const own = line.where('visitor_id', '=', visitorId).where('name_key', '=', nameKey(playerName));
  return (await own.executeTakeFirst()) !== undefined;
}

/** Whether a visitor has a place in an event, or a person of theirs has. */
export async function hasPlace(
  db: Db,
  visitorId: string,
  eventId: string,
  playerName?: string | null,
): Promise<boolean> {
  const places = db
    .selectFrom('rsvps')
    .select('id')
    .where('event_id', '=', eventId)
    .where('visitor_id', '=', visitorId);
  const named = playerName == null ? places : places.where('name_key', '=', nameKey(playerName));
  return (await named.limit(1).executeTakeFirst()) !== undefined;
}

/** Whether somebody with a place is not there yet and did not say that they come. */
export async function isAwaited(db: Db, visitorId: string, eventId: string, playerName: string): Promise<boolean> {
  const places = db
    .selectFrom('rsvps')
    .select('id')
    .where('event_id', '=', eventId)
    .where('visitor_id', '=', visitorId);
  const awaited = places
    .where('name_key', '=', nameKey(playerName))
    .where('checked_in', '=', 0)
    .where('coming', '=', 0);
  return (await awaited.executeTakeFirst()) !== undefined;
}

/** `id` is the same for all holders. Notices from after `since` take in this change, or are replaced where they were seen. */
export type EventNews = {
  readonly id: string;
  readonly eventId: string;
  readonly was: EventState;
  readonly is: EventState;
  readonly editRevision: number;
  readonly now: string;
  readonly since: string;
};

/** Returns how many devices get a notice of each event. */
export async function countHolders(db: Db): Promise<ReadonlyMap<string, number>> {
  const holders = db
    .selectFrom('rsvps')
    .select(['event_id', 'visitor_id'])
    .union(db.selectFrom('waiting_entries').select(['event_id', 'visitor_id']));
  const rows = await db
    .selectFrom(holders.as('holders'))
    .select(({ fn }) => ['event_id', fn.count('visitor_id').as('devices')])
    .groupBy('event_id')
    .execute();
  return new Map(rows.map(({ event_id, devices }) => [event_id, Number(devices)]));
}

/** Deletes what the devices that got this notice have beyond the newest of a kind. */
async function dropSurplus(db: Db, { eventId, id }: { eventId: string; id: string }): Promise<void> {
  const receivers = db.selectFrom('notices').select('visitor_id').where('event_id', '=', eventId).where('id', '=', id);
  // Nearly nobody has so many: only theirs are put into an order.
  const many = db
    .selectFrom('notices')
    .select('visitor_id')
    .where('visitor_id', 'in', receivers)
    .groupBy('visitor_id')
    .having(({ fn }) => fn.countAll<number>(), '>', MOST_OF_A_KIND);
  const numbered = db
    .selectFrom('notices')
    .select(['visitor_id', 'id'])
    .select(
      sql<number>`row_number() over (partition by visitor_id, kind = 'event' order by updated_at desc, id desc)`.as(
        'number',
      ),
    )
    .where('visitor_id', 'in', many);
  await db
    .deleteFrom('notices')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('visitor_id', 'id'),
        'in',
        selectFrom(numbered.as('numbered'))
          .select(['numbered.visitor_id', 'numbered.id'])
          .where('numbered.number', '>', MOST_OF_A_KIND)
          .$asTuple('visitor_id', 'id'),
      ),
    )
    .execute();
}

/**
 * Tells everybody with a place in the event or in its waiting list, in a few statements however many they are. The event
 * must be locked, so that nobody registers in between.
 */
export async function notifyEvent(db: Db, news: EventNews): Promise<void> {
  const { id, eventId, was, is, now, since } = news;
  const [before, after] = [stateText(was), stateText(is)];
  const merged = await db
    .updateTable('notices')
    .set({ became: after, updated_at: now })
    .where('event_id', '=', eventId)
    .where('visitor_id', 'in', holdersOf(db, eventId))
    .where('kind', '=', 'event')
    .where('seen_at', 'is', null)
    .where('created_at', '>', since)
    .returning('visitor_id')
    .execute();
  // A device that saw the earlier notice gets a new one instead.
  await db
    .deleteFrom('notices')
    .where('event_id', '=', eventId)
    .where('visitor_id', 'in', holdersOf(db, eventId))
    .where('kind', '=', 'event')
    .where('seen_at', 'is not', null)
    .where('created_at', '>', since)
    .execute();
  const changes = db.selectFrom('notices').where('event_id', '=', eventId).where('kind', '=', 'event');
  const added = await db
    .insertInto('notices')
    .columns(['visitor_id', 'id', 'event_id', 'kind', 'was', 'became', 'created_at', 'updated_at'])
    .expression((eb) =>
      eb
        .selectFrom(holdersOf(db, eventId).as('holders'))
        .select(({ val, ref }) => [
          ref('holders.visitor_id').$notNull().as('visitor_id'),
          val(id).as('id'),
          val(eventId).as('event_id'),
          val<NoticeKind>('event').as('kind'),
          val(before).as('was'),
          val(after).as('became'),
          val(now).as('created_at'),
          val(now).as('updated_at'),
        ])
        .where('holders.visitor_id', 'is not', null)
        .where('holders.visitor_id', 'not in', changes.select('visitor_id').where('created_at', '>', since)),
    )
    .returning('visitor_id')
    .execute();
  // A cancelled event stays listed, also for a device whose first notice said so already.
  if (is.cancelled) await markCancelledPlaces(db, news);
  else await dropUnchanged(db, eventId);
  await dropSurplus(db, news);
  noteOwners(db, [...merged, ...added]);
}

/** Deletes the notices of an event that is as it was before the first of their changes. */
const dropUnchanged = (db: Db, eventId: string) =>
  db
    .deleteFrom('notices')
    .where('event_id', '=', eventId)
    .where('kind', '=', 'event')
    .where('seen_at', 'is', null)
    .whereRef('became', '=', 'was')
    .execute();

/** The calendars of those who had a place show the event as cancelled. Those who waited have it in no calendar. */
async function markCancelledPlaces(db: Db, { eventId, is, editRevision, now }: EventNews): Promise<void> {
  await db
    .updateTable('notices')
    .set({ became: stateText({ ...is, editRevision }) })
    .where('event_id', '=', eventId)
    .where('kind', '=', 'event')
    .where('updated_at', '=', now)
    .where('visitor_id', 'in', db.selectFrom('rsvps').select('visitor_id').where('event_id', '=', eventId))
    .execute();
}

/** Raises the revisions of cancelled events, as those of the others are raised. */
export async function raiseCancelled(db: Db, lowest: number): Promise<void> {
  const cancelled = db.selectFrom('notices').select('became').distinct().where('became', 'like', '%"editRevision":%');
  for (const { became } of await cancelled.execute()) {
    const state = JSON.parse(became) as EventState;
    const editRevision = Math.max(lowest, (state.editRevision ?? 0) + 1);
    const raised = { became: stateText({ ...state, editRevision }) };
    await db.updateTable('notices').set(raised).where('became', '=', became).execute();
  }
}

/** Returns the places of a person on this device with their events, the soonest first. */
export async function listPlacesOf(db: Db, visitorId: string, playerName: string) {
  const events = await presentEvents(db)
    .innerJoin('rsvps', 'rsvps.event_id', 'events.id')
    .select(['events.id', 'title', 'start_time as startTime', 'duration', 'late_minutes as lateMinutes', 'status'])
    .where('visitor_id', '=', visitorId)
    .where('name_key', '=', nameKey(playerName))
    .orderBy('start_time')
    .orderBy('events.id')
    .execute();
  return events.map((event) => ({ rsvp: { playerName }, event, startTime: event.startTime }));
}

export type NewPlaceNotice = Pick<Notice, 'id' | 'eventId' | 'playerName' | 'was' | 'is'> & {
  readonly visitorId: string;
  readonly kind: Exclude<NoticeKind, 'event'>;
  readonly now: string;
};

export async function addPlaceNotice(db: Db, news: NewPlaceNotice): Promise<void> {
  const row = {
    visitor_id: news.visitorId,
    id: news.id,
    event_id: news.eventId,
    kind: news.kind,
    player_name: news.playerName,
    was: stateText(news.was),
    became: stateText(news.is),
    created_at: news.now,
    updated_at: news.now,
  };
  await db.insertInto('notices').values(row).execute();
  await dropSurplus(db, news);
  noteOwners(db, [row]);
}

/** Deletes a notice that its device has not seen. Returns whether it did. */
export async function withdraw(db: Db, visitorId: string, id: string): Promise<boolean> {
  const withdrawn = await db
    .deleteFrom('notices')
    .where('visitor_id', '=', visitorId)
    .where('id', '=', id)
    .where('seen_at', 'is', null)
    .returning('visitor_id')
    .execute();
  noteOwners(db, withdrawn);
  return withdrawn.length === 1;
}

export async function markSeen(db: Db, visitorId: string, ids: readonly string[], now: string): Promise<void> {
  if (ids.length === 0) return;
  const newlySeen = await db
    .updateTable('notices')
    .set({ seen_at: now })
    .where('visitor_id', '=', visitorId)
    .where('id', 'in', ids)
    .where('seen_at', 'is', null)
    .returning('visitor_id')
    .execute();
  noteOwners(db, newlySeen);
}

export async function forgetNoticesOf(db: Db, visitorId: string): Promise<void> {
  await db.deleteFrom('notices').where('visitor_id', '=', visitorId).execute();
}

/** What both were told of stays as the other visitor has it. */
export async function giveNotices(db: Db, { from, to }: Joining): Promise<void> {
  const theirs = db.selectFrom('notices').select('id').where('visitor_id', '=', to);
  await db.deleteFrom('notices').where('visitor_id', '=', from).where('id', 'in', theirs).execute();
  await db.updateTable('notices').set({ visitor_id: to }).where('visitor_id', '=', from).execute();
}

/** Returns how many. */
export async function dropNotices(db: Db, before: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('notices').where('updated_at', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}
