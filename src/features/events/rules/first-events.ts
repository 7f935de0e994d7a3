/** A page carries only the cards that a phone needs first, and nothing that grows with the festival. */

import { HOUR } from '#platform/durations.ts';
import { festivalDay } from '#platform/time.ts';
import type { EventType, FestivalEvent } from '../contract.ts';
import { endOf, isEnded, startOf, type Timed } from './clock.ts';
import { filterProgramme, programmeAt, programmeDays } from './programme.ts';

const AT_MOST = 10;

export const tickerItems = <E extends Pick<FestivalEvent, 'startTime' | 'lateMinutes' | 'title' | 'status'>>(
  events: readonly E[],
  now: string,
): E[] => {
  const from = Date.parse(now);
  const coming = events
    .filter(({ status }) => status !== 'completed')
    .map((event) => ({ event, at: event.status === 'upcoming' ? startOf(event) : Date.parse(event.startTime) }))
    .filter(({ at }) => at > from)
    .sort((a, b) => a.at - b.at);
  // Titles are slow to compare, so only the last that fit are.
  const until = coming[AT_MOST - 1]?.at ?? Number.POSITIVE_INFINITY;
  return coming
    .filter(({ at }) => at <= until)
    .sort((a, b) => a.at - b.at || a.event.title.localeCompare(b.event.title, 'en'))
    .slice(0, AT_MOST)
    .map(({ event }) => event);
};

/** docs/behaviour.md "The day's home" */
const BEFORE = 6 * HOUR;

type Clocked = Timed & Pick<FestivalEvent, 'status' | 'bracketDrawn' | 'bracketDecided'>;

/** From six hours before the first event until the last has ended. */
export function isDayHome(events: readonly Clocked[], { zone, now }: { zone: string; now: string }): boolean {
  const at = Date.parse(now);
  if (!events.some(({ startTime }) => Date.parse(startTime) - BEFORE <= at)) return false;
  // An undecided tournament has no end, so a forgotten one counts until its festival day is over.
  const goesOn = (event: Clocked): boolean =>
    endOf(event) > at || (!isEnded(event, now) && festivalDay(event.startTime, zone) === festivalDay(now, zone));
  return events.some((event) => event.status !== 'completed' && goesOn(event));
}

/** Whether every event is over, a forgotten tournament with its festival day. */
export const isFestivalOver = (events: readonly Clocked[], at: { zone: string; now: string }): boolean =>
  events.length > 0 && events.every((event) => endOf(event) <= Date.parse(at.now)) && !isDayHome(events, at);

/** A phone shows two at once. */
export const FIRST_SHOWN = 24;

/** From the address. Parts have FIRST_SHOWN cards each, and count from 1. */
export type ProgrammeChoice = { readonly type: EventType | null; readonly day: string | null; readonly part: number };

export type FirstEvents = {
  /** The first `shown` are the page's cards, in order. The others are for the ticker and My schedule. */
  readonly events: FestivalEvent[];
  readonly shown: number;
  readonly count: number;
  readonly choice: ProgrammeChoice | null;
  readonly days: readonly string[];
  readonly more: boolean;
  readonly isDay: boolean;
  readonly isOver: boolean;
};

export type EventOutline = Pick<
  FestivalEvent,
  | 'id'
  | 'title'
  | 'startTime'
  | 'duration'
  | 'location'
  | 'lateMinutes'
  | 'status'
  | 'eventType'
  | 'bracketDrawn'
  | 'bracketDecided'
>;

type At = { readonly zone: string; readonly now: string };

export type FirstIds = Omit<FirstEvents, 'events'> & { readonly ids: readonly string[] };

/** `also`: needed besides the cards and the ticker. */
export const firstIds = (
  outlines: readonly EventOutline[],
  choice: ProgrammeChoice | null,
  { zone, now }: At,
  also: readonly string[] = [],
): FirstIds => {
  const { cards, days, more } = choice === null ? NO_CARDS : cardsOf(outlines, choice, { zone, now });
  const ids = new Set([...cards, ...tickerItems(outlines, now).map(({ id }) => id), ...also]);
  const isDay = isDayHome(outlines, { zone, now });
  const isOver = isFestivalOver(outlines, { zone, now });
  return { ids: [...ids], shown: cards.length, count: outlines.length, choice, days, more, isDay, isOver };
};

const NO_CARDS = { cards: [], days: [], more: false };

function cardsOf(outlines: readonly EventOutline[], { type, day, part }: ProgrammeChoice, at: At) {
  const isOfType = ({ eventType }: EventOutline) => type === null || eventType === type;
  const { shown, days } = filterProgramme(programmeAt(outlines, at), day, isOfType);
  const all = shown.flatMap(({ items }) => items);
  const cards = all.slice((part - 1) * FIRST_SHOWN, part * FIRST_SHOWN).map(({ id }) => id);
  return { cards, days, more: all.length > part * FIRST_SHOWN };
}

export type ProgrammeSizes = Readonly<Record<string, Readonly<Partial<Record<EventType, number>>>>>;

export const programmeSizes = (outlines: readonly EventOutline[], { zone, now }: At): ProgrammeSizes =>
  Object.fromEntries(
    programmeDays(outlines, { zone, today: festivalDay(now, zone) }).map(({ day, items }) => {
      const sizes: Partial<Record<EventType, number>> = {};
      for (const { eventType } of items) sizes[eventType] = (sizes[eventType] ?? 0) + 1;
      return [day, sizes];
    }),
  );

/** Addresses that choose nothing of the programme share the plain page. */
export const isOffered = ({ type, day, part }: ProgrammeChoice, sizes: ProgrammeSizes): boolean => {
  if (day !== null && !Object.hasOwn(sizes, day)) return false;
  const ofDays = day === null ? Object.values(sizes) : [sizes[day] ?? {}];
  const counts = ofDays.flatMap((day) => (type === null ? Object.values(day) : (day[type] ?? 0)));
  return part === 1 || counts.reduce((sum, count) => sum + count, 0) > (part - 1) * FIRST_SHOWN;
};
