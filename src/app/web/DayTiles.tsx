import { useQueries, useQuery } from '@tanstack/react-query';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import Hourglass from 'lucide-react/icons/hourglass';
import Megaphone from 'lucide-react/icons/megaphone';
import Swords from 'lucide-react/icons/swords';
import Trophy from 'lucide-react/icons/trophy';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { byUrgency, nextFor } from '#features/brackets/web/parts/next-for.ts';
import { matchesQuery } from '#features/brackets/web/queries.ts';
import { hasLine, lateWords } from '#features/events/rules/clock.ts';
import { eventAddress } from '#features/events/web/EventCard.tsx';
import { useEvents } from '#features/events/web/queries.ts';
import { plainText } from '#features/messages/rules.ts';
import { useMessages } from '#features/messages/web/state.ts';
import { useFrozenAt } from '#features/points/web/FrozenNote.tsx';
import { joinSchedule } from '#features/rsvps/rules.ts';
import { myRsvpsQuery } from '#features/rsvps/web/queries.ts';
import { standings, standingsOf } from '#features/scores/rules/standings.ts';
import type { User } from '#features/users/contract.ts';
import { myAccountsQuery, usersQuery } from '#features/users/web/queries.ts';
import { lineWords } from '#features/waiting/rules.ts';
import { useMyEntries } from '#features/waiting/web/queries.ts';
import { listed } from '#platform/listed.ts';
import { clockTime } from '#platform/time.ts';
import { useNow } from '#platform/web/now.tsx';
import { comingThings, pointsLines, type Thing, whenWords } from './day-words.ts';

/** What the strip of the day's home holds: what is next, a match or what comes then, points, the newest message. */
export const DayTiles = ({ zone }: { zone: string }) => (
  <ul className="grid h-full grid-cols-2 grid-rows-[4.5rem_1fr_1fr] gap-1.5 lg:grid-cols-[3fr_3fr_2fr_2fr] lg:grid-rows-1">
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
    return event && hasLine(event, now) ? [`${event.title}: ${lineWords([entry], event)}`] : [];
  })[0];
  const waiting = line && (
    <Tile to="/schedule" icon={<Hourglass />}>
      {line}
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

/** What is next, or what comes after it, which has one line less. */
function Next({ thing, named, at, isThen = false }: NextProps) {
  const { event, places, state } = thing;
  const names = named && listed(places.map(({ playerName }) => playerName));
  const when = `${isThen && state !== 'now' ? 'Then ' : ''}${whenWords(thing, at)}`;
  const facts = [when, lateWords(event), isThen && names, event.location].filter(Boolean);
  return (
    <Tile to={isThen ? eventAddress(event.id) : '/schedule'} icon={<CalendarClock />}>
      <span className="block truncate">{facts.join(' · ')}</span>
      <strong className="block truncate font-semibold">{event.title}</strong>
      {!isThen && names && <span className="block truncate">{names}</span>}
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
  /** On a phone two of these stand side by side. */
  half?: true;
  urgent?: boolean;
  children?: ReactNode;
};

const TILE = 'flex h-full items-center gap-3 rounded-xl border border-line bg-panel px-3 leading-tight';

const Tile = ({ to, icon, half, urgent = false, children }: TileProps) => (
  <li className={half ? 'min-w-0' : 'min-w-0 max-lg:col-span-2'}>
    <Link to={to} className={TILE}>
      <span className={urgent ? 'text-coral' : 'text-sea'}>{icon}</span>
      <span
        className={`min-w-0 flex-1 text-[0.9375rem] [overflow-wrap:anywhere] ${half ? 'line-clamp-2' : 'line-clamp-3'}`}
      >
        {children}
      </span>
    </Link>
  </li>
);
