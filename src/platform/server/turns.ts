import { setImmediate as nextTurn } from 'node:timers/promises';

/** Pauses of long work, in which other requests are answered. */

/** Milliseconds that a loop may hold the event loop. */
const TURN_MS = 10;

/**
 * Returns the pause for a loop of long work: `await rest()` continues at once until the time of a turn is used up, and then
 * lets waiting requests run.
 */
export function pauses(): () => Promise<void> | undefined {
  let until = performance.now() + TURN_MS;
  return () => {
    if (performance.now() < until) return undefined;
    return nextTurn().then(() => {
      until = performance.now() + TURN_MS;
    });
  };
}

/** Serialises acts for the same key within this process. Does not exclude other instances. */
export type InOrder = <T>(key: string, act: () => Promise<T>) => Promise<T>;

export function inOrder(): InOrder {
  const last = new Map<string, Promise<unknown>>();
  return (key, act) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(act, act);
    last.set(key, mine);
    const forget = () => {
      if (last.get(key) === mine) last.delete(key);
    };
    mine.then(forget, forget);
    return mine;
  };
}

/** Returns a function that makes something with its first call, and again after a failure. */
export function atFirstUse<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((failure: unknown) => {
      made = undefined;
      throw failure;
    });
    return made;
  };
}

/** Returns a function that calls `act`, except while its last call has not settled yet. For timers. */
export function oneAtATime(act: () => Promise<void>): () => Promise<void> {
  let isRunning = false;
  return async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      await act();
    } finally {
      isRunning = false;
    }
  };
}
