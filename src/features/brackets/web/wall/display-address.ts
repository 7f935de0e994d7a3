import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type { FestivalEvent } from '#features/events/contract.ts';
import { eventsQuery } from '#features/events/web/queries.ts';
import { useHydrated } from '#platform/web/hydrated.ts';
import { displayedEvent, nextInRotation, offeredEvents, readRotation, rotationOf } from './offered-events.ts';

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
