import type { FestivalEvent } from '#features/events/contract.ts';
import { lateWords, phaseOf } from '#features/events/rules/clock.ts';
import { STATUS_WORDS } from '#features/events/rules/status.ts';
import { TYPE_LABEL } from '#features/events/web/parts/words.ts';
import { clockTime, longDay, timeRange } from '#platform/time.ts';
import { useIdle, useWakeLock } from '#platform/web/big-screen.ts';
import { useConnected } from '#platform/web/connection.ts';
import { useNow } from '#platform/web/now.tsx';
import { nobodyWon } from '../parts/rounds.ts';
import { ChampionBanner } from './ChampionBanner.tsx';
import { DisplayBracket } from './DisplayBracket.tsx';
import { DisplayCalls } from './DisplayCalls.tsx';
import { DisplayControls } from './DisplayControls.tsx';
import { DisplayLeaderboard } from './DisplayLeaderboard.tsx';
import { useDisplayAddress } from './display-address.ts';
import { titleLength } from './display-words.ts';
import { EventFacts } from './EventFacts.tsx';
import { useTournamentFeed } from './tournament-feed.ts';

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
  const hasCalls = shows('calls') && matches?.some(({ call }) => call !== null);
  const hasResults = standings?.length !== 0;
  const hasBracket = isDrawn && (shows('bracket') || !(hasCalls || hasResults));
  const hasBoard = shows('board') ? hasResults || parts === undefined : !(hasBracket || hasCalls);
  return (
    <>
      <Head event={event} zone={zone} name="LIVE LEADERBOARD">
        <Freshness event={event} isStale={isStale} asOf={asOf === null ? null : clockTime(asOf, zone)} />
        {asOf !== null && <ConnectionBadge />}
      </Head>
      {matches !== undefined && hasCalls && <DisplayCalls matches={matches} />}
      {matches !== undefined && <ChampionBanner matches={matches} />}
      <div className="display-body" data-bracket={isDrawn || undefined}>
        {hasBoard && (
          <DisplayLeaderboard
            standings={standings}
            failed={isStale}
            medals={matches === undefined || !nobodyWon(matches)}
            summary={isDrawn ? undefined : summaryOf(event, zone)}
          />
        )}
        {hasBracket && <DisplayBracket matches={matches} />}
      </div>
    </>
  );
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
