import { useEffect, useSyncExternalStore } from 'react';
import { connectedNow, whenConnected } from './connection.ts';
import { whenHydrated } from './hydrated.ts';
import { showError } from './ui/toast.ts';
import { type Ended, hasEnded, hasUnsent, onUnsent, type Unsent } from './unsent.ts';
import type { Senders } from './unsent-sender.ts';

type Writes<Body> = { readonly unsent: readonly Unsent<Body>[]; readonly ended: readonly Ended<Body>[] };

const NOTHING: Writes<never> = { unsent: [], ended: [] };
let byKind: ReadonlyMap<string, Writes<unknown>> = new Map();
let latestRead = 0;
let isUnreadable = false;
const listeners = new Set<() => void>();

export async function refreshUnsent(): Promise<void> {
  latestRead += 1;
  const own = latestRead;
  const read = () => import('./unsent-writes.ts').then(({ unsentWrites }) => unsentWrites());
  const writes = hasUnsent() ? await read().catch(() => null) : [];
  if (writes === null && !isUnreadable)
    showError('Something here waits for network, but this browser can’t open it now. Come back to this page later.');
  isUnreadable = writes === null;
  // A failed read changes nothing, nor does one that a later read has overtaken.
  if (writes === null || own !== latestRead || writes.length + byKind.size === 0) return;
  const ofKind = (kind: string) => writes.filter((write) => write.kind === kind);
  byKind = new Map(
    writes.map(({ kind }) => [
      kind,
      { unsent: ofKind(kind).filter((write) => !hasEnded(write)), ended: ofKind(kind).filter(hasEnded) },
    ]),
  );
  for (const listener of listeners) listener();
}

let stop = () => {};
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    const look = () => void refreshUnsent();
    // A phone in a pocket can lose its connection to IndexedDB.
    document.addEventListener('visibilitychange', look);
    const stops = [onUnsent(look), whenConnected(look), () => document.removeEventListener('visibilitychange', look)];
    stop = () => stops.forEach((end) => void end());
    void whenHydrated().then(refreshUnsent);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stop();
  };
}

/** As last read, in the order they were made: none before a component with `useUnsent` has read. */
export const unsentNow = <Body>(kind: string): Writes<Body> => (byKind.get(kind) ?? NOTHING) as Writes<Body>;

export const useUnsent = <Body>(kind: string): Writes<Body> =>
  useSyncExternalStore(
    subscribe,
    () => unsentNow<Body>(kind),
    () => NOTHING,
  );

/** While mounted. `senders` must be a constant: another object would start again at each rendering. */
export function useSendUnsent(senders: Senders): void {
  const isUnsent = useSyncExternalStore(onUnsent, hasUnsent, () => false);
  useEffect(() => {
    if (!isUnsent) return;
    let stopSending = () => {};
    let isLeft = false;
    const load = () =>
      import('./unsent-sender.ts').then(
        ({ startSending }) => {
          stopSending();
          if (!isLeft) stopSending = startSending(senders);
        },
        // A browser may never ask again for code that did not load.
        () => undefined,
      );
    stopSending = whenConnected(load);
    if (connectedNow()) void load();
    return () => {
      isLeft = true;
      stopSending();
    };
  }, [isUnsent, senders]);
}

/** For tests. */
export function forgetUnsent(): void {
  latestRead += 1;
  byKind = new Map();
  isUnreadable = false;
}
