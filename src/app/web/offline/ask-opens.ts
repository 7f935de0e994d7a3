import type { Opens } from './start.ts';

/** A worker from before the question never answers. */
const LIMIT_MS = 2_000;

export const askOpens = (worker: ServiceWorker): Promise<Opens | null> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<Opens>) => resolve(data);
    setTimeout(resolve, LIMIT_MS, null);
    // An older worker would take anything else for a Warm, and fetch everything again.
    worker.postMessage(null, [port2]);
  });
