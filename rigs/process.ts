/** What a process costs, read from Linux's /proc. NaN on other systems, and of a process that has ended. */
import { readdirSync, readFileSync } from 'node:fs';

function read(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}

const milliseconds = (path: string): number => Number.parseInt(read(path), 10) / 1e6;

/** Milliseconds of CPU of the main thread, which runs the event loop. */
export const loopCpuOf = (pid = 0): number => milliseconds(`${pid}/schedstat`);

/** Milliseconds of CPU of all threads that are running. */
export function cpuOf(pid = 0): number {
  if (Number.isNaN(loopCpuOf(pid))) return Number.NaN;
  return readdirSync(`/proc/${pid}/task`).reduce(
    (sum, task) => sum + (milliseconds(`${pid}/task/${task}/schedstat`) || 0),
    0,
  );
}

/** Resident set in MB. */
export const memoryOf = (pid = 0): number => (Number(/^VmRSS:\s+(\d+)/m.exec(read(`${pid}/status`))?.[1]) * 1024) / 1e6;

/** The machine's load, because other work changes every figure. */
export const load = (): string => `load ${read('loadavg').split(' ')[0]}`;
