import { createHmac, timingSafeEqual } from 'node:crypto';
import { transact } from '#database/connect.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { endOf, startOf } from '#features/events/rules/clock.ts';
import { listEvents } from '#features/events/store.ts';
import { listNoticesOf } from '#features/notices/store.ts';
import { listRsvpsOf } from '#features/rsvps/store.ts';
import {
  type CancelledEntry,
  cancelledEntries,
  REMINDER_MINUTES,
  readToken,
  sequenceOf,
  stampOf,
  timeZoneOf,
  uidOf,
  writeToken,
} from './rules.ts';
import * as store from './store.ts';

export type CalendarFacts = {
  readonly name: string;
  readonly timeZone: string;
  readonly lastDay: string;
  /** Null when it is known from requests only. */
  readonly publicUrl: string | null;
};

type CalendarOptions = {
  readonly name: string;
  readonly origin: string | null;
  readonly reminds: boolean;
  readonly cancelled?: readonly CancelledEntry[];
};

const MINUTE_S = 60;
/** How often apps should ask again. */
const REFRESH_S = 30 * MINUTE_S;

/** The library escapes events but not the calendar's name. */
const escaped = (text: string): string => text.replace(/\s+/g, ' ').replace(/[\\;,]/g, (sign) => `\\${sign}`);

/** Writes a calendar. Nothing in it tells of a person but the event's own words. */
export async function writeCalendar(
  events: readonly FestivalEvent[],
  { timeZone }: Pick<CalendarFacts, 'timeZone'>,
  { name, origin, reminds, cancelled = [] }: CalendarOptions,
): Promise<string> {
  // Loaded with the first calendar.
  const { ICalAlarmType, ICalCalendarMethod, ICalEventStatus, default: ical } = await import('ical-generator');
  const moments = [...events.map(endOf), ...[...events, ...cancelled].map(startOf)];
  const years = moments.map((moment) => new Date(moment).getUTCFullYear());
  const zone = timeZoneOf(timeZone, years.length === 0 ? [2025] : years);
  const calendar = ical({
    name: escaped(name),
    prodId: { company: 'Boardwalk', product: 'Festival', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    timezone: { name: timeZone, generator: () => zone },
    ttl: REFRESH_S,
  });
  const zoned = (iso: string) => Temporal.Instant.from(iso).toZonedDateTimeISO(timeZone);
  const about = (event: CancelledEntry) => ({
    id: uidOf(event),
    sequence: sequenceOf(event),
    stamp: new Date(stampOf(event)),
    start: zoned(new Date(startOf(event)).toISOString()),
    timezone: timeZone,
    summary: event.title,
    location: event.location,
  });
  for (const event of cancelled) calendar.createEvent({ ...about(event), status: ICalEventStatus.CANCELLED });
  for (const event of events) {
    const entry = calendar.createEvent({
      ...about(event),
      end: zoned(new Date(endOf(event)).toISOString()),
      status: ICalEventStatus.CONFIRMED,
      ...(event.description === '' ? {} : { description: event.description }),
      ...(origin === null ? {} : { url: `${origin}/?event=${encodeURIComponent(event.id)}` }),
    });
    if (reminds) {
      entry.createAlarm({
        type: ICalAlarmType.display,
        trigger: REMINDER_MINUTES * MINUTE_S,
        description: event.title,
      });
    }
  }
  return `${calendar.toString()}\r\n`;
}

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
  const generation = visitorId === null ? null : await store.readGeneration(context.db, visitorId);
  return visitorId === null || generation === null ? null : tokenOf(context, visitorId, generation);
}

/** Voids the present token and returns the next; null for a caller who is no visitor. */
export const renewToken = (context: CommandContext, visitorId: string | null): Promise<string | null> =>
  transact(context.db, async (tx) => {
    const generation = visitorId === null ? null : await store.raiseGeneration(tx, visitorId);
    return visitorId === null || generation === null ? null : tokenOf(context, visitorId, generation);
  });

/** Returns whose token it is; null for an unknown or void one. Does the same work for both. */
async function visitorOf(context: CommandContext, token: string): Promise<string | null> {
  const read = readToken(token);
  if (read === null) return null;
  const generation = await store.readGeneration(context.db, read.visitorId);
  const expected = sign(context, read.visitorId, generation ?? 0);
  const isRight = timingSafeEqual(Buffer.from(expected), Buffer.from(read.signature));
  return isRight && generation !== null ? read.visitorId : null;
}

export type OwnEvents = { readonly events: readonly FestivalEvent[]; readonly cancelled: readonly CancelledEntry[] };

/** Returns the events of the token's visitor, soonest first, and those cancelled; null for an unknown token. */
export async function eventsOfToken(
  context: CommandContext,
  { timeZone: zone, lastDay }: CalendarFacts,
  token: string,
): Promise<OwnEvents | null> {
  const visitorId = await visitorOf(context, token);
  if (visitorId === null) return null;
  const ids = new Set((await listRsvpsOf(context.db, visitorId)).map(({ eventId }) => eventId));
  const events = ids.size === 0 ? [] : await listEvents(context.db, [...ids]);
  const notices = await listNoticesOf(context.db, visitorId);
  const cancelled = cancelledEntries(notices, { zone, now: context.now().toISOString(), lastDay });
  return { events, cancelled: cancelled.filter(({ id }) => events.every((event) => event.id !== id)) };
}
