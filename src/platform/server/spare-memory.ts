/** Returns memory to the system after a flood of connections: V8 keeps what it grew by. */
import { Session } from 'node:inspector/promises';
import { performance } from 'node:perf_hooks';
import { oneAtATime } from './one-at-a-time.ts';

const LOOK_MS = 5000;
/**
 * Event loop utilization below which a collection may run. It blocks the program for up to 200 ms, so it waits for idle
 * time.
 */
const QUIET = 0.2;
const WORTH_A_PAUSE = 96 * 1024 * 1024;

/** `resident` now, and `settled`, the least since the last collection, in bytes; `utilization` from 0 to 1. */
export const isWorthAPause = (resident: number, settled: number, utilization: number): boolean =>
  utilization < QUIET && resident - settled > WORTH_A_PAUSE;

/** Collects all garbage and returns empty pages to the system. Blocks the event loop. */
export async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  try {
    await session.post('HeapProfiler.collectGarbage');
  } finally {
    session.disconnect();
  }
}

/** What a check reads and does: resident bytes, event loop utilization since the last check, a collection. */
export type Probe = { resident(): number; utilization(): number; collect(): Promise<void> };

/** Returns a check that collects when it is worth a pause. */
export function spareMemoryCheck({ resident, utilization, collect }: Probe): () => Promise<void> {
  let settled = resident();
  return async () => {
    const present = resident();
    settled = Math.min(settled, present);
    if (!isWorthAPause(present, settled, utilization())) return;
    await collect();
    // Memory that could not be returned is no reason to try again.
    settled = resident();
  };
}

/** Checks every five seconds. Returns a function that stops it. `onError` receives collection failures. */
export function giveBackSpareMemory(onError: (error: Error) => void): () => void {
  let since = performance.eventLoopUtilization();
  const check = spareMemoryCheck({
    resident: () => process.memoryUsage.rss(),
    utilization() {
      const { utilization } = performance.eventLoopUtilization(since);
      since = performance.eventLoopUtilization();
      return utilization;
    },
    collect: collectGarbage,
  });
  const timer = setInterval(
    oneAtATime(() => check().catch(onError)),
    LOOK_MS,
  ).unref();
  return () => clearInterval(timer);
}
