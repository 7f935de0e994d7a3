/** Measures how long work blocks the event loop. */

/** Resolution of the thread's CPU time, in milliseconds. */
const TICK = 4;

export const threadTime = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * Returns the longest turn of the event loop while `act` runs, in milliseconds: the shorter of elapsed and CPU time, so
 * that other load does not count.
 */
export async function longestTurn(act: () => Promise<unknown>): Promise<number> {
  let [longest, over] = [0, false];
  let [clock, worked] = [performance.now(), threadTime()];
  const look = () => {
    const [now, work] = [performance.now(), threadTime()];
    longest = Math.max(longest, Math.min(now - clock, work - worked + TICK));
    [clock, worked] = [now, work];
    if (!over) setImmediate(look);
  };
  setImmediate(look);
  await act();
  over = true;
  await new Promise((resolve) => setImmediate(resolve));
  return longest;
}
