import { useMemo } from 'react';
import type { FestivalEvent } from '#features/events/contract.ts';
import type { FirstEvents } from '#features/events/rules/first-events.ts';
import {
  type EventFilter,
  filterProgramme,
  type ProgrammeView,
  programmeDays,
} from '#features/events/rules/programme.ts';
import { useEvents } from '#features/events/web/queries.ts';
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
};

/** Returns what the list shows: the part that came with the page, then everything the filter finds. */
export function useProgramme(zone: string, { q, type, day }: EventFilter): HomeView {
  const { all, first, failed, retry } = useEvents();
  const today = festivalDay(useNow(), zone);
  const programme = useMemo(() => all && programmeDays(all, { zone, today }), [all, zone, today]);
  const found = useMemo(() => programme && filterProgramme(programme, { q, type, day }), [programme, q, type, day]);
  const part = useMemo(() => {
    if (first === undefined || !isPartFor(first, { q, type, day })) return undefined;
    const cards = first.events.slice(0, first.shown);
    return { days: first.days, day: first.choice?.day ?? null, shown: programmeDays(cards, { zone, today }) };
  }, [first, zone, today, q, type, day]);
  const choice = first?.choice ?? null;
  const goesOn = found === undefined && part !== undefined && first?.more === true && choice !== null;
  return {
    view: found ?? part,
    more: goesOn ? programmeAddress({ ...choice, part: choice.part + 1 }) : null,
    failed,
    retry,
  };
}

/** Returns whether the part that came with the page begins what the filter asks for. */
function isPartFor({ choice, days }: FirstEvents, { q, type, day }: EventFilter): boolean {
  if (choice === null || q.trim() !== '' || type !== choice.type) return false;
  // The server ignores a day that the programme does not have.
  return day === choice.day || (choice.day === null && !days.includes(day ?? ''));
}
