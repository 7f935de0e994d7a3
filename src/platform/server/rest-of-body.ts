import type { IncomingMessage } from 'node:http';

/** What is taken at most of a body that was refused: bytes, and milliseconds. */
const MOST = 32 * 1024 * 1024;
const LONGEST = 5_000;

/**
 * Takes what is still on its way of a refused body and drops it. Whoever is still sending does not read: closed on, they
 * would see a broken connection and never the refusal.
 */
export function takeRest(body: IncomingMessage): Promise<void> {
  if (body.complete || body.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let taken = 0;
    const timer = setTimeout(stop, LONGEST);
    function count(chunk: Buffer) {
      taken += chunk.length;
      if (taken > MOST) stop();
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
