/** Notices are written by hooks, in the transaction of the change that they tell of. */
import type { DutyContext, JobContext } from '#database/duties.ts';
import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import type { CommandContext, Hooks } from '#features/access/commands/writes.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { endOf, startOf } from '#features/events/rules/clock.ts';
import { overlapping } from '#features/events/rules/schedule.ts';
import { hasStar } from '#features/events/stars/store.ts';
import { findEvent, isHolder, listOutlines } from '#features/events/store.ts';
import { MINUTE } from '#platform/durations.ts';
import { clockTime } from '#platform/time.ts';
import { tell } from '../push/commands.ts';
import type { EventState, Notice, NoticeKind } from './contract.ts';
import { isNews, isWorthPush, mergedSince, pushEndsAt, pushWords, startsSoon, stateOf, stateText } from './rules.ts';
import * as store from './store.ts';

/** What a tap on a message opens. */
const SCHEDULE = '/schedule';

/** What rows of the outbox are about. `was`: the event before the first change that phones were not told. */
type AboutStart = { readonly eventId: string; readonly startsAt: string };
type AboutEvent = { readonly eventId: string; readonly was: EventState };
type AboutPlace = { readonly place: store.PlaceSubject };

/** An event as a notice shows it; a deleted one is cancelled. */
type NoticedEvent = { readonly event: FestivalEvent; readonly cancelled: boolean };

export const planned = (event: FestivalEvent): NoticedEvent => ({ event, cancelled: false });
export const cancelled = (event: FestivalEvent): NoticedEvent => ({ event, cancelled: true });

/** Tells everybody with a place in a locked event, or in its line, what an organiser changed. */
export async function notifyEvent(
  context: CommandContext,
  tx: Db,
  before: NoticedEvent,
  after: NoticedEvent,
): Promise<void> {
  const [was, is] = [stateOf(before.event, before.cancelled), stateOf(after.event, after.cancelled)];
  if (!isNews(was, is)) return;
  const now = context.now();
  const { id: eventId, editRevision } = after.event;
  const endsAt = isWorthPush(was, is) ? pushEndsAt(after.event, now) : null;
  if (endsAt !== null) {
    await tell(context, tx, {
      key: `changed ${eventId}`,
      kind: 'changed',
      to: { eventId },
      about: { eventId, was } satisfies AboutEvent,
      again: true,
      endsAt,
    });
  }
  await store.notifyEvent(tx, {
    id: context.newId(),
    eventId,
    was,
    is,
    editRevision,
    now: now.toISOString(),
    since: mergedSince(now),
  });
}

/** Tells people with a place in an event, or whom it interests, that it starts within a quarter of an hour; once for each time that it is set to start. */
export async function tellStarts(context: JobContext): Promise<void> {
  const starting = (await listOutlines(context.db)).filter((event) => startsSoon(event, context.now()));
  for (const event of starting) {
    const endsAt = new Date(startOf(event)).toISOString();
    await transact(context.db, (tx) =>
      tell(context, tx, {
        key: `starts ${event.id} ${endsAt}`,
        kind: 'starts',
        to: { eventId: event.id, isStart: true },
        about: { eventId: event.id, startsAt: endsAt } satisfies AboutStart,
        endsAt,
      }),
    );
  }
}

export const sayStarts: Hooks['say']['starts'] = async ({ db, now, festival }, { about, visitorId }) => {
  const { eventId, startsAt } = JSON.parse(about) as AboutStart;
  const event = await findEvent(db, eventId);
  if (event === null || !startsSoon(event, now()) || startOf(event) !== Date.parse(startsAt)) return null;
  if (!(await store.hasPlace(db, visitorId, eventId)) && !(await hasStar(db, visitorId, eventId))) return null;
  const title = `${event.title} starts at ${clockTime(startsAt, festival.timeZone)}`;
  return { title, body: event.location, url: SCHEDULE, told: startsAt };
};

/** A change of an event, from what this phone knows of it; or of a place. */
export const sayChanged: Hooks['say']['changed'] = async (context, subject) => {
  const { db, now, festival } = context;
  const about = JSON.parse(subject.about) as AboutEvent | AboutPlace;
  if ('place' in about) return sayPlace(context, subject);
  const was: EventState = subject.told === null ? about.was : JSON.parse(subject.told);
  const event = await findEvent(db, about.eventId);
  const is = event === null ? { ...was, cancelled: true } : stateOf(event, false);
  if (!isWorthPush(was, is) || (await store.hasSeenChange(db, subject.visitorId, about.eventId))) return null;
  if (event !== null && (endOf(event) <= now().getTime() || !(await isHolder(db, subject.visitorId, event.id))))
    return null;
  return {
    ...pushWords({ kind: 'event', was, is }, festival.timeZone),
    url: SCHEDULE,
    told: stateText(is),
  };
};

/** What happened to places of a phone in one minute: the first of which it still holds, and that the person has not seen. */
export const sayPlace: Hooks['say']['promoted'] = async ({ db, festival }, { about, visitorId }) => {
  const { place } = JSON.parse(about) as AboutPlace;
  const event = await findEvent(db, place.eventId);
  for (const notice of await store.listUnseen(db, visitorId, place)) {
    if (!(await stillHolds(db, visitorId, notice, event))) continue;
    const { capacity, says } = notice.is;
    const more = { ...(capacity !== undefined && { capacity }), ...(says !== undefined && { says }) };
    const is = event === null ? notice.is : { ...stateOf(event, false), ...more };
    return { ...pushWords({ ...notice, is }, festival.timeZone), url: SCHEDULE, told: notice.id };
  }
  return null;
};

/** Whether a place that came is there, one that was removed is not, and who was told to wait alone still waits. */
async function stillHolds(db: Db, visitorId: string, notice: Notice, event: FestivalEvent | null): Promise<boolean> {
  const { kind, eventId, playerName, is } = notice;
  if (event === null || playerName === null) return kind === 'removed' || kind === 'handed-over';
  if (is.capacity !== undefined || is.says === 'in-line') return store.waits(db, visitorId, eventId, playerName);
  if (is.says === 'coming') return store.isAwaited(db, visitorId, eventId, playerName);
  const isThere = await store.hasPlace(db, visitorId, eventId, playerName);
  return kind === 'promoted' || kind === 'moved' ? isThere : !isThere;
}

/** What happened to one place. `from` is the event that a moved place was in. */
export type PlaceNews = {
  readonly kind: Exclude<NoticeKind, 'event'>;
  /** Null for a walk-in, whom nobody can tell. */
  readonly visitorId: string | null;
  readonly playerName: string;
  readonly event: FestivalEvent;
  readonly from?: FestivalEvent;
  /** How many seats the event has, of a person who waits alone because the group is larger. */
  readonly capacity?: number;
  readonly says?: EventState['says'];
  /** By which an undo finds the notice; a new one when omitted. */
  readonly id?: string;
};

/** Tells the device of a place what happened to it. */
export async function notifyPlace(context: DutyContext, tx: Db, news: PlaceNews): Promise<void> {
  const { kind, visitorId, playerName, event, from = event, capacity, says, id = context.newId() } = news;
  if (visitorId === null) return;
  const overlaps = kind === 'promoted' ? await overlapsOf(tx, visitorId, news) : [];
  const is = {
    ...stateOf(event, false),
    ...(capacity !== undefined && { capacity }),
    ...(says !== undefined && { says }),
    ...(overlaps.length > 0 && { overlaps }),
  };
  const states = { was: stateOf(from, false), is };
  const row = { id, kind, visitorId, playerName, eventId: event.id, ...states };
  const now = context.now();
  await store.addPlaceNotice(tx, { ...row, now: now.toISOString() });
  const endsAt = pushEndsAt(event, now);
  if (endsAt === null) return;
  // One message for several people of one phone within a minute.
  const minute = Math.floor(now.getTime() / MINUTE) * MINUTE;
  const [since, until] = [new Date(minute), new Date(minute + MINUTE)].map((at) => at.toISOString());
  const place = { eventId: event.id, kind, from: since ?? '', to: until ?? '' };
  await tell(context, tx, {
    key: [kind, event.id, visitorId, place.from].join(' '),
    kind: kind === 'promoted' ? kind : 'changed',
    to: { visitors: [visitorId] },
    about: { place } satisfies AboutPlace,
    endsAt,
  });
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
