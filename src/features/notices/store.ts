/** SQL of notices. They have no reference to their visitor or event: a reference would lock visitors after an event. */
import type { Selectable } from 'kysely';
import { noteOwners } from '#database/changes.ts';
import type { Db, Schema } from '#database/schema.ts';
import type { EventState, Notice, NoticeKind } from './contract.ts';
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

/** Newest first. */
export async function listNoticesOf(db: Db, visitorId: string): Promise<Notice[]> {
  const rows = await db
    .selectFrom('notices')
    .selectAll()
    .where('visitor_id', '=', visitorId)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(asNotice);
}

/** `id` is the same for all holders. Notices from after `since` that nobody has seen take in this change. */
export type EventNews = {
  readonly id: string;
  readonly eventId: string;
  readonly was: EventState;
  readonly is: EventState;
  readonly now: string;
  readonly since: string;
};

/** Each device once. */
const holdersOf = (db: Db, eventId: string) =>
  db
    .selectFrom('rsvps')
    .select('visitor_id')
    .where('event_id', '=', eventId)
    .union(db.selectFrom('waiting_entries').select('visitor_id').where('event_id', '=', eventId));

/**
 * Tells everybody with a place in the event or in its waiting list, in three statements however many they are. The event
 * must be locked, so that nobody registers in between.
 */
export async function tellHolders(db: Db, { id, eventId, was, is, now, since }: EventNews): Promise<void> {
  const [before, after] = [stateText(was), stateText(is)];
  const merged = await db
    .updateTable('notices')
    .set({ became: after, updated_at: now })
    .where('event_id', '=', eventId)
    .where('kind', '=', 'event')
    .where('seen_at', 'is', null)
    .where('created_at', '>', since)
    .returning('visitor_id')
    .execute();
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
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('notices as open')
                .select('open.id')
                .whereRef('open.visitor_id', '=', 'holders.visitor_id')
                .where('open.event_id', '=', eventId)
                .where('open.kind', '=', 'event')
                .where('open.seen_at', 'is', null)
                .where('open.created_at', '>', since),
            ),
          ),
        ),
    )
    .returning('visitor_id')
    .execute();
  // The event is as it was before the first of these changes.
  await db
    .deleteFrom('notices')
    .where('event_id', '=', eventId)
    .where('kind', '=', 'event')
    .where('seen_at', 'is', null)
    .whereRef('became', '=', 'was')
    .execute();
  noteOwners(db, [...merged, ...added]);
}

export type PlaceNews = {
  readonly id: string;
  readonly visitorId: string;
  readonly eventId: string;
  readonly kind: Exclude<NoticeKind, 'event'>;
  readonly playerName: string;
  readonly was: EventState;
  readonly is: EventState;
  readonly now: string;
};

export async function addPlaceNotice(db: Db, news: PlaceNews): Promise<void> {
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
    seen_at: null,
  };
  await db.insertInto('notices').values(row).execute();
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
  const seen = await db
    .updateTable('notices')
    .set({ seen_at: now })
    .where('visitor_id', '=', visitorId)
    .where('id', 'in', ids)
    .where('seen_at', 'is', null)
    .returning('visitor_id')
    .execute();
  noteOwners(db, seen);
}

export async function forgetNoticesOf(db: Db, visitorId: string): Promise<void> {
  await db.deleteFrom('notices').where('visitor_id', '=', visitorId).execute();
}

/** Returns how many. */
export async function dropNotices(db: Db, before: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('notices').where('updated_at', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}
