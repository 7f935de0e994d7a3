/**
 * Several requests for the same thing in one process: each waits until those before are through, and learns whether one of
 * them succeeded since it arrived; whoever sent it cannot have known. A lock it is not: other processes know nothing of it.
 */

/** `arrived` and the clock are in milliseconds of `performance.now`. */
export type Turns = <T>(thing: string, arrived: number, act: (second: boolean) => Promise<T>) => Promise<T>;

/** Longer than any request takes. */
const REMEMBERED = 60_000;

export function takingTurns(): Turns {
  /** By thing: when somebody last succeeded, once those under way are through. */
  const successes = new Map<string, Promise<number>>();
  return (thing, arrived, act) => {
    const before = successes.get(thing) ?? Promise.resolve(Number.NEGATIVE_INFINITY);
    const mine = before.then((succeeded) => act(succeeded > arrived));
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
