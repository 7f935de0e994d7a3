/** Long work in slices, so that other requests are answered in between. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds that long work may hold the event loop. Half of what is promised (20 ms), because no step is free. */
const SLICE = 10;

/**
 * Runs a generator to its end, which yields wherever it may be interrupted: often enough that no step takes longer than
 * some milliseconds.
 */
export async function inSlices<T>(work: Generator<unknown, T, void>): Promise<T> {
  const rest = pauses();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await rest();
  }
}

/**
 * Makes the pause between two steps of long work: `await rest()` goes on at once until a slice is used up, and then lets
 * what waits run first.
 */
export function pauses(): () => Promise<void> | undefined {
  let until = performance.now() + SLICE;
  return () => {
    if (performance.now() < until) return undefined;
    return nextTurn().then(() => {
      until = performance.now() + SLICE;
    });
  };
}
