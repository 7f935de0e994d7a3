/** What this device keeps for later of one kind, as a store for components. */
import { useSyncExternalStore } from 'react';
import { whenConnected } from './connection.ts';
import { whenHydrated } from './hydrated.ts';
import { isMarked, onKeptWrites } from './kept-mark.ts';

/** `read` is called when something of the kind is kept; `nothing` stands for what it returns otherwise, or when it fails. */
export function keptStore<T>(kind: string, nothing: T, read: () => Promise<T>) {
  let kept = nothing;
  let latestRead = 0;
  const listeners = new Set<() => void>();

  async function refresh(): Promise<void> {
    latestRead += 1;
    const own = latestRead;
    const now = isMarked(kind) ? await read().catch(() => nothing) : nothing;
    if (own !== latestRead || (now === nothing && kept === nothing)) return;
    kept = now;
    for (const listener of listeners) listener();
  }

  let stop = () => {};
  const subscribe = (listener: () => void) => {
    if (listeners.size === 0) {
      const stops = [onKeptWrites(kind, () => void refresh()), whenConnected(() => void refresh())];
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
    },
  };
}
