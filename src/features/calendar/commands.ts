/** The text of a calendar (RFC 5545), in steps of one event. Nothing in it tells of a person but the event's own words. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import ical, {
  escape as escaped,
  foldLines,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
} from 'ical-generator';
import { transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { endOf, startOf } from '#features/events/rules/clock.ts';
import { listEvents } from '#features/events/store.ts';
import type { Room } from '#features/festival/contract.ts';
import { roomAddress, roomNamed } from '#features/festival/rules/rooms.ts';
import { listNoticesOf } from '#features/news/notices/store.ts';
import { listRsvpsOf } from '#features/rsvps/store.ts';
import { inOrder } from '#platform/server/turns.ts';
import { isShownTwice, zonedInput } from '#platform/time.ts';
import {
  type CancelledEntry,
  cancelledEntries,
  readToken,
  sequenceOf,
  stampOf,
  timeZoneOf,
  uidOf,
  writeToken,
} from './rules.ts';
import * as store from './store.ts';

/** Minutes before the start at which a personal calendar reminds. */
const REMINDER_MINUTES = 15;
/** Seconds after which apps should ask again. */
const REFRESH = 1800;

type CalendarOptions = {
  readonly name: string;
  readonly zone: string;
  readonly origin: string | null;
  readonly reminds: boolean;
  /** Of the map: the way to a room is in the description. */
  readonly rooms?: readonly Room[] | undefined;
  readonly cancelled?: readonly CancelledEntry[];
  /** By event. */
  readonly editTimes?: ReadonlyMap<string, string>;
};

function calendarText(
  events: readonly FestivalEvent[],
  { name, zone, origin, reminds, rooms, cancelled = [], editTimes }: CalendarOptions,
): string {
  const moments = [...events.map(endOf), ...[...events, ...cancelled].map(startOf)];
  const years = new Set(moments.map((moment) => new Date(moment).getUTCFullYear()));
  // A calendar without events still needs the zone of some year.
  const parts = [
    headOf(name),
    linesOf([`X-WR-TIMEZONE:${zone}`, ...timeZoneOf(zone, years.size > 0 ? [...years] : [2025])]),
  ];
  for (const event of cancelled) {
    parts.push(eventText({ ...about(event), ...timesIn(zone, startOf(event)), status: ICalEventStatus.CANCELLED }));
  }
  for (const event of events) {
    const editedAt = editTimes?.get(event.id);
    const said = {
      ...about({ ...event, editedAt }),
      ...timesIn(zone, startOf(event), endOf(event)),
      ...details(event, origin, roomNamed(rooms, event.location)),
    };
    parts.push(eventText(said, reminds ? alarm(event) : []));
  }
  return `${parts.join('')}${END}`;
}

const END = 'END:VCALENDAR\r\n';
const END_OF_EVENT = 'END:VEVENT\r\n';

/** The calendar without components; ical-generator writes its name as it is. */
function headOf(name: string): string {
  const title = escaped(text(name.replace(/\s+/g, ' ')), false);
  const calendar = ical({
    name: title,
    prodId: { company: 'Boardwalk', product: 'Festival' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH,
  });
  return lined(calendar.toString()).slice(0, -END.length);
}

/** The alarm stands last, after the event's properties, where the grammar wants it and ical-generator does not put it. */
function eventText(event: ICalEventData, alarmLines: readonly string[] = []): string {
  const written = lined(ical({ events: [event] }).toString());
  const whole = written.slice(written.indexOf('BEGIN:VEVENT'), -END.length);
  return `${whole.slice(0, -END_OF_EVENT.length)}${linesOf(alarmLines)}${END_OF_EVENT}`;
}

const about = (
  event: Omit<CancelledEntry, 'editedAt'> & Parameters<typeof stampOf>[0],
): Omit<ICalEventData, 'start'> => ({
  id: uidOf(event),
  sequence: sequenceOf(event),
  stamp: new Date(stampOf(event)),
  summary: text(event.title),
  location: text(event.location),
});

const details = (event: FestivalEvent, origin: string | null, room: Room | undefined): Partial<ICalEventData> => ({
  description: text([event.description, ...wayTo(room, origin)].filter(Boolean).join('\n\n')),
  ...(origin === null ? {} : { url: `${origin}/?event=${encodeURIComponent(event.id)}` }),
  status: ICalEventStatus.CONFIRMED,
});

const wayTo = (room: Room | undefined, origin: string | null): string[] =>
  room === undefined ? [] : [room.way, origin === null ? '' : `${room.name}: ${origin}${roomAddress(room.name)}`];

const alarm = ({ title }: FestivalEvent): string[] => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `TRIGGER:-PT${REMINDER_MINUTES}M`,
  `DESCRIPTION:${escaped(text(title), false)}`,
  'END:VALARM',
];

/** In UTC where the clocks show a time twice: programs differ in which of the two they take. */
function timesIn(zone: string, start: number, end?: number): Pick<ICalEventData, 'start' | 'end' | 'timezone'> {
  const isUtc = [start, end ?? start].some((moment) => isShownTwice(moment, zone));
  const written = (moment: number) => (isUtc ? new Date(moment) : localTime(moment, zone));
  return { start: written(start), ...(end !== undefined && { end: written(end) }), timezone: isUtc ? null : zone };
}

function localTime(moment: number, zone: string): string {
  const iso = new Date(moment).toISOString();
  return `${zonedInput(iso, zone)}${iso.slice(16, 19)}`;
}

/** TEXT has no control characters but line breaks and tabs. */
const text = (words: string): string => words.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\t\n]/gu, '');

const lined = (written: string): string => (written.endsWith('\r\n') ? written : `${written}\r\n`);
const linesOf = (lines: readonly string[]): string => lines.map((line) => `${foldLines(line)}\r\n`).join('');

export type CalendarFacts = {
  readonly name: string;
  readonly timeZone: string;
  readonly lastDay: string;
  readonly rooms?: readonly Room[] | undefined;
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

/**
 * Returns what writes a visitor's calendar. One at a time for each visitor: a device with many connections gains
 * nothing.
 */
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
