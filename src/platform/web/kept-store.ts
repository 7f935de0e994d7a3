/** What this device keeps for later of one kind, as a store for components. */
import { useSyncExternalStore } from 'react';
import { whenConnected } from './connection.ts';
import { whenHydrated } from './hydrated.ts';
import { isMarked, onKeptWrites } from './kept-mark.ts';
import { showError } from './ui/toast.ts';

/** `read` is called when something of the kind is kept; `nothing` stands for what it returns otherwise, or before it has. */
export function keptStore<T>(kind: string, nothing: T, read: () => Promise<T>) {
  let kept = nothing;
  let latestRead = 0;
  let isUnreadable = false;
  const listeners = new Set<() => void>();

  async function refresh(): Promise<void> {
    latestRead += 1;
    const own = latestRead;
    const now = isMarked(kind) ? await read().then(noteRead, sayUnreadable) : nothing;
    if (own !== latestRead || (now === nothing && kept === nothing)) return;
    kept = now;
    for (const listener of listeners) listener();
  }

  const noteRead = (rows: T): T => {
    isUnreadable = false;
    return rows;
  };

  /** Once, until it can be read again. What was read before stays. */
  const sayUnreadable = (): T => {
    if (!isUnreadable)
      showError('Something here waits for network, but this browser can’t open it now. Come back to this page later.');
    isUnreadable = true;
    return kept;
  };

  let stop = () => {};
  const subscribe = (listener: () => void) => {
    if (listeners.size === 0) {
      const look = () => void refresh();
      // A phone in a pocket can lose its connection to what is kept.
      document.addEventListener('visibilitychange', look);
      const stops = [
        onKeptWrites(kind, look),
        whenConnected(look),
        () => document.removeEventListener('visibilitychange', look),
      ];
      stop = () => stops.forEach((end) => void end());
      void whenHydrated().then(refresh);
    }
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) stop();
    };
  };

  return {
    use: (): T =>
      useSyncExternalStore(
        subscribe,
        () => kept,
        () => nothing,
      ),
    now: (): T => kept,
    refresh,
    /** Empties the store, for tests. */
    forget(): void {
      latestRead += 1;
      kept = nothing;
      isUnreadable = false;
    },
  };
}
