import { useSyncExternalStore } from 'react';
import { safeStorage } from '#platform/web/safe-storage.ts';

export type Theme = 'night' | 'daylight';

const LIGHT = '(prefers-color-scheme: light)';
const listeners = new Set<() => void>();

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
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  const query = matchMedia(LIGHT);
  listeners.add(listener);
  query.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    query.removeEventListener('change', listener);
  };
};

/** Null on the server and while hydrating, because only the device knows. */
export const useTheme = (): Theme | null => useSyncExternalStore<Theme | null>(subscribe, current, () => null);
