import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import type { Entrant, Match } from '#features/brackets/contract.ts';
import { atTable } from '#features/brackets/rules/tables.ts';
import { RoundTime } from '#features/brackets/web/parts/RoundTime.tsx';
import { championOf, nobodyWon } from '#features/brackets/web/parts/rounds.ts';
import { groupTables, hasStandings } from '#features/brackets/web/parts/standings.ts';
import { leaderboardQuery, matchesQuery } from '#features/brackets/web/queries.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { lateWords, phaseOf, plannedTime } from '#features/events/rules/clock.ts';
import { followersOf } from '#features/events/rules/lateness.ts';
import { capacityState, STATUS_WORDS } from '#features/events/rules/status.ts';
import { TYPE_LABEL } from '#features/events/web/EventBadges.tsx';
import { counted } from '#platform/numbers.ts';
import { clockTime, longDay, timeRange } from '#platform/time.ts';
import { useIdle, useWakeLock } from '#platform/web/big-screen.ts';
import { useNow } from '#platform/web/clock.tsx';
import { useConnected } from '#platform/web/connection.ts';
import { useUpdatedAt } from '#platform/web/data-age.tsx';
import { celebrate } from '#platform/web/ui/confetti.tsx';
import { DisplayBracket, titleLength } from './DisplayBracket.tsx';
import { DisplayControls } from './DisplayControls.tsx';
import { DisplayLeaderboard } from './DisplayLeaderboard.tsx';
import { DisplayRound, useTurn } from './DisplayRound.tsx';
import { useDisplayAddress } from './display-address.ts';

/** Milliseconds between two requests (docs/behaviour.md "Display"). */
const POLL = 5_000;
/** Milliseconds after which a request without a response is aborted and repeated. */
const ANSWER_LIMIT_MS = 15_000;

/** A display runs for days and must keep its data while the network is down. */
const POLLING = {
  refetchInterval: POLL,
  refetchIntervalInBackground: true,
  gcTime: Number.POSITIVE_INFINITY,
} as const;

/** An event's leaderboard and bracket, always the newest that could be had; `isStale` when that may no longer be true. */
function useTournamentFeed(eventId: string) {
  const standings = useQuery({ ...leaderboardQuery(eventId), ...POLLING });
  const matches = useQuery({ ...matchesQuery(eventId), ...POLLING });
  const read = [useUpdatedAt(leaderboardQuery(eventId).queryKey), useUpdatedAt(matchesQuery(eventId).queryKey)];
  const asOf = read.includes(null) ? null : (read.sort()[0] ?? null);
  const unanswered = useUnanswered(eventId, asOf);
  return {
    standings: standings.data,
    matches: matches.data,
    /** When both were last known to be true; null before that. */
    asOf,
    isStale: standings.isError || matches.isError || unanswered,
  };
}

function useUnanswered(eventId: string, asOf: string | null): boolean {
  const client = useQueryClient();
  const [since, setSince] = useState<string | null | undefined>(undefined);
  useEffect(() => {
    const timer = setInterval(() => {
      setSince(asOf);
      void client.invalidateQueries({ queryKey: leaderboardQuery(eventId).queryKey });
      void client.invalidateQueries({ queryKey: matchesQuery(eventId).queryKey });
    }, ANSWER_LIMIT_MS);
    return () => clearInterval(timer);
  }, [client, eventId, asOf]);
  return since === asOf;
}

const BURSTS = 6;
const BETWEEN = 900;

/** The winner or that nobody won, with confetti on live updates. */
function ChampionBanner({ matches }: { matches: readonly Match[] }) {
  const champion = championOf(matches);
  useConfetti(champion);
  return (
    <div role="status">
      {champion !== null && (
        <p className="display-banner">
          <span aria-hidden="true">★</span>
          <span>Champion: {champion.name}</span>
          <span aria-hidden="true">★</span>
        </p>
      )}
      {nobodyWon(matches) && <p className="display-banner display-nobody">No champion: nobody was left to win</p>}
    </div>
  );
}

function useConfetti(champion: Entrant | null) {
  const seenOpen = useRef(false);
  const name = champion?.name ?? null;
  useEffect(() => {
    if (name === null) seenOpen.current = true;
    if (name === null || !seenOpen.current) return;
    seenOpen.current = false;
    let left = BURSTS;
    const burst = () => {
      celebrate();
      left -= 1;
      if (left === 0) clearInterval(timer);
    };
    const timer = setInterval(burst, BETWEEN);
    burst();
    return () => clearInterval(timer);
  }, [name]);
}

type EventFactsProps = { event: FestivalEvent; events: readonly FestivalEvent[]; zone: string };

/** An event that is no tournament: when it is, who hosts it, its seats, and what follows in its room. */
function EventFacts({ event, events, zone }: EventFactsProps) {
  const [next] = followersOf(event, events);
  return (
    <dl className="display-facts">
      <Fact name={longDay(event.startTime, zone)}>{plannedTime(event, zone)}</Fact>
      <Fact name="Host">{event.host}</Fact>
      {event.status !== 'completed' && (
        <Fact name="Places">
          {event.currentRegistrations}/{event.capacity} · {capacityState(event)}
        </Fact>
      )}
      {next && (
        <Fact name="Next here">
          {plannedTime(next, zone)} · {next.title}
        </Fact>
      )}
    </dl>
  );
}

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const SHOWN = 6;

const byTable = new Intl.Collator('en', { numeric: true }).compare;

/** Who is called to which table: of the newest calls, by table. */
function DisplayCalls({ matches }: { matches: readonly Match[] }) {
  const now = Date.parse(useNow());
  const called = matches
    .flatMap(({ call, ...match }) => (call === null ? [] : { ...match, ...call }))
    .toSorted((one, other) => (one.calledAt < other.calledAt ? 1 : -1));
  if (called.length === 0) return null;
  const shown = called.slice(0, SHOWN).toSorted((one, other) => byTable(one.table, other.table));
  return (
    <ul aria-label="Called to a table" className="display-calls">
      {shown.map(({ id, table, calledAt, players: [first, ...others] }) => {
        const minutes = Math.floor((now - Date.parse(calledAt)) / 60_000);
        return (
          <li key={id}>
            <strong>{atTable(table, true)}</strong>
            <span>{first?.name}</span>
            <span>against {others.map(({ name }) => name).join(', ')}</span>
            <small>{minutes < 1 ? 'now' : `called ${minutes} min ago`}</small>
          </li>
        );
      })}
      {called.length > SHOWN && <li>{counted(called.length - SHOWN, 'more match', 'more matches')} at tables</li>}
    </ul>
  );
}

/** The big screen at /display (docs/behaviour.md "Display"). `naming` is the way to a named screen. */
export function DisplayPage({ zone, naming }: { zone: string; naming?: React.ReactNode }) {
  const { event, events, offered, isLoaded } = useDisplayAddress();
  const idle = useIdle();
  useWakeLock();
  return (
    <div className="display" data-idle={idle || undefined}>
      <DisplayControls event={event} offered={offered}>
        {naming}
      </DisplayControls>
      {event === null ? (
        <NothingChosen isLoaded={isLoaded} />
      ) : event.tournamentType === null ? (
        <OtherEvent event={event} events={events} zone={zone} />
      ) : (
        <Tournament key={event.id} event={event} zone={zone} />
      )}
    </div>
  );
}

const NothingChosen = ({ isLoaded }: { isLoaded: boolean }) => (
  <>
    <header className="display-head">
      <h1 className="pixel-title display-title">LIVE LEADERBOARD</h1>
    </header>
    <div className="display-waiting">
      <p>Select an event to display</p>
      {isLoaded && <p className="display-nothing">No event is live and there is no tournament yet.</p>}
    </div>
    <p role="status">
      <ConnectionBadge />
    </p>
  </>
);

type DisplayedProps = { event: FestivalEvent; zone: string };
type OtherProps = DisplayedProps & { events: readonly FestivalEvent[] };

/** What of a tournament is shown at a time; a leaderboard only when there are results. */
export type TournamentPart = 'calls' | 'board' | 'bracket';

type WallEventProps = OtherProps & { parts: readonly TournamentPart[] };

/** An event on a named screen. */
export const WallEvent = ({ event, events, zone, parts }: WallEventProps) =>
  event.tournamentType !== null && event.bracketDrawn ? (
    <Tournament key={event.id} event={event} zone={zone} parts={parts} />
  ) : (
    <OtherEvent event={event} events={events} zone={zone} />
  );

function Tournament({ event, zone, parts }: DisplayedProps & { parts?: readonly TournamentPart[] }) {
  const { standings, matches, asOf, isStale } = useTournamentFeed(event.id);
  const isDrawn = matches !== undefined && matches.length > 0;
  const shows = (part: TournamentPart) => parts === undefined || parts.includes(part);
  const hasResults = standings?.length !== 0;
  const isRound = matches !== undefined && isWithoutTree(matches);
  // A round names its tables itself.
  const hasCalls = shows('calls') && !(isRound && shows('bracket')) && matches?.some(({ call }) => call !== null);
  const hasBracket = isDrawn && (shows('bracket') || !(hasResults || (hasCalls && !shows('board'))));
  const hasBoard = shows('board') ? hasResults || parts === undefined : !(hasBracket || hasCalls);
  return (
    <>
      <Head event={event} zone={zone} name="LIVE LEADERBOARD">
        <Freshness event={event} isStale={isStale} asOf={asOf === null ? null : clockTime(asOf, zone)} />
        {asOf !== null && <ConnectionBadge />}
      </Head>
      {matches !== undefined && <ChampionBanner matches={matches} />}
      <div className="display-body" data-bracket={isDrawn || undefined}>
        {matches !== undefined && hasCalls && <DisplayCalls matches={matches} />}
        {hasBoard && (
          <Board
            standings={standings}
            groups={isRound ? groupTables(standings ?? [], matches) : []}
            failed={isStale}
            medals={matches === undefined || !nobodyWon(matches)}
            summary={isDrawn ? undefined : summaryOf(event, zone)}
          />
        )}
        {hasBracket && (isRound ? <DisplayRound matches={matches} /> : <DisplayBracket matches={matches} />)}
      </div>
    </>
  );
}

/** Rounds, tables or groups, and no tree behind them yet. */
const isWithoutTree = (matches: readonly Match[]): boolean =>
  hasStandings(matches) && !matches.some(({ bracket }) => bracket === 'winners');

type BoardProps = ComponentProps<typeof DisplayLeaderboard> & { groups: ReturnType<typeof groupTables> };

/** The leaderboard, or that of each group in turns. */
function Board({ groups, ...board }: BoardProps) {
  const group = groups[useTurn(groups.length)];
  if (group === undefined) return <DisplayLeaderboard {...board} />;
  return <DisplayLeaderboard {...board} standings={group.lines} name={`Group ${group.name}`} />;
}

function OtherEvent({ event, events, zone }: OtherProps) {
  return (
    <>
      <Head event={event} zone={zone} name={TYPE_LABEL[event.eventType]}>
        <Freshness event={event} isStale={false} asOf={null} />
        <ConnectionBadge />
      </Head>
      <EventFacts event={event} events={events} zone={zone} />
    </>
  );
}

const Head = ({ event, zone, name, children }: DisplayedProps & { name: string; children: React.ReactNode }) => (
  <header className="display-head">
    <div className="min-w-0">
      <h1 className="pixel-title display-title" data-length={titleLength(event.title.length)}>
        {event.title}
      </h1>
      <div className="display-line">
        <h2 id="display-leaderboard">{name}</h2>
        <p role="status" className="flex flex-wrap gap-[0.4em]">
          {children}
        </p>
        {lateWords(event) && <p className="display-badge">{lateWords(event)}</p>}
        {event.roundClock && (
          <p className="display-badge">
            <RoundTime clock={event.roundClock} />
          </p>
        )}
      </div>
    </div>
    <WhereAndWhen location={event.location} zone={zone} />
  </header>
);

/** 'Friday, Nov 14 · 3:00–5:00 PM · 12/16 players' */
const summaryOf = ({ startTime, duration, currentRegistrations, capacity }: FestivalEvent, zone: string): string =>
  `${longDay(startTime, zone)} · ${timeRange(startTime, duration, zone)} · ${currentRegistrations}/${capacity} players`;

const ConnectionBadge = () => !useConnected() && <span className="display-badge">no connection</span>;

/** Characters that fit one line beside the title, also in capitals. */
const LONG_ROOM = 40;

type FreshnessProps = { event: FestivalEvent; isStale: boolean; asOf: string | null };

function Freshness({ event, isStale, asOf }: FreshnessProps) {
  const phase = phaseOf(event, useNow());
  if (isStale) return <span className="display-badge">{asOf === null ? 'no connection yet' : `as of ${asOf}`}</span>;
  if (phase === 'in-progress') return <span className="display-badge display-live">LIVE</span>;
  return <span className="display-badge">{phase === 'ended' ? phase : STATUS_WORDS[phase]}</span>;
}

function WhereAndWhen({ location, zone }: { location: string; zone: string }) {
  const now = useNow();
  return (
    <div className="display-where">
      <p className="display-room" data-long={location.length > LONG_ROOM || undefined}>
        {location}
      </p>
      <p className="display-clock">{clockTime(now, zone)}</p>
    </div>
  );
}
