/** Helpers of all rigs: findings, temporary folders, waiting, printing. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export type Finding = {
  /** The measured result as text. */
  readonly figure: string;
  /** Problems; empty when all is well. */
  readonly problems: readonly string[];
  /** Why this machine cannot run it. */
  readonly notRun?: string;
};

/** Runs `act` in a new temporary folder and removes the folder. */
export async function inFolder<T>(act: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-rig-'));
  try {
    return await act(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Retries until `act` returns true. Returns the milliseconds it took, or null after `patience`. */
export async function within(patience: number, act: () => Promise<boolean>): Promise<number | null> {
  const begun = performance.now();
  while (performance.now() - begun < patience) {
    if (await act()) return performance.now() - begun;
    await pause(20);
  }
  return null;
}

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Ends the run with the list of names when one of `wanted` is not among them. */
export function refuseUnknown(wanted: readonly string[], names: readonly string[]): void {
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length === 0) return;
  process.stderr.write(`There is no ${unknown.join(', ')}. Choose from: ${names.join(', ')}.\n`);
  process.exit(1);
}

/** Prints what was found as the row of a table. Returns whether it passed, or could not be run. */
export function printFinding(name: string, { figure, problems, notRun }: Finding, begun: number): boolean {
  const verdict = notRun !== undefined ? 'NOT RUN' : problems.length === 0 ? 'passed' : 'FAILED';
  const seconds = Math.round((performance.now() - begun) / 1000);
  print(`| ${name} | ${verdict} | ${notRun ?? figure} | ${seconds} s |`);
  for (const problem of problems) print(`    ${problem}`);
  return problems.length === 0;
}

export const HEADING = '\n| tried | verdict | seen | took |\n|---|---|---|---|';

export const brokeOff = (error: Error): Finding => ({ figure: 'broke off', problems: [error.stack ?? String(error)] });

/** Returns the value that so many per cent do not exceed; NaN for an empty list. */
export function percentile(values: Iterable<number>, percent: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 50);
export const round = (value: number, digits = 2): string => value.toFixed(digits);
export const whole = (value: number): string => Math.round(value).toLocaleString('en');

/** Returns the first few of many similar problems, and the number of all. */
export const shorten = (problems: readonly string[], most = 8): string[] =>
  problems.length <= most ? [...problems] : [...problems.slice(0, most), `… and ${problems.length - most} more`];

export const plural = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`;

const commit = (): string => {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
};

export const machine = (): string =>
  `commit ${commit()}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB`;

/** @throws Error that names the first problems, because a failed comparison of lists prints only their lengths. */
export function assertNone(problems: readonly string[], context: string): void {
  if (problems.length === 0) return;
  throw new Error(`${context}: ${plural(problems.length, 'problem')}\n  ${shorten(problems, 20).join('\n  ')}`);
}
