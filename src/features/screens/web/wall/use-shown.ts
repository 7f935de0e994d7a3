/** Which page a wall shows, that it says so, and that it lives for days. */
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { leaderboardQuery, matchesQuery } from '#features/brackets/web/queries.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { nowAndNext, roomsNow } from '#features/events/rules/rooms.ts';
import { eventsQuery } from '#features/events/web/state.ts';
import { useFestival } from '#features/festival/web/queries.ts';
import { openAt } from '#features/inventory/open-games/rules.ts';
import { openGamesQuery } from '#features/inventory/open-games/web/queries.ts';
import { usePublicMessages } from '#features/news/messages/web/state.ts';
import { usersQuery } from '#features/people/users/web/state.ts';
import { freezeQuery } from '#features/points/web/ceremony/queries.ts';
import { withQueue } from '#features/queue/rules.ts';
import { queueQuery } from '#features/queue/web/queries.ts';
import { ApiError } from '#platform/web/api.ts';
import { now, useNow } from '#platform/web/clock.tsx';
import { connectedNow, isOurs, probe, whenConnected } from '#platform/web/connection.ts';
import { hasOtherBuild } from '#platform/web/page-build.ts';
import { drawingQuery, useOwnAddress } from '#platform/web/ui/qr-code.tsx';
import type { Screen, ScreenPage, ShownPage } from '../../contract.ts';
import { type Facts, pageAt, partAt, type Shown, showsEvent, tournamentsIn } from '../../rules/shown.ts';
import type { TournamentPart } from './DisplayPage.tsx';
import { pictureQuery, tellShown } from './queries.ts';
import { useWide } from './use-fit.ts';

/** What a wall knows of the festival, and which of its pages have something to say. */
const NONE: readonly FestivalEvent[] = [];
/** Of which the leaderboards and brackets are kept: the stream watches some thirty topics. */
const KEPT = 10;
const FOR_EVER = { gcTime: Number.POSITIVE_INFINITY } as const;

type Turn = readonly TournamentPart[];
/** Board and bracket one after the other: together they would be too small. Calls stay. */
const WIDE_TURNS: readonly Turn[] = [
  ['calls', 'board'],
  ['calls', 'bracket'],
];
const TALL_TURNS: readonly Turn[] = [['board'], ['calls']];

export type WallFacts = Facts & {
  readonly now: string;
  readonly events: readonly FestivalEvent[];
  /** The event of a page, and what of it is shown. */
  readonly eventOn: (shown: Shown) => { readonly event: FestivalEvent; readonly parts: Turn } | null;
  /** Those that there are. */
  readonly pictures: readonly string[];
  readonly said: (shown: Shown) => ShownPage;
};

export function useWallFacts({ location, pages, now: asked }: Screen): WallFacts {
  const now = useNow();
  const { data: events = NONE } = useQuery({ ...eventsQuery, ...FOR_EVER });
  const { data: users } = useQuery({ ...usersQuery, ...FOR_EVER });
  const { data: games = [] } = useQuery({ ...openGamesQuery, ...FOR_EVER });
  const { data: told } = useQuery(freezeQuery);
  // Drawn before its turn comes: without network it is there.
  const { data: appCode } = useQuery({ ...drawingQuery(useOwnAddress('/')), gcTime: Number.POSITIVE_INFINITY });
  const messages = usePublicMessages();
  const turns = useWide() ? WIDE_TURNS : TALL_TURNS;
  const tournaments = useMemo(() => tournamentsIn(events, location, now), [events, location, now]);

  const all = asked === null ? pages : [asked, ...pages];
  const chosen = events.filter(({ id, bracketDrawn }) => bracketDrawn && all.some(({ eventId }) => eventId === id));
  const kept = [...new Set([...chosen, ...tournaments].map(({ id }) => id))].slice(0, KEPT);
  // Read before their turn comes: without network they are there.
  useQueries({ queries: kept.map((id) => ({ ...leaderboardQuery(id), ...FOR_EVER })) });
  useQueries({ queries: kept.map((id) => ({ ...matchesQuery(id), ...FOR_EVER })) });
  const queues = useQueries({ queries: withQueue(events).map(({ id }) => ({ ...queueQuery(id), ...FOR_EVER })) });
  const { mapPicture } = useFestival();
  const shownIds = all.flatMap(({ kind, pictureId }) => (kind === 'map' ? mapPicture : pictureId) ?? []);
  const ids = [...new Set(shownIds)];
  const found = useQueries({ queries: ids.map(pictureQuery) });
  const pictures = ids.filter((_, index) => found[index]?.data);

  const says = ({ kind, eventId, pictureId }: ScreenPage, isAsked: boolean): boolean => {
    const here = () => nowAndNext(events, location, now);
    const event = events.find(({ id }) => id === eventId);
    return {
      'now-here': () => here().now.length + here().next.length > 0,
      'now-rooms': () => roomsNow(events, now).length > 0,
      tournaments: () => tournaments.length > 0,
      tournament: () => event !== undefined && showsEvent(event, now),
      standings: () => users?.some(({ score }) => score > 0) ?? false,
      messages: () => messages.some(({ urgent }) => !urgent),
      'open-games': () => openAt(games, now).length > 0,
      queue: () => queues.some(({ data = [] }) => data.some(({ state }) => state === 'called' || state === 'waiting')),
      picture: () => pictures.includes(pictureId ?? ''),
      map: () => pictures.includes(mapPicture ?? ''),
      app: () => appCode !== undefined,
      ceremony: () => isAsked || (told?.to ?? null) !== null,
    }[kind]();
  };

  const eventOn: WallFacts['eventOn'] = (shown) => {
    if (shown.kind !== 'page') return null;
    const { kind, eventId } = shown.page;
    const turning = kind === 'tournaments' ? tournaments : events.filter(({ id }) => id === eventId);
    const turn = partAt(turning.length * turns.length, shown);
    const event = turning[Math.floor(turn / turns.length)];
    return event === undefined ? null : { event, parts: turns[turn % turns.length] ?? [] };
  };

  const said = (shown: Shown): ShownPage =>
    shown.kind === 'page' ? { kind: shown.page.kind, eventId: eventOn(shown)?.event.id } : { kind: shown.kind };

  return { now, events, eventOn, pictures, hasUrgent: messages.some(({ urgent }) => urgent), says, said };
}

const SECOND = 1_000;
/** A part of a millisecond would be waited for again and again. */
const wholeNow = () => Math.round(now());

/** Looks at every second of the server's clock: pages and their parts change then, on all walls at once. */
export function useShown(screen: Pick<Screen, 'pages' | 'now'>, facts: Facts): Shown {
  const [at, setAt] = useState(wholeNow);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      timer = setTimeout(
        () => {
          setAt(wholeNow());
          wait();
        },
        SECOND - (wholeNow() % SECOND),
      );
    };
    wait();
    return () => clearTimeout(timer);
  }, []);
  return pageAt(screen, at, facts);
}

const TELL_MS = 30_000;

/**
 * Organisers see which page the wall shows. What is not heard of is told again soon. Without a name it tells nothing. At another address
 * than PUBLIC_URL the server refuses it: then it stops, and returns the sentence that names the right address.
 */
export function useTelling(name: string | null, { kind, eventId }: ShownPage): string | null {
  const { mutate, error } = useMutation({ mutationFn: tellShown });
  const refusal = error instanceof ApiError && error.status === 403 ? (error.sentence ?? null) : null;
  const tells = name !== null && refusal === null;
  useEffect(() => {
    if (!tells) return undefined;
    const tell = () => mutate({ name, shows: { kind, eventId } });
    tell();
    const timer = setInterval(tell, TELL_MS);
    return () => clearInterval(timer);
  }, [tells, name, kind, eventId, mutate]);
  return refusal;
}

/** Phones ask in longer pauses; walls are few, and nobody touches them. */
const ASK_MS = 3_000;
/** While servers of two builds answer in turn a wall does not reload for each. */
const CALM_MS = 60_000;

/** Asks for everything as soon as the network is back, and loads a new build once the server has the whole page. */
export function useRenewal(): void {
  const client = useQueryClient();
  useEffect(() => {
    const look = async () => {
      if (!connectedNow()) return probe();
      if (!hasOtherBuild() || performance.now() < CALM_MS) return;
      const page = await fetch(location.href).catch(() => null);
      if (page?.ok && isOurs(page)) location.reload();
    };
    const timer = setInterval(() => void look(), ASK_MS);
    const stop = whenConnected(() => void client.invalidateQueries());
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [client]);
}
