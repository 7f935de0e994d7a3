/** `postgres`: registrations on PostgreSQL, by size of the pool, with and without named statements, on two instances. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Client } from 'pg';
import { addressOf, onServer, startPostgres } from '#testing/postgres.ts';
import { type Program, startProgram } from '../program.ts';
import { cpuOf, cpuOfFamily, load, parentOf } from './cost.ts';
import { fillFestival } from './fill.ts';
import { GENERATOR, type Rate, registerAll } from './load.ts';
import { compared, print, round, whole } from './program.ts';

const CONNECTIONS = 100;
const SECONDS = 4;
const TOKEN = 'only-for-the-bench';

type Variant = { readonly instances?: number; readonly preload?: string };
/** Per registration: statements, and milliseconds of CPU of the instances and of PostgreSQL. */
type Measured = Rate & { readonly statements: number; readonly cpu: number; readonly postgresCpu: number };

async function postmasterOf(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = parentOf(rows[0]?.pid ?? 0);
  await client.end();
  return pid;
}

async function statementsOf({ origin }: Program): Promise<number> {
  const response = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  const counts = (await response.text()).matchAll(/^boardwalk_database_duration_seconds_count\{.*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Spreads connections over the instances. */
async function balance(programs: readonly Program[]) {
  const ports = programs.map(({ origin }) => new URL(origin).port);
  const child = fork(`${import.meta.dirname}/round-robin.ts`, ports);
  const [port] = await once(child, 'message');
  return { origin: `http://127.0.0.1:${port}`, stop: () => child.disconnect() };
}

async function measure(server: string, postmaster: number, { instances = 1, preload }: Variant): Promise<Measured> {
  const name = `bench_${Date.now()}`;
  await onServer(server, `create database ${name}`);
  const databaseUrl = addressOf(server, name);
  const eventIds = await fillFestival(databaseUrl, { events: 60, users: 100 });
  const env = { NEW_VISITORS_PER_NETWORK: '1000000/1000000', METRICS_TOKEN: TOKEN };
  const start = () => startProgram({ databaseUrl, env, ...(preload === undefined ? {} : { preload }) });
  const programs = await Promise.all(Array.from({ length: instances }, start));
  const balancer = await balance(programs);
  const origin = instances === 1 ? (programs[0]?.origin ?? '') : balancer.origin;
  const run = (seconds: number) => registerAll(origin, eventIds.slice(-8), { connections: CONNECTIONS, seconds });
  await run(2);
  const sum = async (of: (program: Program) => number | Promise<number>) =>
    (await Promise.all(programs.map(of))).reduce((total, each) => total + each, 0);
  const figures = async () => [
    await sum(statementsOf),
    await sum(({ child }) => cpuOf(child.pid ?? 0)),
    cpuOfFamily(postmaster),
  ];
  const before = await figures();
  const rate = await run(SECONDS);
  const [statements = 0, cpu = 0, postgresCpu = 0] = (await figures()).map(
    (figure, at) => (figure - (before[at] ?? 0)) / (rate.perSecond * SECONDS),
  );
  balancer.stop();
  for (const program of programs) await program.stop();
  await onServer(server, `drop database ${name} with (force)`);
  return { ...rate, statements, cpu, postgresCpu };
}

const told = ({ perSecond, p99, statements, cpu, postgresCpu }: Measured): string =>
  `${whole(perSecond)} a second, p99 ${whole(p99)} ms; each: ${round(statements, 1)} statements, ` +
  `${round(cpu)} ms of CPU in the program, ${round(postgresCpu)} ms in PostgreSQL (${load()})`;

export async function postgres(): Promise<void> {
  const server = await startPostgres();
  try {
    const postmaster = await postmasterOf(server.url);
    const one = await measure(server.url, postmaster, {});
    print(`postgres (${GENERATOR}, ${CONNECTIONS} connections): ${told(one)}`);
    print(`  ${compared(`${whole(one.perSecond)} a second`, '–', '≥ 1,500')}`);
    for (const [name, variant] of Object.entries({
      'without named statements': { preload: 'bench/pool.ts?plain' },
      'pool of 5': { preload: 'bench/pool.ts?max=5' },
      'pool of 20': { preload: 'bench/pool.ts?max=20' },
      'two instances': { instances: 2 },
    })) {
      print(`  ${name}: ${told(await measure(server.url, postmaster, variant))}`);
    }
  } finally {
    await server.stop();
  }
}
