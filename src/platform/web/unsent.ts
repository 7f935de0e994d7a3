/**
 * What this device could not send, as components see it: it waits for the network, or has ended. The writes are in IndexedDB
 * (unsent-writes.ts); a flag in local storage says whether there are any, so that most pages never load that code.
 */
import { useEffect, useSyncExternalStore } from 'react';
import { channel } from './channel.ts';
import { connectedNow, whenConnected } from './connection.ts';
import { whenHydrated } from './hydrated.ts';
import { safeStorage } from './safe-storage.ts';
import { showError } from './ui/toast.ts';
import type { Senders } from './unsent-sender.ts';

/** How a write ended: its title, and the sentence where the server sent none. */
export const OUTCOMES = {
  done: { title: 'Success!', sentence: '' },
  full: { title: 'The event is full', sentence: 'This event is full.' },
  closed: { title: 'Too late', sentence: 'Nothing reached the server in time.' },
  refused: { title: 'Not accepted', sentence: 'Please try again.' },
  unknown: { title: 'Not confirmed', sentence: 'Ask event staff.' },
} as const;

export type End = { readonly outcome: keyof typeof OUTCOMES; readonly sentence?: string };

export type Unsent<Body = unknown> = {
  /** The order in which they were made. A device's clock can jump. */
  readonly order: number;
  /** Also the Idempotency-Key. */
  readonly id: string;
  /** Which sender it belongs to. */
  readonly kind: string;
  readonly body: Body;
  /** It is not sent for the first time after this. */
  readonly until: string;
  /** It is deleted after this, however it ended. */
  readonly dropAt?: string;
  /** Whether a request was begun with it, so that the server may have it. */
  readonly sent: boolean;
  /** Undefined while it waits. */
  readonly end?: End & { readonly at: string };
};
export type Ended<Body = unknown> = Unsent<Body> & Required<Pick<Unsent, 'end'>>;

export const hasEnded = <Body>(write: Unsent<Body>): write is Ended<Body> => write.end !== undefined;
export const sentenceOfEnd = ({ outcome, sentence }: End): string => sentence ?? OUTCOMES[outcome].sentence;

const FLAG = 'unsent';
const changes = channel();

export const hasUnsent = (): boolean => safeStorage.get(FLAG) !== null;

/** Tells this tab, and all others because the text is never the same twice. */
export function flagUnsent(count: number): void {
  safeStorage.set(FLAG, count === 0 ? null : `${count} ${Math.random()}`);
  changes.tell();
}

/** Calls the listener when unsent writes changed, here or in another tab. Returns a function that removes it. */
export function onUnsent(listener: () => void): () => void {
  // The key is null when all of local storage was cleared.
  const elsewhere = ({ key }: StorageEvent) => {
    if (key === null || key === FLAG) listener();
  };
  const stop = changes.listen(listener);
  addEventListener('storage', elsewhere);
  return () => {
    stop();
    removeEventListener('storage', elsewhere);
  };
}

type Writes<Body> = { readonly waiting: readonly Unsent<Body>[]; readonly ended: readonly Ended<Body>[] };

const NOTHING: Writes<never> = { waiting: [], ended: [] };
let byKind: ReadonlyMap<string, Writes<unknown>> = new Map();
let latestRead = 0;
let isUnreadable = false;
const listeners = new Set<() => void>();

/** Reads again what waits and has ended. */
export async function refreshUnsent(): Promise<void> {
  latestRead += 1;
  const own = latestRead;
  const read = () => import('./unsent-writes.ts').then(({ unsentWrites }) => unsentWrites());
  const writes = hasUnsent() ? await read().catch(() => null) : [];
  if (writes === null && !isUnreadable)
    showError('Something here waits for network, but this browser can’t open it now. Come back to this page later.');
  isUnreadable = writes === null;
  // What was read before stays.
  if (writes === null || own !== latestRead || writes.length + byKind.size === 0) return;
  const ofKind = (kind: string) => writes.filter((write) => write.kind === kind);
  byKind = new Map(
    writes.map(({ kind }) => [
      kind,
      { waiting: ofKind(kind).filter((write) => !hasEnded(write)), ended: ofKind(kind).filter(hasEnded) },
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

/** Returns the writes of a kind as last read by a mounted `useUnsent`, in the order they were made. */
export const unsentNow = <Body>(kind: string): Writes<Body> => (byKind.get(kind) ?? NOTHING) as Writes<Body>;

export const useUnsent = <Body>(kind: string): Writes<Body> =>
  useSyncExternalStore(
    subscribe,
    () => unsentNow<Body>(kind),
    () => NOTHING,
  );

/** Sends what waits while the component is mounted. `senders` must stay the same object. */
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

/** Forgets what was read, for tests. */
export function forgetUnsent(): void {
  latestRead += 1;
  byKind = new Map();
  isUnreadable = false;
}
