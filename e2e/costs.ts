/** For `npm run costs`: notes the processor time of each journey, its browser and its program included. */
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second, whatever the machine. */
const TICKS = 100;

type Process = { pid: number; parent: number; seconds: number };

/** Fields of /proc/PID/stat after the name, which may contain spaces: state, parent, …, utime, stime, cutime, cstime. */
function readProcess(pid: string): Process | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).map(Number);
    return { pid: Number(pid), parent: Number(fields[1]), seconds: ticks.reduce((sum, one) => sum + one, 0) / TICKS };
  } catch {
    // It ended meanwhile.
    return null;
  }
}

/** Processor seconds of this process and of all that it started, ended ones included. */
function secondsOfTree(): number {
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const processes = numbers.map(readProcess).filter((found) => found !== null);
  const inTree = new Set([process.pid]);
  let size = 0;
  while (size !== inTree.size) {
    size = inTree.size;
    for (const { pid, parent } of processes) if (inTree.has(parent)) inTree.add(pid);
  }
  return processes.filter(({ pid }) => inTree.has(pid)).reduce((sum, { seconds }) => sum + seconds, 0);
}

let before = 0;

/** Notes what this worker has used since the journey before. Its first journey pays for the start of browser and program. */
export function noteCost(file: string): void {
  const total = secondsOfTree();
  const line = { kind: 'journeys', file, seconds: total - before };
  before = total;
  appendFileSync(process.env.TEST_COSTS ?? '', `${JSON.stringify(line)}\n`);
}
