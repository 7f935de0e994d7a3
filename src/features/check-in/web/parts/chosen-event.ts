/** The event this device checks in for. */
import { useState } from 'react';
import { useSearch } from 'wouter';
import type { FestivalEvent } from '#features/events/contract.ts';
import { sortByStart } from '#features/events/rules/programme.ts';
import { tickerTime } from '#platform/time.ts';
import { useHydrated } from '#platform/web/hydrated.ts';
import { useNow } from '#platform/web/now.tsx';
import { safeStorage } from '#platform/web/safe-storage.ts';

const KEY = 'check-in event';
const MINUTE = 60_000;

const over = ({ status }: FestivalEvent): boolean => status === 'completed';

/** Upcoming and running events first, soonest first; completed ones last. */
const inOrder = (events: readonly FestivalEvent[]): FestivalEvent[] => {
  const sorted = sortByStart(events);
  return [...sorted.filter((event) => !over(event)), ...sorted.filter(over)];
};

/** Returns the default: a running event, else the next one. */
const likely = (sorted: readonly FestivalEvent[], now: string): FestivalEvent | undefined =>
  sorted.find(({ status }) => status === 'in-progress') ??
  sorted.find((event) => !over(event) && Date.parse(event.startTime) + event.duration * MINUTE > Date.parse(now)) ??
  sorted[0];

export const useChosenEvent = (events: readonly FestivalEvent[], zone: string) => {
  const now = useNow();
  const linked = new URLSearchParams(useSearch()).get('event');
  const remembered = useHydrated() ? (linked ?? safeStorage.get(KEY)) : null;
  const [picked, setPicked] = useState<string | null>(null);
  const sorted = inOrder(events);
  const wanted = picked ?? remembered;
  return {
    event: sorted.find(({ id }) => id === wanted) ?? likely(sorted, now),
    options: sorted.map((event) => ({
      value: event.id,
      label: `${event.title} · ${tickerTime(event.startTime, zone)}${over(event) ? ' · over' : ''}`,
    })),
    choose: (id: string) => {
      safeStorage.set(KEY, id);
      setPicked(id);
    },
  };
};
