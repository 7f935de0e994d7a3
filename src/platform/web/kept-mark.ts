/** A local-storage flag per kind of write, so that a page loads kept-writes.ts only when one waits. */
import { safeStorage } from './safe-storage.ts';

const PREFIX = 'kept ';
const listeners = new Set<(kind: string) => void>();

export const isMarked = (kind: string): boolean => safeStorage.get(PREFIX + kind) !== null;

/** Tells this tab, and all others because the text is never the same twice. */
export function mark(kind: string, count: number): void {
  safeStorage.set(PREFIX + kind, count === 0 ? null : `${count} ${Math.random()}`);
  for (const listener of listeners) listener(kind);
}

/** Calls the listener when writes of a kind changed, here or in another tab. Returns a function that removes it. */
export function onKeptWrites(kind: string, listener: () => void): () => void {
  const here = (changed: string) => {
    if (changed === kind) listener();
  };
  // The key is null when all of local storage was cleared.
  const elsewhere = ({ key }: StorageEvent) => {
    if (key === null || key === PREFIX + kind) listener();
  };
  listeners.add(here);
  addEventListener('storage', elsewhere);
  return () => {
    listeners.delete(here);
    removeEventListener('storage', elsewhere);
  };
}
