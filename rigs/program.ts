/** Starts the program as its own process on loopback, for fuzz, faults, attack and bench. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MINUTE } from '#platform/durations.ts';
import { isBuilt } from '../scripts/setup/build.mjs';
import { MEMORY } from '../scripts/setup/memory.mjs';
import { cookieIn } from './http.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
export const PASSWORD = 'rig password only';

export type Program = {
  readonly origin: string;
  readonly child: ChildProcess;
  /** Log lines of level error and above. */
  readonly errors: string[];
  /** What the program printed to stderr, line by line. */
  readonly stderr: readonly string[];
  /** The exit status, or the signal that ended it. */
  readonly ended: Promise<number | string>;
  running(): boolean;
  kill(): Promise<void>;
  /** Sends SIGTERM. Returns the exit status, or the signal that ended it. */
  stop(): Promise<number | string>;
};

export type Wanted = {
  databaseUrl: string;
  port?: number;
  env?: Record<string, string>;
  /** A module under rigs/ that is loaded before the program and changes it, for controls. Its query is passed on. */
  preload?: string;
  /** The folder of an unpacked release, to start that instead. */
  release?: string;
  /** Descriptor of an open socket, handed over as systemd does. */
  socket?: number;
};

let built: boolean | undefined;

/** Returns whether the pages are built from the current sources. */
export function arePagesBuilt(): boolean {
  built ??= isBuilt(root);
  return built;
}

/** Without pages the program serves the API alone. */
const preloads = ({ preload }: Wanted): string[] =>
  [preload, arePagesBuilt() ? undefined : 'without-pages.ts'].flatMap((file) =>
    file === undefined ? [] : ['--import', new URL(file, import.meta.url).href],
  );

export const environmentOf = ({ databaseUrl, port = 0, env }: Wanted): Record<string, string> => ({
  ...MEMORY,
  PATH: process.env.PATH ?? '',
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
  HOST: '127.0.0.1',
  PORT: String(port),
  DATABASE_URL: databaseUrl,
  ADMIN_PASSWORD: PASSWORD,
  SAMPLE_DATA: 'off',
  // Clients choose their address in X-Forwarded-For, as behind a proxy.
  TRUST_PROXY: 'loopback',
  LOG_LEVEL: 'info',
  ...env,
});

/** The protocol wants the program's own process id. */
const WITH_SOCKET = ['/bin/sh', '-c', 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$@"', 'sh'];

export function launch(wanted: Wanted): ChildProcess {
  const { release, socket } = wanted;
  const program =
    release === undefined
      ? [process.execPath, ...preloads(wanted), 'src/app/server/main.ts']
      : [join(release, 'boardwalk')];
  const [command = '', ...args] = socket === undefined ? program : [...WITH_SOCKET, ...program];
  return spawn(command, args, {
    ...{ cwd: root, env: environmentOf(wanted) },
    stdio: ['ignore', 'pipe', 'pipe', ...(socket === undefined ? [] : [socket])],
  });
}

/** Starts the program and waits until it listens. */
export async function startProgram(wanted: Wanted): Promise<Program> {
  const child = launch(wanted);
  // Nothing outlives the rig, however it ends.
  const endToo = () => void child.kill('SIGKILL');
  process.once('exit', endToo);
  const stderr: string[] = [];
  const errors: string[] = [];
  const listening = Promise.withResolvers<string>();
  const ended = new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => {
      process.off('exit', endToo);
      resolve(code ?? signal ?? 'nothing');
    });
  });
  // At 'close' and not at 'exit': only then is all of stderr read.
  child.once('close', (code, signal) =>
    listening.reject(new Error(`the program ended with ${code ?? signal}: ${stderr.join('\n')}`)),
  );
  if (child.stdout === null || child.stderr === null) throw new Error('the program has no output');
  createInterface({ input: child.stderr }).on('line', (line) => void stderr.push(line));
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (/"level":[56]0/.test(line)) errors.push(line);
    if (line.includes('"msg":"listening"')) listening.resolve(JSON.parse(line).address);
  });
  return {
    origin: await listening.promise,
    child,
    errors,
    stderr,
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

/** Retries setup requests while the program is busy, because a rig does not measure them. */
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

/** Returns the cookie of a new admin session. */
export async function unlock(origin: string): Promise<string> {
  const response = await post(`${origin}/api/admin/verify`, { password: PASSWORD });
  const cookie = cookieIn({ headers: { 'set-cookie': response.headers.getSetCookie() } }, 'fest_admin');
  if (cookie === null) throw new Error(`the program did not unlock: ${response.status}`);
  return cookie;
}

/** Adds an event with so many seats and returns its id. */
export async function addEvent(origin: string, cookie: string, capacity: number, title?: string): Promise<string> {
  const event = {
    ...{ title: title ?? `For ${capacity}`, eventType: 'board-game', duration: 60, capacity },
    ...{ description: 'Sixteen racers, four cups, no mercy. Bring your own wheel.' },
    ...{ startTime: '2030-01-01T12:00:00.000Z', location: 'Ballroom A', host: 'Priya' },
    ...{ googleDocUrl: null, tournamentType: null },
  };
  const response = await post(`${origin}/api/events`, event, { cookie });
  if (response.status !== 201) throw new Error(`the event was not made: ${await response.text()}`);
  return ((await response.json()) as { id: string }).id;
}

/**
 * Headers that make the server answer with a list that contains every earlier write, instead of a cached copy. Positions may
 * run ahead of the clock; the server takes one from the future as its present one.
 */
export const justWrote = () => ({ cookie: `fest_wrote=${Date.now() + MINUTE}` });
