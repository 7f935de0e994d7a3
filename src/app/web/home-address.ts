import { useEffect, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type { EventFilter } from '#features/events/rules.ts';
import { readType } from '#features/events/web/EventFilters.tsx';

/** Safari refuses more than 100 address changes in 30 s, so typing is written down once it pauses. */
const PAUSE = 250;

/** Changes the page's query and keeps the rest of it; null takes a key out. */
export const changeQuery = (changes: Record<string, string | null>, how: { replace: boolean }): void => {
  const query = new URLSearchParams(location.search);
  for (const [key, value] of Object.entries(changes)) {
    if (value === null || value === '') query.delete(key);
    else query.set(key, value);
  }
  navigate(query.size === 0 ? location.pathname : `${location.pathname}?${query}`, how);
};

/** The list's filter, kept in the address (`?q=&type=`) so that a filtered list can be shared. */
export const useFilterAddress = (): EventFilter & {
  search: (q: string) => void;
  chooseType: (type: EventFilter['type']) => void;
} => {
  const query = new URLSearchParams(useSearch());
  const written = query.get('q') ?? '';
  const [q, setQ] = useState(written);
  const lastWritten = useRef(written);

  // The way back, or a link, has changed the address.
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

  return {
    q,
    type: readType(query.get('type')),
    search: setQ,
    chooseType: (type) => changeQuery({ type }, { replace: true }),
  };
};
