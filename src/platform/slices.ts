/**
 * Long work is a generator that yields every few microseconds where it may be interrupted. The server runs it in slices
 * (platform/server/slices.ts), the browser between two frames.
 */
/** Runs such work without pausing. */
export function atOnce<T>(work: Generator<unknown, T, void>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
