/** A local-storage flag per kind of write, so that a page loads kept-writes.ts only when one waits. */
import { channel } from './channel.ts';
import { safeStorage } from './safe-storage.ts';

const PREFIX = 'kept ';
const changes = channel<string>();

/** Returns another text after every change; null when nothing is kept. */
export const markOf = (kind: string): string | null => safeStorage.get(PREFIX + kind);
export const isMarked = (kind: string): boolean => markOf(kind) !== null;

/** Tells this tab, and all others because the text is never the same twice. */
export function mark(kind: string, count: number): void {
  safeStorage.set(PREFIX + kind, count === 0 ? null : `${count} ${Math.random()}`);
  changes.tell(kind);
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
  const stop = changes.listen(here);
  addEventListener('storage', elsewhere);
  return () => {
    stop();
    removeEventListener('storage', elsewhere);
  };
}
