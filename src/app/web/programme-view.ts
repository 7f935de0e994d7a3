import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FestivalEvent } from '#features/events/contract.ts';
import { type EventFilter, keeps } from '#features/events/rules/filters.ts';
import type { FirstEvents } from '#features/events/rules/first-events.ts';
import {
  currentEvents,
  filterProgramme,
  type ProgrammeView,
  programmeAt,
  programmeDays,
} from '#features/events/rules/programme.ts';
import { useEvents } from '#features/events/web/queries.ts';
import { myRsvpsQuery } from '#features/rsvps/web/queries.ts';
import { festivalDay } from '#platform/time.ts';
import { useNow } from '#platform/web/now.tsx';
import { programmeAddress } from './home-address.ts';

export type HomeView = {
  /** Undefined while what the filter asks for is loading. */
  readonly view: ProgrammeView<FestivalEvent> | undefined;
  /** The page that goes on where this one ends; null when the list does. */
  readonly more: string | null;
  /** The list, or its rest, did not load. */
  readonly failed: boolean;
  readonly retry: () => void;
  /** Whether this device has places; undefined until that is known. */
  readonly hasPlaces: boolean | undefined;
};

/** Returns what the list shows: the part that came with the page, then everything the filter finds. */
export function useProgramme(zone: string, { q, type, day, seats, fits }: EventFilter): HomeView {
  const { all, first, failed, retry } = useEvents();
  const now = useNow();
  const programme = useWholeProgramme(all, zone, now);
  const { mine, hasPlaces } = useMyEvents(all);
  // Only these two depend on the time: the list is not filtered again every half minute for nothing.
  const at = seats > 0 || fits !== null ? now : '';
  const found = useMemo(
    () =>
      all && programme && (fits !== 'mine' || hasPlaces !== undefined)
        ? filterProgramme(programme, day, keeps(all, { q, type, seats, fits }, { mine, now: at }))
        : undefined,
    [all, programme, day, q, type, seats, fits, mine, hasPlaces, at],
  );
  const part = useMemo(() => {
    if (first === undefined || seats > 0 || fits !== null || !isPartFor(first, { q, type, day })) return undefined;
    const cards = first.events.slice(0, first.shown);
    const chosen = first.choice?.day ?? null;
    const { shown, current } = filterProgramme(programmeAt(cards, { zone, now }), chosen, () => true);
    return { current, days: first.days, day: chosen, shown };
  }, [first, zone, now, q, type, day, seats, fits]);
  const choice = first?.choice ?? null;
  const goesOn = found === undefined && part !== undefined && first?.more === true && choice !== null;
  return {
    view: found ?? part,
    more: goesOn ? programmeAddress({ ...choice, part: choice.part + 1 }) : null,
    failed,
    retry,
    hasPlaces,
  };
}

type Events = readonly FestivalEvent[];

/** The same object until the list, the day or what is current changes, because each new one redraws the whole list. */
function useWholeProgramme(all: Events | undefined, zone: string, now: string) {
  const today = festivalDay(now, zone);
  const days = useMemo(() => all && programmeDays(all, { zone, today }), [all, zone, today]);
  const latest = all && currentEvents(all, { zone, now });
  const ids = latest?.map(({ day, items }) => `${day} ${items.map(({ id }) => id).join(' ')}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ids` says whether `latest` is another
  const current = useMemo(() => latest ?? [], [all, ids]);
  return useMemo(() => days && { days, current }, [days, current]);
}

const NONE: Events = [];

/** Returns the events that this device has places in and that are not completed. Loaded after hydration. */
function useMyEvents(all: Events | undefined): { mine: Events; hasPlaces: boolean | undefined } {
  const { data, isError } = useQuery(myRsvpsQuery);
  const mine = useMemo(() => {
    const ids = new Set(data?.map(({ eventId }) => eventId));
    return ids.size === 0 ? NONE : (all ?? NONE).filter(({ id, status }) => ids.has(id) && status !== 'completed');
  }, [data, all]);
  return { mine, hasPlaces: data === undefined ? (isError ? false : undefined) : data.length > 0 };
}

/** Returns whether the part that came with the page begins what the filter asks for. */
function isPartFor({ choice, days }: FirstEvents, { q, type, day }: Pick<EventFilter, 'q' | 'type' | 'day'>): boolean {
  if (choice === null || q.trim() !== '' || type !== choice.type) return false;
  // The server ignores a day that the programme does not have.
  return day === choice.day || (choice.day === null && !days.includes(day ?? ''));
}
