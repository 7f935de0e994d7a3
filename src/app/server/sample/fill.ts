import { readFileSync } from 'node:fs';
import type { Duties } from '#database/duties.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { importFestival } from '#features/archive/commands.ts';
import { ARCHIVE_VERSION, FestivalFile } from '#features/archive/contract.ts';
import { build } from '#features/brackets/engine/build.ts';
import { enter, fold } from '#features/brackets/engine/fold.ts';
import { type Entry, matchIn } from '#features/brackets/engine/state.ts';
import { firstRoundOf, nextRoundOf } from '#features/brackets/rules/rounds.ts';
import type { EventStatus, NewEvent } from '#features/events/contract.ts';
import { festivalInForce } from '#features/festival/commands.ts';
import type { Festival } from '#features/festival/contract.ts';
import { writeForProgram } from '#features/news/messages/commands.ts';
import { userIdFrom } from '#features/people/users/rules.ts';
import { DAY, HOUR, MINUTE } from '#platform/durations.ts';
import type { Caller } from '#platform/server/caller.ts';
import { festivalDay, parseZoned } from '#platform/time.ts';
import { SLICES } from '../slices.ts';

/**
 * `at` is in the festival's zone; '24:30' is half past midnight of the same festival day. On the second day nothing
 * else may be in the rooms of the two events with `startedAgo`, no event of the first day may end there after 03:00,
 * and their guests may be at no other event of the second day.
 */
export type SampleEvent = Omit<NewEvent, 'startTime'> & {
  readonly at: string;
  /** Minutes since its start when the festival is moved to today; otherwise `at` counts. */
  readonly startedAgo?: number;
  readonly guests: readonly string[];
  /** In order: minutes after the start, match, and games won by each player, or places of a heat. */
  readonly results?: readonly (readonly [after: number, match: string, ...numbers: number[]])[];
};
type Person = { readonly name: string; readonly score: number; readonly email: string | null };

const read = <T>(name: string): T => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as T;

export const readContents = () => ({
  people: read<Person[]>('people.json'),
  programme: read<SampleEvent[][]>('programme.json'),
});
type Contents = ReturnType<typeof readContents>;

const QUARTER = 15 * MINUTE;

/** Milliseconds since 1970; the end is the first moment after it. */
export type Timed = {
  readonly event: SampleEvent;
  readonly start: number;
  readonly end: number;
  readonly status: EventStatus;
};

type Calendar = Pick<Festival, 'firstDay' | 'timeZone'>;

/** On festival.json's days, or around today when those have begun or passed. */
export function timetable(programme: readonly SampleEvent[][], { firstDay, timeZone }: Calendar, now: Date): Timed[] {
  const today = festivalDay(now.toISOString(), timeZone);
  const moved = firstDay <= today;
  const opening = moved ? dayAfter(today, -1) : firstDay;
  return programme.flatMap((events, index) =>
    events.map((event) => {
      const running = moved ? event.startedAgo : undefined;
      const start =
        running === undefined
          ? startOn(dayAfter(opening, index), event.at, timeZone)
          : Math.floor(now.getTime() / QUARTER) * QUARTER - running * MINUTE;
      const end = start + event.duration * MINUTE;
      return { event, start, end, status: statusAt(now.getTime(), start, end) };
    }),
  );
}

const statusAt = (now: number, start: number, end: number): EventStatus => {
  if (end <= now) return 'completed';
  return start <= now ? 'in-progress' : 'upcoming';
};

const dayAfter = (day: string, days: number): string => {
  const date = new Date(`${day}T00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
};

/** '24:30' is 00:30 on the next calendar day. */
function startOn(day: string, at: string, zone: string): number {
  const [hour = 0, minute = 0] = at.split(':').map(Number);
  const clock = [hour % 24, minute].map((number) => String(number).padStart(2, '0')).join(':');
  const typed = parseZoned(`${dayAfter(day, Math.floor(hour / 24))}T${clock}`, zone);
  // If daylight saving skips the time, the event starts at the next existing one.
  const found = 'iso' in typed ? typed : parseZoned(typed.suggestion, zone);
  if (!('iso' in found)) throw new Error(`The sample festival can't start an event on ${day} at ${at}.`);
  return Date.parse(found.iso);
}

/** Accounts are at most 28 and places at most 21 days old, before the first event. */
const ACCOUNTS_OPENED = 28 * DAY;
const PLACES_OPENED = 21 * DAY;
const PLACE_EVERY = 40 * MINUTE;

const iso = (time: number): string => new Date(time).toISOString();

const NOBODY: Caller = { visitorId: null, deviceId: null, staff: null };

/** Writes all or nothing. @throws Refusal NOT_EMPTY. */
export async function fillSample(context: CommandContext, caller = NOBODY): Promise<void> {
  const file = FestivalFile.parse(sampleFile(readContents(), await festivalInForce(context), context));
  await importFestival(context, caller, file, SLICES);
  // A festival file holds no messages: they are of the moment.
  await writeForProgram(context, MESSAGES);
}

/** The newest first. */
const MESSAGES = [
  'Badges are at the desk in the lobby, beside the parrot. It bites, but only goalkeepers.',
  'The library of games is open until two at night in *Ballroom A*. What you borrow goes back under its own letter.',
];

function sampleFile({ people, programme }: Contents, festival: Festival, { now, newId }: CommandContext) {
  const time = now().getTime();
  const users = people.map(({ name, score }, index) => ({
    id: userIdFrom(newId()),
    name,
    score,
    createdAt: iso(time - ACCOUNTS_OPENED + index * HOUR),
  }));
  const emails = new Map(people.map(({ name, email }) => [name, email]));
  const userIds = new Map(users.map(({ name, id }) => [name, id]));
  let taken = time - PLACES_OPENED;
  const seated = timetable(programme, festival, now()).map((timed) => {
    const id = newId();
    const places = timed.event.guests.map((playerName, index) => {
      taken += PLACE_EVERY;
      return {
        id: newId(),
        eventId: id,
        playerName,
        playerEmail: emails.get(playerName) ?? null,
        checkedInAt: arrival(timed, index),
        checkedInBy: 'owner' as const,
        createdAt: iso(taken),
      };
    });
    return { id, timed, places };
  });
  return {
    format: 'boardwalk festival',
    version: ARCHIVE_VERSION,
    exportedAt: iso(time),
    festival: festival.name,
    sample: true,
    users,
    events: seated.map(({ id, timed: { event, start, status } }) => ({
      ...event,
      id,
      status,
      startTime: iso(start),
      tables: event.tournamentType === null ? [] : TABLES,
      reports: event.tournamentType !== null,
      codeGeneration: 1,
    })),
    rsvps: seated.flatMap(({ places }) => places),
    brackets: seated.flatMap(({ id, timed, places }) => {
      const entrants = places.map(({ id: rsvpId, playerName }) => ({
        rsvpId,
        userId: userIds.get(playerName) ?? null,
        name: playerName,
      }));
      return hasBegun(timed)
        ? bracketOf(timed, entrants.length, time).map((bracket) => ({
            ...bracket,
            eventId: id,
            drawId: newId(),
            entrants,
          }))
        : [];
    }),
    pictures:
      festival.mapPicture === MAP_ID
        ? [{ id: MAP_ID, name: 'Floor plan', base64: readFileSync(MAP, 'base64'), createdAt: iso(time) }]
        : [],
    ...Object.fromEntries(ownLists(() => ({ id: newId(), createdAt: iso(time) }))),
    uploads: [],
    audit: [],
  };
}

/** The hotel’s floor plan, by the id that festival.json names. */
const MAP_ID = 'sample-map';
const MAP = new URL('map.webp', import.meta.url);

const TABLES = ['1', '2', '3', '4'];

const ownLists = (stamp: () => object): (readonly [key: string, rows: object[]])[] =>
  SLICES.flatMap(({ archived }: Duties) => {
    if (archived?.sample === undefined) return [];
    const rows: object[] = JSON.parse(readFileSync(archived.sample, 'utf8'));
    return [[archived.key, rows.map((row) => ({ ...row, ...stamp() }))]];
  });

const hasBegun = ({ status }: Timed): boolean => status !== 'upcoming';

/** Within 24 minutes before the start. In tournaments everyone is checked in; elsewhere a few are missing. */
const arrival = (timed: Timed, index: number): string | null =>
  hasBegun(timed) && (timed.event.results !== undefined || index % 9 !== 4)
    ? iso(timed.start - (1 + ((index * 7) % 24)) * MINUTE)
    : null;

function bracketOf({ event: { tournamentType, format, results = [] }, start }: Timed, entrants: number, now: number) {
  if (tournamentType === null) return [];
  const options = { tournamentType, ...format, thirdPlace: false };
  const lines: { entry: Entry; enteredAt: string }[] = [];
  let state = fold(build(entrants, options), []);
  const add = (entry: Entry, at: number) => {
    state = enter(state, entry);
    lines.push({ entry, enteredAt: iso(at) });
  };
  const first = firstRoundOf(options, entrants);
  if (first !== null) add(first, start);
  for (const [after, match, ...numbers] of results) {
    const at = start + after * MINUTE;
    if (at > now) break;
    if (!state.graph.indexOf.has(match)) add(nextRoundOf(state), at);
    const [one = 0, other = 0] = numbers;
    const isHeat = matchIn(state, match)?.match.bracket === 'heat';
    add(isHeat ? { kind: 'places', match, places: numbers } : { kind: 'score', match, scores: [one, other] }, at);
  }
  return [{ options, drawnAt: iso(start), lines }];
}
