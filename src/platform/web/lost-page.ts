import { connectedNow } from './connection.ts';

const CALM_MS = 60_000;

const isJustReloaded = (): boolean => {
  const [how] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return how?.type === 'reload' && performance.now() < CALM_MS;
};

/** Reloads when something else has moved what React drew, such as a translator: it cannot draw over that. At most once a minute. */
export const reloadLostPage = (error: unknown, reload: () => void): void => {
  const isLost = error instanceof DOMException && error.name === 'NotFoundError';
  if (isLost && connectedNow() && !isJustReloaded()) reload();
};
