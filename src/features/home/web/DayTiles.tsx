import { useQueries, useQuery } from '@tanstack/react-query';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import Hourglass from 'lucide-react/icons/hourglass';
import Megaphone from 'lucide-react/icons/megaphone';
import Swords from 'lucide-react/icons/swords';
import Trophy from 'lucide-react/icons/trophy';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useMyReports } from '#features/brackets/reports/web/queries.ts';
import { byUrgency, nextFor } from '#features/brackets/web/NextMatch.tsx';
import { matchesQuery } from '#features/brackets/web/queries.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { endOf, lateWords, mayWait, startOf } from '#features/events/rules/clock.ts';
import { stateAt } from '#features/events/rules/schedule.ts';
import { eventAddress } from '#features/events/web/EventCard.tsx';
import { useEvents } from '#features/events/web/state.ts';
import { plainText } from '#features/news/messages/rules.ts';
import { useMessages } from '#features/news/messages/web/state.ts';
import type { User } from '#features/people/users/contract.ts';
import { myAccountsQuery, usersQuery } from '#features/people/users/web/state.ts';
import { type Standing, standings, standingsOf } from '#features/points/scores/rules/standings.ts';
import { useFrozenAt } from '#features/points/web/FrozenNote.tsx';
import { positionWords } from '#features/queue/rules.ts';
import { useMyNumbers } from '#features/queue/web/queries.ts';
import type { Rsvp } from '#features/rsvps/contract.ts';
import { joinSchedule, placesByEvent, type ScheduleEntry } from '#features/rsvps/rules.ts';
import { myRsvpsQuery } from '#features/rsvps/web/queries.ts';
import { lineWords } from '#features/waiting/rules.ts';
import { useMyEntries } from '#features/waiting/web/queries.ts';
import { counted, listed, ordinal } from '#platform/numbers.ts';
import { clockTime, festivalDay, festivalDayShort } from '#platform/time.ts';
import { useNow } from '#platform/web/clock.tsx';

/** What the strip of the day's home says (docs/behaviour.md "The day's home"). */
type At = { readonly zone: string; readonly now: string };

type Thing = {
  readonly event: FestivalEvent;
  readonly places: readonly Rsvp[];
  readonly state: 'now' | 'coming';
};

/** Returns this device's events that are not over, each once: first what runs, then the others by start. */
export function comingThings(entries: readonly ScheduleEntry<FestivalEvent>[], at: At): Thing[] {
  const things = placesByEvent(entries).flatMap(({ event, places }): Thing[] => {
    const state = stateAt(event, at);
    return state === 'over' ? [] : [{ event, places, state }];
  });
  const order = ({ event, state }: Thing) => (state === 'now' ? 0 : startOf(event));
  return things.toSorted((one, other) => order(one) - order(other));
}

/** 'Now, until 5:00 PM', '3:00 PM', or 'Sat 15, 10:00 AM' for another festival day. */
export function whenWords({ event, state }: Pick<Thing, 'event' | 'state'>, { zone, now }: At): string {
  const endsAt = endOf(event);
  if (state === 'now') {
    return endsAt > Date.parse(now) ? `Now, until ${clockTime(new Date(endsAt).toISOString(), zone)}` : 'Now';
  }
  const day = festivalDay(event.startTime, zone);
  const time = clockTime(event.startTime, zone);
  return day === festivalDay(now, zone) ? time : `${festivalDayShort(day)}, ${time}`;
}

/**
 * '12 points, 3rd'; of several accounts '12, 3rd: Rosa' and '5, 9th: Gus', for a line each. Nobody has a rank without points.
 * `frozenAt`: the time of frozen standings, 'at 4:00 PM'.
 */
export function pointsLines(
  mine: readonly Pick<Standing, 'name' | 'score' | 'rank'>[],
  frozenAt: string | null = null,
): string[] {
  if (mine.length === 0) return ['No points yet'];
  const lines = mine.map(({ name, score, rank }) => {
    const points = mine.length === 1 ? counted(score, 'point') : score.toLocaleString('en-US');
    const place = score > 0 ? `${points}, ${ordinal(rank)}` : points;
    return mine.length === 1 ? place : `${place}: ${name}`;
  });
  return frozenAt === null ? lines : [...lines, `at ${frozenAt}`];
}

/** What the strip of the day's home holds: what is next, a match or what comes then, points, the newest message. */
export const DayTiles = ({ zone }: { zone: string }) => (
  <ul className="grid h-full grid-cols-2 gap-1.5 sm:grid-rows-[4.5rem_1fr_1fr] lg:grid-cols-[3fr_3fr_2fr_2fr] lg:grid-rows-1">
    <Things zone={zone} />
    <Points zone={zone} />
    <Tile half to="/announcements" icon={<Megaphone />}>
      {plainText(useMessages()[0]?.text ?? 'No messages yet')}
    </Tile>
  </ul>
);

function Things({ zone }: { zone: string }) {
  const now = useNow();
  const { known = [], all } = useEvents();
  const { data: mine } = useQuery(myRsvpsQuery);
  const entries = joinSchedule(mine ?? [], known);
  const isKnown = mine !== undefined && (all !== undefined || entries.length === mine.length);
  const things = comingThings(entries, { zone, now });
  const several = new Set(mine?.map(({ playerName }) => playerName)).size > 1;
  const match = useMatch(things, several);
  const line = useMyEntries().flatMap((entry) => {
    const event = known.find(({ id }) => id === entry.eventId);
    return event && mayWait(event, now) ? [`${event.title}: ${lineWords([entry], event)}`] : [];
  })[0];
  const [number] = useMyNumbers();
  const turn = number && `${known.find(({ id }) => id === number.eventId)?.title}: ${positionWords(number)}`;
  const waits = turn ?? line;
  const waiting = waits && (
    <Tile to="/schedule" icon={<Hourglass />}>
      {waits}
    </Tile>
  );
  const [next, then] = things;
  if (!isKnown) {
    return ['My schedule', 'What comes then'].map((words) => (
      <Tile key={words} to="/schedule" icon={<CalendarClock />}>
        {words}
      </Tile>
    ));
  }
  return (
    <>
      {next ? (
        <Next thing={next} named={several} at={{ zone, now }} />
      ) : (
        (waiting ?? (
          <Tile to="/#events" icon={<CalendarClock />}>
            Nothing booked from now on. Find something
          </Tile>
        ))
      )}
      {match ?? (then && <Next isThen thing={then} named={several} at={{ zone, now }} />) ?? (next && waiting) ?? (
        <Tile to="/schedule" icon={<CalendarClock />}>
          {next || waiting ? 'Nothing booked after that' : 'My schedule'}
        </Tile>
      )}
    </>
  );
}

type NextProps = { thing: Thing; named: boolean; at: { zone: string; now: string }; isThen?: boolean };

const LINE_OF_PHONE = 'max-sm:block max-sm:truncate';

/** What is next, or what comes after it, which has one line less. */
function Next({ thing, named, at, isThen = false }: NextProps) {
  const { event, places, state } = thing;
  const names = named && listed(places.map(({ playerName }) => playerName));
  const when = `${isThen && state !== 'now' ? 'Then ' : ''}${whenWords(thing, at)}`;
  const facts = [when, lateWords(event), isThen && names].filter(Boolean);
  return (
    <Tile to={isThen ? eventAddress(event.id) : '/schedule'} icon={<CalendarClock />}>
      <span className="max-sm:contents sm:block sm:truncate">
        <span className={LINE_OF_PHONE}>
          {facts.join(' · ')}
          {!isThen && names && <span className="sm:hidden"> · {names}</span>}
        </span>
        <span className="max-sm:hidden"> · </span>
        {/* On a phone a line of its own: of 'Ballroom A' and 'Ballroom B' the last letter counts. */}
        <span className={LINE_OF_PHONE}>{event.location}</span>
      </span>
      <strong className="block truncate font-semibold">{event.title}</strong>
      {!isThen && names && <span className="block truncate max-sm:hidden">{names}</span>}
    </Tile>
  );
}

/** The match to play now, else the one to wait for. */
function useMatch(things: readonly Thing[], several: boolean) {
  const played = things.filter(({ event }) => event.bracketDrawn);
  const lists = useQueries({ queries: played.map(({ event }) => matchesQuery(event.id)) });
  const open = played
    .flatMap(({ event, places }, index) =>
      places.flatMap((place) => {
        const next = nextFor(lists[index]?.data ?? [], place.id, several ? place.playerName : undefined);
        return next === null || next.state === 'out' || next.state === 'champion' ? [] : [{ event, ...next }];
      }),
    )
    .toSorted(byUrgency);
  const report = useMyReports().find(({ mine }) => mine === null);
  if (report !== undefined)
    return (
      <Tile to="/schedule" icon={<Swords />} urgent>
        <strong className="font-semibold">{report.by[0]?.name} says how your match ended. Is that right?</strong>
      </Tile>
    );
  const [first, ...more] = open;
  if (first === undefined) return undefined;
  const others = more.filter(({ state }) => state === first.state).length;
  return (
    <Tile
      to={others > 0 ? '/schedule' : `${eventAddress(first.event.id)}&view=bracket`}
      icon={first.state === 'waiting' ? <Hourglass /> : <Swords />}
      urgent={first.state !== 'waiting'}
    >
      <strong className="font-semibold">{others > 0 ? `${first.words}. And ${others} more` : first.words}</strong>
    </Tile>
  );
}

function Points({ zone }: { zone: string }) {
  const { data: accounts } = useQuery(myAccountsQuery);
  const hasAccounts = accounts !== undefined && accounts.length > 0;
  const { data: users } = useQuery({ ...usersQuery, structuralSharing: false, enabled: hasAccounts });
  const frozenAt = useFrozenAt(hasAccounts);
  const linesOf = (all: readonly User[]) =>
    pointsLines(standingsOf(standings(all), accounts ?? []), frozenAt && clockTime(frozenAt, zone));
  const isKnown = accounts && (!hasAccounts || users);
  return (
    <Tile half to="/scoreboard" icon={<Trophy />}>
      {(isKnown ? linesOf(users ?? []) : ['Points']).map((line) => (
        <span key={line} className="block truncate">
          {line}
        </span>
      ))}
    </Tile>
  );
}

type TileProps = {
  to: string;
  icon: ReactNode;
  /** Not on a phone, whose bar at the thumb leads there. */
  half?: true;
  urgent?: boolean;
  children?: ReactNode;
};

const TILE =
  'flex h-full items-center gap-3 rounded-xl border border-line bg-panel px-3 leading-tight max-sm:gap-2 max-sm:px-2';

const Tile = ({ to, icon, half, urgent = false, children }: TileProps) => (
  <li className={half ? 'min-w-0 max-sm:hidden' : 'min-w-0 sm:max-lg:col-span-2'}>
    <Link to={to} className={TILE}>
      <span className={urgent ? 'text-coral' : 'text-sea'}>{icon}</span>
      <span
        className={`min-w-0 flex-1 text-[0.9375rem] max-sm:text-sm [overflow-wrap:anywhere] ${half ? 'line-clamp-2' : 'line-clamp-3'}`}
      >
        {children}
      </span>
    </Link>
  </li>
);
