import { useSyncExternalStore } from 'react';

const NARROW = '(width < 768px)';

const subscribe = (listener: () => void) => {
  const query = matchMedia(NARROW);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

/** Returns whether the sidebar is a sheet. */
export const isNarrow = (): boolean => matchMedia(NARROW).matches;
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, isNarrow, () => false);
