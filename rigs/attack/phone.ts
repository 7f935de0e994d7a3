/** A well-behaved phone that reads home every 30 ms over keep-alive. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { percentile } from '../rig.ts';

/** `status` is 0 without a response. */
export type Reading = { readonly what: 'home' | 'health'; readonly status: number; readonly ms: number };

/**
 * Milliseconds; NaN when nothing was read. A failed read (no response, or a status other than 200) counts as infinite,
 * because refusals are the fastest responses.
 */
export type Times = {
  readonly count: number;
  readonly failed: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
};
export type Seen = { readonly home: Times; readonly health: Times };

export function timesOf(readings: readonly Reading[]): Times {
  const times = readings.map(({ ms, status }) => (status === 200 ? ms : Number.POSITIVE_INFINITY));
  const failed = times.filter((ms) => ms === Number.POSITIVE_INFINITY).length;
  const [p50 = 0, p99 = 0, max = 0] = [50, 99, 100].map((percent) => percentile(times, percent));
  return { count: times.length, failed, p50, p99, max };
}

export type Phone = {
  /** Waits for the first page, which has to be rendered, and does not count it. */
  ready(): Promise<void>;
  /** Returns the readings since the last call. */
  take(): Promise<Seen>;
  end(): Promise<void>;
};

export function startPhone(origin: string, path: string, address: string): Phone {
  const worker = new Worker(new URL('./phone-worker.ts', import.meta.url), { workerData: { origin, path, address } });
  const ask = async (message: 'take' | 'end'): Promise<Seen> => {
    worker.postMessage(message);
    const [readings] = (await once(worker, 'message')) as [Reading[]];
    const only = (what: Reading['what']) => timesOf(readings.filter((reading) => reading.what === what));
    return { home: only('home'), health: only('health') };
  };
  return {
    async ready() {
      while ((await ask('take')).home.count === 0) await pause(50);
    },
    take: () => ask('take'),
    async end() {
      const gone = once(worker, 'exit');
      await ask('end');
      await gone;
    },
  };
}
