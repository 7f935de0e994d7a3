/** Load on a program: wrk where it is installed, because autocannon saturates before the program does. */
import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { Agent } from 'node:http';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { exchange } from '../http.ts';

/**
 * Percentiles in milliseconds; wrk adds the requests that it would have sent during a stall. `count` and `perSecond` count
 * only accepted requests.
 */
export type Rate = { readonly count: number; readonly perSecond: number; readonly p50: number; readonly p99: number };
type Load = { readonly connections: number; readonly seconds: number; readonly headers?: Record<string, string> };

const run = promisify(execFile);

function findWrk(): string | null {
  for (const folder of ['/usr/local/bin', '/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]) {
    try {
      accessSync(join(folder, 'wrk'), constants.X_OK);
      return join(folder, 'wrk');
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

const WRK = findWrk();
export const GENERATOR = WRK === null ? 'autocannon' : 'wrk';

const UNITS: Record<string, number> = { us: 1e-3, ms: 1, s: 1e3, m: 6e4 };

function milliseconds(output: string, percentile: number): number {
  const [, value, unit] = new RegExp(`${percentile}%\\s+([\\d.]+)(us|ms|s|m)`).exec(output) ?? [];
  return Number(value) * (UNITS[unit ?? ''] ?? Number.NaN);
}

/** A busy machine makes the program refuse some requests: 503, because its event loop is late. */
const MOST_REFUSED = 0.1;

/** @throws Error when more than a few were refused or without a response. */
function accepted(url: string, { all, failed }: { all: number; failed: number }, reason: string): number {
  if (failed > all * MOST_REFUSED) throw new Error(`${url}: ${failed} of ${all} requests failed. ${reason}`);
  return (all - failed) / all;
}

async function runWrk(wrk: string, url: string, load: Load, script: readonly string[] = []): Promise<Rate> {
  const headers = Object.entries(load.headers ?? {}).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const [file, ...given] = script;
  // A script in Lua keeps one thread busy before the program is.
  const counts = [
    file === undefined ? '-t1' : '-t2',
    `-c${load.connections}`,
    `-d${load.seconds}s`,
    '--timeout',
    '20s',
    '--latency',
  ];
  const args = [...counts, ...headers, ...(file === undefined ? [] : ['-s', file]), url, '--', ...given];
  const { stdout, stderr } = await run(wrk, args);
  const number = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1] ?? 0);
  const timeouts = number(/timeout (\d+)/);
  const requests = {
    all: number(/(\d+) requests in/) + timeouts,
    failed: number(/Non-2xx or 3xx responses: (\d+)/) + timeouts,
  };
  const perSecond = number(/Requests\/sec:\s+([\d.]+)/) * accepted(url, requests, stderr);
  const count = requests.all - requests.failed;
  return { count, perSecond, p50: milliseconds(stdout, 50), p99: milliseconds(stdout, 99) };
}

async function runAutocannon(url: string, load: Load, requests?: autocannon.Request[]): Promise<Rate> {
  const { seconds: duration, ...options } = load;
  const result = await autocannon({ url, duration, ...options, ...(requests ? { requests } : {}) });
  const failed = result.non2xx + result.errors;
  const count = result['2xx'];
  const share = accepted(url, { all: count + failed, failed }, '');
  return { count, perSecond: result.requests.average * share, p50: result.latency.p50, p99: result.latency.p99 };
}

/** Reads one address as fast as possible. */
export const readAll = (url: string, load: Load): Promise<Rate> =>
  WRK === null ? runAutocannon(url, load) : runWrk(WRK, url, load);

/** Registers as fast as possible: each request is a new person on a new phone with an Idempotency-Key. */
export function registerAll(origin: string, eventIds: readonly string[], load: Load): Promise<Rate> {
  const series = randomBytes(4).toString('hex');
  if (WRK !== null) {
    return runWrk(WRK, origin, load, [join(import.meta.dirname, 'register.lua'), series, ...eventIds]);
  }
  let count = 0;
  return runAutocannon(origin, load, [
    {
      method: 'POST',
      path: '/api/rsvps',
      setupRequest(one) {
        count += 1;
        const body = JSON.stringify({ eventId: eventIds[count % eventIds.length], playerName: `${series} ${count}` });
        return { ...one, body, headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() } };
      },
    },
  ]);
}

/** `at`: when it was acknowledged, in milliseconds since 1970. */
export type Registered = { readonly ms: number; readonly at: number };

const present = (): number => performance.timeOrigin + performance.now();

/** Registers a new person on a new phone. @throws Error unless it is accepted. */
export async function registerOne(agent: Agent, origin: string, eventId: string): Promise<Registered> {
  const body = { eventId, playerName: `Player ${randomUUID()}` };
  const headers = { 'idempotency-key': randomUUID() };
  const { status, ms, body: text } = await exchange(origin, { call: 'POST /api/rsvps', body, headers, agent });
  if (status !== 201) throw new Error(`registration: ${status} ${text}`);
  return { ms, at: present() };
}

export type Registrations = {
  /** Stops, and returns those made when all are answered. */
  stop(): Promise<readonly Registered[]>;
};

/** Registers at a fixed rate, however slowly the program answers. */
export function registerAtRate(origin: string, eventIds: readonly string[], perSecond: number): Registrations {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const sent: Promise<Registered>[] = [];
  const began = performance.now();
  const tick = () => {
    const due = ((performance.now() - began) / 1000) * perSecond;
    while (sent.length < due) {
      const one = registerOne(agent, origin, eventIds[sent.length % eventIds.length] ?? '');
      // `stop` reports it; until then it is no unhandled rejection.
      one.catch(() => undefined);
      sent.push(one);
    }
  };
  const timer = setInterval(tick, 5);
  return {
    async stop() {
      clearInterval(timer);
      const made = await Promise.all(sent);
      agent.destroy();
      return made;
    },
  };
}
