/** The built program as its own process, with a free port and its own database. */
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const ADMIN_PASSWORD = 'nine lanterns on the pier';

/** Environment variables of the program (docs/behaviour.md "Settings"). */
export type Settings = Readonly<Record<string, string>>;

export type Program = {
  readonly origin: string;
  /** The path of its SQLite database. */
  readonly database: string;
  /** Warnings and errors in the program's log since the last call. */
  complaints(): string[];
  /** The whole log. */
  log(): string;
  /** Runs one of the server's commands (`admin-link.ts`) with the same settings and returns its output. */
  command(script: string, settings?: Settings): Promise<string>;
  stop(): Promise<void>;
};

type LogLine = { level: number; msg?: string; address?: string; err?: { stack?: string } };

export const repository = fileURLToPath(new URL('..', import.meta.url));
const PINO_ERROR = 50;

const readLine = (line: string): LogLine => (line.startsWith('{') ? JSON.parse(line) : { level: 0 });

/** A busy machine answers late without a rush, and the program would turn pages away. */
const NEVER_LATE = new URL(
  `../rigs/attack/without-guards.ts?${new URLSearchParams({ limits: '{"lateness":0}' })}`,
  import.meta.url,
);

/** Starts this repository's build, or another one that is complete in `root`. */
export async function startProgram(settings: Settings = {}, root = repository): Promise<Program> {
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-journeys-'));
  const database = join(folder, 'festival.db');
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    HOST: '127.0.0.1',
    PORT: '0',
    DATABASE_URL: `sqlite:${database}`,
    ADMIN_PASSWORD,
    SAMPLE_DATA: 'on',
    ...settings,
  };
  const preloaded = root === repository ? ['--import', NEVER_LATE.href] : [];
  const child = spawn(process.execPath, [...preloaded, 'src/app/server/main.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let complaints: string[] = [];
  let log = '';
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    told += text;
  });
  const origin = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The program ended with ${code} before it listened: ${told}`)));
    createInterface({ input: child.stdout }).on('line', (text) => {
      log += `${text}\n`;
      const line = readLine(text);
      if (line.msg === 'listening' && line.address !== undefined) resolve(line.address);
      if (line.level >= PINO_ERROR) complaints.push(`log: ${line.msg} ${line.err?.stack ?? ''}`.trim());
    });
  });
  return {
    origin,
    database,
    complaints() {
      const since = complaints;
      complaints = [];
      return since;
    },
    log: () => log,
    async command(script, more = {}) {
      const how = { cwd: root, env: { ...env, ...more } };
      return (await promisify(execFile)(process.execPath, [`scripts/${script}`], how)).stdout;
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
