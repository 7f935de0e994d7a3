/** The event this device checks in for. */
import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { FestivalEvent } from '#features/events/contract.ts';
import { likelyEvent } from '#features/events/rules/clock.ts';
import { sortByStart } from '#features/events/rules/programme.ts';
import { isolated } from '#platform/isolated.ts';
import { tickerTime } from '#platform/time.ts';
import { useHydrated } from '#platform/web/hydrated.ts';
import { useNow } from '#platform/web/now.tsx';
import { safeStorage } from '#platform/web/safe-storage.ts';

const KEY = 'check-in event';

const over = ({ status }: FestivalEvent): boolean => status === 'completed';

/** Upcoming and running events first, soonest first; completed ones last. */
const inOrder = (events: readonly FestivalEvent[]): FestivalEvent[] => {
  const sorted = sortByStart(events);
  return [...sorted.filter((event) => !over(event)), ...sorted.filter(over)];
};

/** The event of the address, else the one last opened on this device, else the likely one. */
export const useChosenEvent = (events: readonly FestivalEvent[], zone: string) => {
  const now = useNow();
  const [path, navigate] = useLocation();
  const hydrated = useHydrated();
  const query = new URLSearchParams(useSearch());
  const [linked, remembered] = hydrated ? [query.get('event'), safeStorage.get(KEY)] : [null, null];
  const [picked, setPicked] = useState<string | null>(null);
  useEffect(() => {
    if (linked !== null) safeStorage.set(KEY, linked);
  }, [linked]);
  const sorted = inOrder(events);
  const find = (wanted: string | null) => sorted.find(({ id }) => id === wanted);
  return {
    event: find(picked) ?? find(linked) ?? find(remembered) ?? likelyEvent(sorted, now),
    options: sorted.map((event) => ({
      value: event.id,
      label: `${isolated(event.title)} · ${tickerTime(event.startTime, zone)}${over(event) ? ' · over' : ''}`,
    })),
    choose: (id: string) => {
      safeStorage.set(KEY, id);
      setPicked(id);
      // The address named another event, which a reload would open.
      if (linked !== null) navigate(path, { replace: true });
    },
  };
};
