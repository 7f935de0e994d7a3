import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds that a loop may hold the event loop. */
const TURN_MS = 10;

/** `await rest()` in a loop of long work lets waiting requests run once the turn's time is used up. */
export function pauses(): () => Promise<void> | undefined {
  let until = performance.now() + TURN_MS;
  return () => {
    if (performance.now() < until) return undefined;
    return nextTurn().then(() => {
      until = performance.now() + TURN_MS;
    });
  };
}

/** One act at a time for each key, in this process only. */
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

/** Makes it with the first call, and again after a failure. */
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

/** Skips calls while the last one has not settled. For timers. */
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
