import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type { FestivalEvent } from '#features/events/contract.ts';
import { eventsQuery } from '#features/events/web/state.ts';
import { useHydrated } from '#platform/web/hydrated.ts';

/** Events the display offers, which comes first, and the rotation (docs/behaviour.md "Display"). */
const STAGES = ['in-progress', 'upcoming', 'completed'] as const;

const isTournament = ({ tournamentType }: FestivalEvent): boolean => tournamentType !== null;

/** What runs before what does not, and last a tournament without a bracket that has nothing to show but its time. */
function urgency(event: FestivalEvent): number {
  const stage = STAGES.indexOf(event.status);
  if (event.bracketDrawn) return stage;
  if (event.status !== 'in-progress') return STAGES.length + stage;
  return isTournament(event) ? 0.6 : 0.5;
}

/** Returns drawn tournaments in progress, what else is in progress, drawn tournaments that come or are over, and all others. */
export const offeredEvents = (events: readonly FestivalEvent[]): FestivalEvent[] =>
  events
    .filter((event) => event.status === 'in-progress' || isTournament(event))
    .toSorted((one, other) => urgency(one) - urgency(other));

/** Returns the requested event while it exists, else the first offered one; null without any. */
export const displayedEvent = (events: readonly FestivalEvent[], wanted: string | null): FestivalEvent | null =>
  events.find(({ id }) => id === wanted) ?? offeredEvents(events)[0] ?? null;

const SHORTEST = 5;
const LONGEST = 3600;

/** Parses `?rotate=20` and `?events=ID,ID`. Null seconds: no rotation. */
export const readRotation = (
  rotate: string | null,
  events: string | null,
): { seconds: number | null; ids: string[] } => {
  const seconds = Number.parseInt(rotate ?? '', 10);
  return {
    seconds: Number.isNaN(seconds) ? null : Math.min(LONGEST, Math.max(SHORTEST, seconds)),
    ids: (events ?? '').split(',').filter((id) => id !== ''),
  };
};

/** The events asked for, in that order; else the tournaments being played; else all tournaments; else all that are offered. */
export const rotationOf = (events: readonly FestivalEvent[], ids: readonly string[]): FestivalEvent[] => {
  const named = [...new Set(ids)].flatMap((id) => events.find((event) => event.id === id) ?? []);
  if (named.length > 0) return named;
  const offered = offeredEvents(events);
  const tournaments = offered.filter(isTournament);
  const played = tournaments.filter(({ status }) => status === 'in-progress');
  return [played, tournaments].find((some) => some.length > 0) ?? offered;
};

/** The event after this one, the first after the last; null where no other is. */
export const nextInRotation = (rotation: readonly FestivalEvent[], current: string | null): FestivalEvent | null => {
  const next = rotation[(rotation.findIndex(({ id }) => id === current) + 1) % rotation.length] ?? null;
  return next?.id === current ? null : next;
};

const NONE: FestivalEvent[] = [];
const NO_ROTATION: ReturnType<typeof readRotation> = { seconds: null, ids: [] };

export const chooseEvent = (id: string): void => {
  const query = new URLSearchParams(location.search);
  query.set('event', id);
  navigate(`${location.pathname}?${query}`, { replace: true });
};

type DisplayAddress = {
  event: FestivalEvent | null;
  events: FestivalEvent[];
  offered: FestivalEvent[];
  isLoaded: boolean;
};

/** The displayed event and the choices. The selection is in the address, which may be invalid. */
export function useDisplayAddress(): DisplayAddress {
  // This page has no ticker, so it refetches the list itself.
  const { data } = useQuery(eventsQuery);
  const events = data ?? NONE;
  const query = new URLSearchParams(useSearch());
  // The server renders one page for all rotations.
  const hydrated = useHydrated();
  const { seconds, ids } = hydrated ? readRotation(query.get('rotate'), query.get('events')) : NO_ROTATION;
  const rotation = seconds === null ? [] : rotationOf(events, ids);
  const wanted = query.get('event');
  const event = displayedEvent(events, wanted ?? rotation[0]?.id ?? null);
  const shown = event?.id ?? null;
  useEffect(() => {
    if (hydrated && shown !== null && shown !== wanted) chooseEvent(shown);
  }, [hydrated, shown, wanted]);

  const next = nextInRotation(rotation, shown)?.id ?? null;
  useEffect(() => {
    if (seconds === null || next === null) return;
    const timer = setTimeout(chooseEvent, seconds * 1000, next);
    return () => clearTimeout(timer);
  }, [seconds, next]);

  const offered = offeredEvents(events);
  return {
    event,
    events,
    offered: event === null || offered.includes(event) ? offered : [event, ...offered],
    isLoaded: data !== undefined,
  };
}
