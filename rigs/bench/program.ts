/** The built program with the sample festival on a fresh SQLite file, and helpers for benches. */
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addEvent, launch, startProgram as startOn, unlock } from '../program.ts';
import { fillFestival, type Size } from './fill.ts';

export type BenchProgram = {
  readonly origin: string;
  readonly folder: string;
  readonly pid: number;
  stop(): Promise<void>;
};

/** All load comes from one address. */
const LIFTED = { NEW_VISITORS_PER_NETWORK: '1000000/1000000' };

const wantedIn = (folder: string, env: Record<string, string> = LIFTED) => ({
  databaseUrl: `sqlite:${join(folder, 'bench.db')}`,
  env: { SAMPLE_DATA: 'on', TRUST_PROXY: '', ...env },
});

export const launchOn = (folder: string, port: number): ChildProcess => launch({ ...wantedIn(folder), port });

export const stopped = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });

/** `env` replaces the settings that lift limits for a bench. */
export async function startProgram(env?: Record<string, string>): Promise<BenchProgram> {
  return startIn(await mkdtemp(join(tmpdir(), 'boardwalk-bench-')), env);
}

async function startIn(folder: string, env?: Record<string, string>): Promise<BenchProgram> {
  const program = await startOn(wantedIn(folder, env));
  return {
    origin: program.origin,
    folder,
    pid: program.child.pid ?? 0,
    async stop() {
      await program.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts the program on a festival of this size. */
export async function startFestival(size: Size): Promise<BenchProgram & { eventIds: readonly string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-bench-'));
  const eventIds = await fillFestival(`sqlite:${join(folder, 'bench.db')}`, size);
  return { ...(await startIn(folder)), eventIds };
}

export async function addEvents(origin: string, count: number, capacity: number): Promise<string[]> {
  const cookie = await unlock(origin);
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await addEvent(origin, cookie, capacity, `Bench event ${n}`));
  return ids;
}
