import { useSyncExternalStore } from 'react';
import { channel } from '#platform/web/channel.ts';
import { safeStorage } from '#platform/web/safe-storage.ts';

export type Theme = 'night' | 'daylight';

const LIGHT = '(prefers-color-scheme: light)';
const changes = channel();

const current = (): Theme => {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'night' || chosen === 'daylight') return chosen;
  return matchMedia(LIGHT).matches ? 'daylight' : 'night';
};

/** Switches away from the device's theme and stores it; switching back follows the device again. */
export const switchTheme = (): void => {
  const next: Theme = current() === 'night' ? 'daylight' : 'night';
  const device: Theme = matchMedia(LIGHT).matches ? 'daylight' : 'night';
  if (next === device) delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = next;
  safeStorage.set('theme', next === device ? null : next);
  changes.tell();
};

const subscribe = (listener: () => void) => {
  const query = matchMedia(LIGHT);
  const stop = changes.listen(listener);
  query.addEventListener('change', listener);
  return () => {
    stop();
    query.removeEventListener('change', listener);
  };
};

/** Null on the server and while hydrating, because only the device knows. */
export const useTheme = (): Theme | null => useSyncExternalStore<Theme | null>(subscribe, current, () => null);
