/** Pauses of long work, in which other requests are answered. */
import { setImmediate as nextTurn } from 'node:timers/promises';

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
