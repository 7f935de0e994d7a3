import type { IncomingMessage } from 'node:http';

/** Most bytes and milliseconds spent on the rest of a refused body. */
const MOST_BYTES = 32 * 1024 * 1024;
const MOST_MS = 5_000;

/**
 * Reads and discards the rest of a refused body. A client that is still sending does not read: if the server closed
 * first, the client would see a broken connection instead of the refusal.
 */
export function drainBody(body: IncomingMessage): Promise<void> {
  if (body.complete || body.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let taken = 0;
    const timer = setTimeout(stop, MOST_MS);
    function count(chunk: Buffer) {
      taken += chunk.length;
      if (taken > MOST_BYTES) stop();
    }
    function stop() {
      clearTimeout(timer);
      body.off('data', count);
      resolve();
    }
    for (const over of ['end', 'close', 'error', 'aborted']) body.once(over, stop);
    body.on('data', count);
    body.resume();
  });
}
