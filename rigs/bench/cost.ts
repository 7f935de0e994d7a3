/** What a process costs, read from Linux's /proc: CPU time of all its threads or of the event loop alone, and memory. */
import { readdirSync, readFileSync } from 'node:fs';

const read = (path: string): string => readFileSync(`/proc/${path}`, 'utf8');
const nanoseconds = (path: string): number => Number(read(path).split(' ')[0]);

/** Milliseconds of CPU of all threads that are running. */
export const cpuOf = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, task) => sum + nanoseconds(`${pid}/task/${task}/schedstat`), 0) / 1e6;

/** Milliseconds of CPU of the main thread, which runs the event loop. */
export const loopCpuOf = (pid: number): number => nanoseconds(`${pid}/schedstat`) / 1e6;

/** Resident set in MB. */
export const memoryOf = (pid: number): number =>
  (Number(/^VmRSS:\s+(\d+)/m.exec(read(`${pid}/status`))?.[1]) * 1024) / 1e6;

/** What follows the command's name in /proc/PID/stat: state, parent, … */
const statOf = (pid: string): string[] => read(`${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];

export const parentOf = (pid: number): number => Number(statOf(String(pid))[1]);

/** Milliseconds of CPU of a process and its children, also of those that ended, in steps of 10 ms. */
export function cpuOfFamily(pid: number): number {
  let ticks = 0;
  for (const each of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = statWhileThere(each);
    if (each === String(pid)) ticks += Number(stat[13]) + Number(stat[14]);
    if (each === String(pid) || stat[1] === String(pid)) ticks += Number(stat[11]) + Number(stat[12]);
  }
  return ticks * 10;
}

function statWhileThere(pid: string): string[] {
  try {
    return statOf(pid);
  } catch {
    return [];
  }
}

/** The machine's load, because other work changes every figure. */
export const load = (): string => `load ${read('loadavg').split(' ')[0]}`;
