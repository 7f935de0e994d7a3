/** Places and waiting entries that wait for the network, and how they ended (docs/behaviour.md "Without network"). */
import { useSyncExternalStore } from 'react';
import { whenConnected } from '#platform/web/connection.ts';
import { whenHydrated } from '#platform/web/hydrated.ts';
import { isMarked, onKeptWrites } from '#platform/web/kept-mark.ts';
import { type EndedPlace, KEPT_KIND, type KeptPlace } from './kept/shape.ts';

type Kept = { readonly waiting: readonly KeptPlace[]; readonly ended: readonly EndedPlace[] };

const NOTHING: Kept = { waiting: [], ended: [] };
let kept = NOTHING;
let latestRead = 0;
const listeners = new Set<() => void>();

async function read(): Promise<Kept> {
  if (!isMarked(KEPT_KIND)) return NOTHING;
  const rows = await (await import('./kept/keep.ts')).keptPlaces();
  const hasEnded = (row: KeptPlace): row is EndedPlace => row.end !== undefined;
  return { waiting: rows.filter((row) => !hasEnded(row)), ended: rows.filter(hasEnded) };
}

async function refresh(): Promise<void> {
  latestRead += 1;
  const own = latestRead;
  const rows = await read().catch(() => NOTHING);
  if (own !== latestRead || (rows === NOTHING && kept === NOTHING)) return;
  kept = rows;
  for (const listener of listeners) listener();
}

let stop = () => {};
const subscribe = (listener: () => void) => {
  if (listeners.size === 0) {
    const stops = [onKeptWrites(KEPT_KIND, () => void refresh()), whenConnected(() => void refresh())];
    stop = () => stops.forEach((end) => void end());
    void whenHydrated().then(refresh);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stop();
  };
};

/** Returns what this device keeps, in the order it was made. Reads nothing while nothing is kept. */
export const useKept = (): Kept =>
  useSyncExternalStore(
    subscribe,
    () => kept,
    () => NOTHING,
  );

/** Empties the store, for tests. */
export const forgetKept = (): void => {
  latestRead += 1;
  kept = NOTHING;
};
