import { useSyncExternalStore } from 'react';

const WIDE = '(min-aspect-ratio: 6 / 5)';

const listen = (changed: () => void) => {
  const query = matchMedia(WIDE);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};

/** False on a screen that stands on its short side. */
export const useWide = (): boolean =>
  useSyncExternalStore(
    listen,
    () => matchMedia(WIDE).matches,
    () => true,
  );
