/** The built program as a child process on a fresh SQLite file with the sample festival, as a festival would run it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export const ADMIN_PASSWORD = 'bench password only';

export type Program = { readonly origin: string; readonly folder: string; stop(): Promise<void> };

function firstAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the program ended with ${code} before it listened`)));
    if (child.stdout === null) throw new Error('no standard output');
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { msg, address } = line.startsWith('{') ? JSON.parse(line) : { msg: '', address: '' };
      if (msg === 'listening') resolve(address);
    });
  });
}

export function launchOn(folder: string, port: number): ChildProcess {
  return spawn(process.execPath, ['src/app/server/main.ts'], {
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: `sqlite:${join(folder, 'bench.db')}`,
      ADMIN_PASSWORD,
      SAMPLE_DATA: 'on',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

export const stopped = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });

export async function startProgram(): Promise<Program> {
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-bench-'));
  const child = launchOn(folder, 0);
  const origin = await firstAddress(child);
  return {
    origin,
    folder,
    async stop() {
      await stopped(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** An organiser's cookie. */
export async function unlock(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/admin/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: ADMIN_PASSWORD }),
  });
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith('fest_admin='));
  if (cookie === undefined) throw new Error('the program did not unlock');
  return cookie.split(';', 1)[0] ?? '';
}

export async function addEvents(origin: string, count: number, capacity: number): Promise<string[]> {
  const cookie = await unlock(origin);
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const response = await fetch(`${origin}/api/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({
        title: `Bench event ${n}`,
        eventType: 'board-game',
        description: 'Sixteen racers, four cups, no mercy. Bring your own wheel.',
        startTime: '2030-01-01T12:00:00.000Z',
        duration: 60,
        location: 'Ballroom A',
        host: 'Priya',
        capacity,
        googleDocUrl: null,
        tournamentType: null,
      }),
    });
    const { id } = (await response.json()) as { id: string };
    ids.push(id);
  }
  return ids;
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

export const round = (value: number, digits = 2): string => value.toFixed(digits);
