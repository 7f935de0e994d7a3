/**
 * Several requests for the same thing in one process: each waits until those before are through, and learns whether one of
 * them succeeded since it arrived; whoever sent it cannot have known. A lock it is not: other processes know nothing of it.
 *
 * A success is answered a moment later than it could be. Two who press at once arrive some milliseconds apart, and the
 * first may be through by then; until its answer is on its way, the second cannot have seen it.
 */
import { setTimeout as pause } from 'node:timers/promises';

/** `arrived` and the clock are in milliseconds of `performance.now`. */
export type Turns = <T>(thing: string, arrived: number, act: (second: boolean) => Promise<T>) => Promise<T>;

/** Longer than what lies between two requests sent at once, shorter than anybody notices. In milliseconds. */
const HELD_BACK = 40;
/** Longer than any request takes. */
const REMEMBERED = 60_000;

export function takingTurns(heldBack = HELD_BACK): Turns {
  /** By thing: when somebody last succeeded, once those under way are through. */
  const successes = new Map<string, Promise<number>>();
  return (thing, arrived, act) => {
    const before = successes.get(thing) ?? Promise.resolve(Number.NEGATIVE_INFINITY);
    const mine = before.then(async (succeeded) => {
      const answer = await act(succeeded > arrived);
      await pause(heldBack);
      return answer;
    });
    const success = mine.then(
      () => performance.now(),
      // Who failed did nothing.
      () => before,
    );
    successes.set(thing, success);
    const forget = () => {
      if (successes.get(thing) === success) successes.delete(thing);
    };
    setTimeout(forget, REMEMBERED).unref();
    return mine;
  };
}
