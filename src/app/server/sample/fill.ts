/** Imports the sample festival into a brand-new database. */
import { readFileSync } from 'node:fs';
import type { Duties } from '#database/duties.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { importFestival } from '#features/archive/commands.ts';
import { ARCHIVE_VERSION, FestivalFile } from '#features/archive/contract.ts';
import type { Festival } from '#features/festival/contract.ts';
import { userIdFrom } from '#features/users/rules.ts';
import { DAY, HOUR, MINUTE } from '#platform/durations.ts';
import type { Caller } from '#platform/server/caller.ts';
import { SLICES } from '../slices.ts';
import { type Contents, readContents } from './contents.ts';
import { type Timed, timetable } from './timetable.ts';

/** Accounts are at most 28 days old and places at most 21 days old, before the first event. */
const ACCOUNTS_OPENED = 28 * DAY;
const PLACES_OPENED = 21 * DAY;
const PLACE_EVERY = 40 * MINUTE;

const iso = (time: number): string => new Date(time).toISOString();

const NOBODY: Caller = { visitorId: null, deviceId: null, staff: null };

/** Writes all or nothing. @throws Refusal NOT_EMPTY. */
export async function fillSample(context: CommandContext, festival: Festival, caller = NOBODY): Promise<void> {
  const file = FestivalFile.parse(sampleFile(readContents(), festival, context));
  await importFestival(context, caller, file, SLICES);
}

/** Returns the sample festival at this time as a festival file. */
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
        ? bracketOf(timed, time).map((bracket) => ({ ...bracket, eventId: id, drawId: newId(), entrants }))
        : [];
    }),
    ...Object.fromEntries(ownLists(() => ({ id: newId(), createdAt: iso(time) }))),
    uploads: [],
    audit: [],
  };
}

/** Of each tournament. */
const TABLES = ['1', '2', '3', '4'];

/** Returns the lists that slices keep with their code, by their keys. */
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

/** Returns a tournament's draw, with the results entered until now. */
function bracketOf({ event: { tournamentType, results = [] }, start }: Timed, now: number) {
  if (tournamentType === null) return [];
  const lines = results.map(([after, match, one, other]) => ({
    entry: { kind: 'score', match, scores: [one, other] },
    enteredAt: iso(start + after * MINUTE),
  }));
  return [
    {
      options: { tournamentType, thirdPlace: false },
      drawnAt: iso(start),
      lines: lines.filter(({ enteredAt }) => enteredAt <= iso(now)),
    },
  ];
}
