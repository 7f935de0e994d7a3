import type { Opens } from './start.ts';

/** A worker from before the question never answers. */
const LIMIT_MS = 2_000;

/** Returns what a worker opens without network; null when it does not answer. */
export const askOpens = (worker: ServiceWorker): Promise<Opens | null> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<Opens>) => resolve(data);
    setTimeout(resolve, LIMIT_MS, null);
    // Anything else such a worker would take for a Warm, and fetch everything again.
    worker.postMessage(null, [port2]);
  });
