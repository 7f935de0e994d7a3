/**
 * The well-behaved phone runs in its own thread, so that the rig's load does not delay it. Reads `path` every 30 ms and
 * /healthz every 100 ms.
 */
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import type { Reading } from './phone.ts';

const PATIENCE_MS = 10_000;
/** As many as a browser opens. Skips a read that is due while all are busy. */
const CONNECTIONS = 6;
const { origin, path, address } = workerData as { origin: string; path: string; address: string };
let readings: Reading[] = [];

function readEvery(everyMs: number, what: Reading['what'], url: string): () => void {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let waiting = 0;
  const read = async () => {
    if (waiting >= CONNECTIONS) return;
    waiting += 1;
    const begun = performance.now();
    const status = await statusOf(agent, url);
    waiting -= 1;
    readings.push({ what, status, ms: performance.now() - begun });
  };
  const timer = setInterval(read, everyMs);
  return () => {
    clearInterval(timer);
    agent.destroy();
  };
}

function statusOf(agent: Agent, url: string): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const headers = { 'x-forwarded-for': address, 'accept-encoding': 'gzip, deflate, br' };
  const sent = request(url, { agent, headers, timeout: PATIENCE_MS }, (answer) => {
    answer.resume();
    answer.once('end', () => resolve(answer.statusCode ?? 0));
    answer.once('error', () => resolve(0));
  });
  sent.once('timeout', () => sent.destroy());
  sent.once('error', () => resolve(0));
  sent.end();
  return promise;
}

const ends = [readEvery(30, 'home', `${origin}${path}`), readEvery(100, 'health', `${origin}/healthz`)];
parentPort?.on('message', (message: 'take' | 'end') => {
  parentPort?.postMessage(readings);
  readings = [];
  if (message !== 'end') return;
  for (const end of ends) end();
  parentPort?.close();
});
