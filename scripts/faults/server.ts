/** The program as processes of their own, which a scenario kills, stops, starves and starts again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { pause } from './scenario.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const PASSWORD = 'faults rig only';

export type Server = {
  readonly origin: string;
  readonly child: ChildProcess;
  /** Lines of the log that tell of an error. */
  readonly errors: string[];
  /** The exit status, or the signal it died of. */
  readonly ended: Promise<number | string>;
  running(): boolean;
  kill(): Promise<void>;
  /** Asks it to stop; the exit status, or the signal it died of. */
  stop(): Promise<number | string>;
};

export type Wanted = {
  databaseUrl: string;
  port?: number;
  env?: Record<string, string>;
  /** A module of this folder that is loaded first and changes the program, for control twins. */
  preload?: string;
};

/** A fresh clone has no pages yet; then the program runs without them. */
const preloads = ({ preload }: Wanted): string[] =>
  [preload, existsSync(`${root}dist/web/.vite/manifest.json`) ? undefined : 'without-pages.ts'].flatMap((file) =>
    file === undefined ? [] : ['--import', `${root}scripts/faults/${file}`],
  );

function launch(wanted: Wanted): ChildProcess {
  const env = {
    PATH: process.env.PATH ?? '',
    HOST: '127.0.0.1',
    PORT: String(wanted.port ?? 0),
    DATABASE_URL: wanted.databaseUrl,
    ADMIN_PASSWORD: PASSWORD,
    SAMPLE_DATA: 'off',
    // Each client says its own address, as behind the hotel's proxy.
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'info',
    ...wanted.env,
  };
  const args = [...preloads(wanted), 'src/app/server/main.ts'];
  return spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Starts the program and waits until it listens. */
export async function startServer(wanted: Wanted): Promise<Server> {
  const child = launch(wanted);
  // The rig may be ended at any moment, and nothing of it goes on.
  const endToo = () => void child.kill('SIGKILL');
  process.once('exit', endToo);
  const said: string[] = [];
  const errors: string[] = [];
  const listening = Promise.withResolvers<string>();
  const ended = new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => {
      process.off('exit', endToo);
      listening.reject(new Error(`the program ended with ${code ?? signal}: ${said.join('\n')}`));
      resolve(code ?? signal ?? 'nothing');
    });
  });
  if (child.stdout === null || child.stderr === null) throw new Error('the program has no output');
  createInterface({ input: child.stderr }).on('line', (line) => void said.push(line));
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (/"level":[56]0/.test(line)) errors.push(line);
    if (line.includes('"msg":"listening"')) listening.resolve(JSON.parse(line).address);
  });
  return {
    origin: await listening.promise,
    child,
    errors,
    ended,
    running: () => child.exitCode === null && child.signalCode === null,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

const TRIES = 50;

/** Setting the scene is not what is tried out: told to come back later, it does. */
async function post(url: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (response.status !== 503 || attempt === TRIES) return response;
    await pause(100);
  }
}

/** An organiser's cookie. */
export async function unlock(origin: string): Promise<string> {
  const response = await post(`${origin}/api/admin/verify`, { password: PASSWORD });
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith('fest_admin='));
  if (cookie === undefined) throw new Error(`the program did not unlock: ${response.status}`);
  return cookie.split(';', 1)[0] ?? '';
}

export async function addEvent(origin: string, cookie: string, capacity: number): Promise<string> {
  const event = {
    ...{ title: `For ${capacity}`, eventType: 'board-game', description: '', duration: 60, capacity },
    ...{ startTime: '2030-01-01T12:00:00.000Z', location: 'Ballroom A', host: 'Priya' },
    ...{ googleDocUrl: null, tournamentType: null },
  };
  const response = await post(`${origin}/api/events`, event, { cookie });
  if (response.status !== 201) throw new Error(`the event was not made: ${await response.text()}`);
  return ((await response.json()) as { id: string }).id;
}
