/** Runs ahead of the machine's clock in a rehearsal; timeouts, rate limits of a device and backups never do. */
export type MovableClock = {
  now(): Date;
  aheadMs(): number;
  set(aheadMs: number): void;
};

export function movableClock(machine: () => Date, aheadMs = 0): MovableClock {
  let ahead = aheadMs;
  return {
    now: () => new Date(machine().getTime() + ahead),
    aheadMs: () => ahead,
    set(aheadMs) {
      ahead = aheadMs;
    },
  };
}
