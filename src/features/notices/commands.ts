/** Notices are written by hooks, in the transaction of the change that they tell of. */
import type { DutyContext } from '#database/duties.ts';
import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import type { CommandContext, Hooks } from '#features/access/commands/writes.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { overlapping } from '#features/events/rules/schedule.ts';
import type { EventState, NoticeKind } from './contract.ts';
import { isNews, mergedSince, stateOf } from './rules.ts';
import * as store from './store.ts';

export const notifyEvent: Hooks['notifyEvent'] = async (context, tx, before, after) => {
  const [was, is] = [stateOf(before.event, before.cancelled), stateOf(after.event, after.cancelled)];
  if (!isNews(was, is)) return;
  const now = context.now();
  await store.notifyEvent(tx, {
    id: context.newId(),
    eventId: after.event.id,
    was,
    is,
    editRevision: after.event.editRevision,
    now: now.toISOString(),
    since: mergedSince(now),
  });
};

/** What happened to one place. `from` is the event that a moved place was in. */
export type PlaceNews = {
  readonly kind: Exclude<NoticeKind, 'event'>;
  /** Null for a walk-in, whom nobody can tell. */
  readonly visitorId: string | null;
  readonly playerName: string;
  readonly event: FestivalEvent;
  readonly from?: FestivalEvent;
  /** By which an undo finds the notice; a new one when omitted. */
  readonly id?: string;
};

/** Tells the device of a place what happened to it. */
export async function notifyPlace(context: DutyContext, tx: Db, news: PlaceNews): Promise<void> {
  const { kind, visitorId, playerName, event, from = event, id = context.newId() } = news;
  if (visitorId === null) return;
  const overlaps = kind === 'promoted' ? await overlapsOf(tx, visitorId, news) : [];
  const is = { ...stateOf(event, false), ...(overlaps.length > 0 && { overlaps }) };
  const states = { was: stateOf(from, false), is };
  const row = { id, kind, visitorId, playerName, eventId: event.id, ...states };
  await store.addPlaceNotice(tx, { ...row, now: context.now().toISOString() });
}

/** A notice names no more than these. */
const MOST_OVERLAPS = 3;

async function overlapsOf(
  tx: Db,
  visitorId: string,
  { event, playerName }: PlaceNews,
): Promise<NonNullable<EventState['overlaps']>> {
  const overlaps = overlapping(await store.listPlacesOf(tx, visitorId, playerName), event, null);
  return overlaps.slice(0, MOST_OVERLAPS).map(({ event: { title, startTime } }) => ({ title, startTime }));
}

export const markSeen = ({ db, now }: CommandContext, visitorId: string, ids: readonly string[]): Promise<void> =>
  transact(db, (tx) => store.markSeen(tx, visitorId, ids, now().toISOString()));
