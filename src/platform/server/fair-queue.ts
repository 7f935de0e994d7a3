/** A queue in which no party can block the others. */
import { Refusal } from '#platform/refusal.ts';

export type FairQueue = <T>(party: string, act: () => Promise<T>) => Promise<T>;

type Waiter = { start(): void; refuse(): void };

/**
 * Runs one task at a time, taking turns between the waiting parties. `length` tasks may wait, at most `share` of one
 * party. When the queue is full, the party with the most loses its newest task to a newcomer that has fewer.
 * @throws Refusal BUSY.
 */
export function fairQueue({ length, share }: { length: number; share: number }): FairQueue {
  let isRunning = false;
  let waitingCount = 0;
  /** In the order of turns: a party goes to the end after its turn. */
  const parties = new Map<string, Waiter[]>();

  const dropNewestOfLargest = (newcomerHolds: number): boolean => {
    const largest = [...parties.values()].reduce(
      (most, waiters) => (waiters.length > most.length ? waiters : most),
      [],
    );
    if (largest.length <= newcomerHolds + 1) return false;
    largest.pop()?.refuse();
    waitingCount -= 1;
    return true;
  };

  const waitForTurn = (party: string): Promise<void> => {
    const waiters = parties.get(party) ?? [];
    if (waiters.length >= share) throw queueFull();
    if (waitingCount >= length && !dropNewestOfLargest(waiters.length)) throw queueFull();
    return new Promise((resolve, reject) => {
      waiters.push({ start: resolve, refuse: () => reject(queueFull()) });
      parties.set(party, waiters);
      waitingCount += 1;
    });
  };

  const startNext = (): void => {
    const [turn] = parties;
    if (turn === undefined) {
      isRunning = false;
      return;
    }
    const [party, waiters] = turn;
    parties.delete(party);
    const waiter = waiters.shift();
    if (waiters.length > 0) parties.set(party, waiters);
    waitingCount -= 1;
    waiter?.start();
  };

  return async (party, act) => {
    if (isRunning) await waitForTurn(party);
    else isRunning = true;
    try {
      return await act();
    } finally {
      startNext();
    }
  };
}

const queueFull = (): Refusal =>
  new Refusal('BUSY', 'Too many tries at once. Please wait a moment and try again.', { retryAfter: 2 });
