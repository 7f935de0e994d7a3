import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type { ProgrammeChoice } from '#features/events/rules/first-events.ts';
import type { EventFilter } from '#features/events/rules/programme.ts';
import { readType } from '#features/events/web/EventFilters.tsx';
import { useHydrated } from '#platform/web/hydrated.ts';

/** Milliseconds without typing before the address is updated: Safari refuses more than 100 changes in 30 s. */
const PAUSE = 250;

/** Returns the address of the page that shows this choice. */
export const programmeAddress = ({ type, day, part }: ProgrammeChoice): string => {
  const query = new URLSearchParams({
    ...(type === null ? {} : { type }),
    ...(day === null ? {} : { day }),
    ...(part === 1 ? {} : { part: String(part) }),
  });
  return query.size === 0 ? '/' : `/?${query}`;
};

/** Changes parts of the page's query; null removes a key. */
export const changeQuery = (changes: Record<string, string | null>, how: { replace: boolean }): void => {
  const query = new URLSearchParams(location.search);
  for (const [key, value] of Object.entries(changes)) {
    if (value === null || value === '') query.delete(key);
    else query.set(key, value);
  }
  navigate(query.size === 0 ? location.pathname : `${location.pathname}?${query}`, how);
};

/**
 * The list's filter, stored in the address (`?q=&type=&day=`) so that a filtered list can be shared. `shownQ` lags behind
 * the input, so that typing stays fast. The server renders one page for all searches, so the filter is empty while
 * hydrating.
 */
export const useFilterAddress = (): EventFilter & {
  shownQ: string;
  search: (q: string) => void;
  chooseType: (type: EventFilter['type']) => void;
} => {
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

  const hydrated = useHydrated();
  const shownQ = useDeferredValue(q);
  return {
    q: hydrated ? q : '',
    shownQ: hydrated ? shownQ : '',
    type: readType(query.get('type')),
    day: query.get('day'),
    search: setQ,
    chooseType: (type) => changeQuery({ type }, { replace: true }),
  };
};
