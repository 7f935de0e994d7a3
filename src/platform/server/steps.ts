/** Runs long work step by step, with pauses in which other requests are answered. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds that long work may block the event loop: half of the promised 20 ms, because steps take time too. */
export const TURN_MS = 10;

/** Runs a generator to its end. It must yield often enough that no step takes longer than a few milliseconds. */
export async function inSteps<T>(work: Generator<unknown, T, void>): Promise<T> {
  const rest = pauses();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await rest();
  }
}

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
