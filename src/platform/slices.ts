/**
 * Long work is a generator that yields wherever it may be interrupted, every few microseconds; the server runs it in slices
 * (platform/server/slices.ts), a phone between two frames.
 */
/** Runs such work in one go, where nobody waits for anything else. */
export function atOnce<T>(work: Generator<unknown, T, void>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
