/**
 * The well-behaved phone runs in its own thread, so that the rig's load does not delay it. Reads `path` every 30 ms and
 * /healthz every 100 ms.
 */
import { Agent } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { exchange } from '../http.ts';
import type { Reading } from './phone.ts';

const PATIENCE_MS = 10_000;
/** As many as a browser opens. Skips a read that is due while all are busy. */
const CONNECTIONS = 6;
const { origin, path, address } = workerData as { origin: string; path: string; address: string };
const HEADERS = { 'x-forwarded-for': address, 'accept-encoding': 'gzip, deflate, br' };
let readings: Reading[] = [];

function readEvery(everyMs: number, what: Reading['what'], asked: string): () => void {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let open = 0;
  const read = async () => {
    if (open >= CONNECTIONS) return;
    open += 1;
    const begun = performance.now();
    const status = await statusOf(agent, asked);
    open -= 1;
    readings.push({ what, status, ms: performance.now() - begun });
  };
  const timer = setInterval(read, everyMs);
  return () => {
    clearInterval(timer);
    agent.destroy();
  };
}

const statusOf = (agent: Agent, path: string): Promise<number> =>
  exchange(origin, { call: `GET ${path}`, agent, headers: HEADERS, patience: PATIENCE_MS }).then(
    ({ status }) => status,
    () => 0,
  );

const ends = [readEvery(30, 'home', path), readEvery(100, 'health', '/healthz')];
parentPort?.on('message', (message: 'take' | 'end') => {
  parentPort?.postMessage(readings);
  readings = [];
  if (message !== 'end') return;
  for (const end of ends) end();
  parentPort?.close();
});
