import { createHmac, timingSafeEqual } from 'node:crypto';
import { transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { listEvents } from '#features/events/store.ts';
import { listNoticesOf } from '#features/notices/store.ts';
import { listRsvpsOf } from '#features/rsvps/store.ts';
import { inOrder } from '#platform/server/in-order.ts';
import { type CancelledEntry, cancelledEntries, readToken, writeToken } from '../rules/entries.ts';
import * as store from '../store.ts';
import { type CalendarOptions, calendarText } from './text.ts';

export type CalendarFacts = {
  readonly name: string;
  readonly timeZone: string;
  readonly lastDay: string;
  /** Null when it is known from requests only. */
  readonly publicUrl: string | null;
};

export const writeCalendar = (
  events: readonly FestivalEvent[],
  { timeZone: zone }: Pick<CalendarFacts, 'timeZone'>,
  options: Omit<CalendarOptions, 'zone'>,
): string => calendarText(events, { ...options, zone });

const SIGNATURE_LENGTH = 22;

const sign = ({ secret }: CommandContext, visitorId: string, generation: number): string =>
  createHmac('sha256', secret)
    .update(`calendar ${visitorId} ${generation}`)
    .digest('base64url')
    .slice(0, SIGNATURE_LENGTH);

const tokenOf = (context: CommandContext, visitorId: string, generation: number): string =>
  writeToken({ visitorId, signature: sign(context, visitorId, generation) });

/** Returns the visitor's token; null for a caller who is no visitor. */
export async function currentToken(context: CommandContext, visitorId: string | null): Promise<string | null> {
  const calendar = visitorId === null ? null : await store.findCalendar(context.db, visitorId);
  return calendar === null ? null : tokenOf(context, calendar.visitorId, calendar.generation);
}

/** Voids the present token and returns the next; null for a caller who is no visitor. */
export const renewToken = (context: CommandContext, visitorId: string | null): Promise<string | null> =>
  transact(context.db, async (tx) => {
    const generation = visitorId === null ? null : await store.raiseGeneration(tx, visitorId);
    return visitorId === null || generation === null ? null : tokenOf(context, visitorId, generation);
  });

/** Returns whose token it is; null for an unknown or void one. Does the same work for both. */
export async function visitorOf(context: CommandContext, token: string): Promise<string | null> {
  const read = readToken(token);
  if (read === null) return null;
  const calendar = await store.findCalendar(context.db, read.visitorId);
  const expected = sign(context, read.visitorId, calendar?.generation ?? 0);
  const isRight = timingSafeEqual(Buffer.from(expected), Buffer.from(read.signature));
  return isRight ? (calendar?.visitorId ?? null) : null;
}

type OwnEvents = {
  readonly events: readonly FestivalEvent[];
  readonly cancelled: readonly CancelledEntry[];
} & Required<Pick<CalendarOptions, 'editTimes'>>;

/** Returns the visitor's events, soonest first, and those cancelled. */
async function eventsOf(
  context: CommandContext,
  { timeZone: zone, lastDay }: CalendarFacts,
  visitorId: string,
): Promise<OwnEvents> {
  const ids = new Set((await listRsvpsOf(context.db, visitorId)).map(({ eventId }) => eventId));
  const events = ids.size === 0 ? [] : await listEvents(context.db, [...ids]);
  const editTimes = await store.readEditTimes(context.db, [...ids, '']);
  const notices = await listNoticesOf(context.db, visitorId);
  const cancelled = cancelledEntries(notices, { zone, now: context.now().toISOString(), lastDay });
  // A place in a deleted event is stored for a minute.
  const eventIds = new Set(events.map(({ id }) => id));
  return { events, editTimes, cancelled: cancelled.filter(({ id }) => !eventIds.has(id)) };
}

/** Returns what writes a visitor's calendar. One at a time for each visitor: a device with many connections gains nothing. */
export function personalCalendars(context: CommandContext, readFacts: () => Promise<CalendarFacts>) {
  const turns = inOrder();
  return (visitorId: string, origin: string): Promise<string> =>
    turns(visitorId, async () => {
      const facts = await readFacts();
      const { events, ...more } = await eventsOf(context, facts, visitorId);
      const options = { name: `My schedule · ${facts.name}`, origin, reminds: true, ...more };
      return writeCalendar(events, facts, options);
    });
}
