import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { type EventFilter, readBetween, SEATS_WANTED, writeBetween } from '#features/events/rules/filters.ts';
import type { ProgrammeChoice } from '#features/events/rules/first-events.ts';
import { readType } from '#features/events/web/EventFilters.tsx';
import { changeQuery } from '#platform/web/change-query.ts';
import { useHydrated } from '#platform/web/hydrated.ts';

/** Milliseconds without typing before the address is updated: Safari refuses more than 100 changes in 30 s. */
const PAUSE = 250;

/** 'yes' for one person, else how many: `seats=3`. */
const seatsIn = (written: string | null): number =>
  written === 'yes' ? 1 : SEATS_WANTED.includes(Number(written)) ? Number(written) : 0;

const writeSeats = (seats: number): string => (seats === 1 ? 'yes' : String(seats));

/** The value of `fits` that means this device's schedule. */
const MINE = 'mine';

const fitsIn = (written: string | null): EventFilter['fits'] => (written === MINE ? MINE : readBetween(written ?? ''));

const writeFits = (fits: NonNullable<EventFilter['fits']>): string => (fits === MINE ? MINE : writeBetween(fits));

type Chosen = ProgrammeChoice & Partial<EventFilter>;

/** Returns the address of the page that shows this choice. */
export const programmeAddress = ({ type, day, part, q = '', seats = 0, fits = null }: Chosen): string => {
  const query = new URLSearchParams({
    ...(q === '' ? {} : { q }),
    ...(type === null ? {} : { type }),
    ...(day === null ? {} : { day }),
    ...(part === 1 ? {} : { part: String(part) }),
    ...(seats > 0 ? { seats: writeSeats(seats) } : {}),
    ...(fits === null ? {} : { fits: writeFits(fits) }),
  });
  return query.size === 0 ? '/' : `/?${query}`;
};

/** Removes every filter from the address. */
export const clearFilters = (): void =>
  changeQuery({ q: null, type: null, day: null, part: null, seats: null, fits: null }, { replace: true });

const change = ({ type, seats, fits }: Partial<EventFilter>): void =>
  changeQuery(
    {
      ...(type === undefined ? {} : { type }),
      ...(seats === undefined ? {} : { seats: seats > 0 ? writeSeats(seats) : null }),
      ...(fits === undefined ? {} : { fits: fits && writeFits(fits) }),
    },
    { replace: true },
  );

/** Scrolls to the list and moves the focus there. */
export const showEvents = (): void => {
  const events = document.getElementById('events');
  events?.scrollIntoView();
  events?.focus({ preventScroll: true });
};

export type FilterAddress = {
  readonly filter: EventFilter;
  /** What the list shows: its search lags behind the input, so that typing stays fast. */
  readonly shown: EventFilter;
  readonly search: (q: string) => void;
  readonly change: (change: Partial<Pick<EventFilter, 'type' | 'seats' | 'fits'>>) => void;
};

/**
 * The list's filter, stored in the address (`?q=&type=&day=&seats=yes&fits=mine`) so that a filtered list can be shared.
 * The server renders one page for all searches, seats and fits, so these are empty while hydrating.
 */
export const useFilterAddress = (): FilterAddress => {
  const query = new URLSearchParams(useSearch());
  const written = query.get('q') ?? '';
  const [q, setQ] = useState(written);
  const lastWritten = useRef(written);

  // Back or a link has changed the address.
  useEffect(() => {
    if (written === lastWritten.current) return;
    lastWritten.current = written;
    setQ(written);
  }, [written]);

  useEffect(() => {
    if (q === lastWritten.current) return;
    const timer = setTimeout(() => {
      lastWritten.current = q;
      changeQuery({ q }, { replace: true });
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [q]);

  const shownQ = useDeferredValue(q);
  const rest = { type: readType(query.get('type')), day: query.get('day') };
  const none = { ...rest, q: '', seats: 0, fits: null };
  const hydrated = useHydrated();
  const writtenFits = query.get('fits');
  const fits = useMemo(() => fitsIn(writtenFits), [writtenFits]);
  const filter = hydrated ? { ...rest, q, seats: seatsIn(query.get('seats')), fits } : none;
  return { filter, shown: hydrated ? { ...filter, q: shownQ } : none, search: setQ, change };
};
