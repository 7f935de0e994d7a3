/**
 * The program's environment, for less memory. By default each thread has a pool of glibc's allocator, where freed memory stays in
 * pieces: 310 MB beside the JavaScript heap after a rehearsal, 150 MB with one pool. V8 keeps less of short-lived objects.
 */
export const MEMORY = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  NODE_OPTIONS: '--max-semi-space-size=8',
};
