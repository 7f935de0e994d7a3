/**
 * Lists the files of src/ that a registration by a new phone and a match result run on the server: those with a function that V8
 * counts until the response. `node rigs/passed-files.ts`. What every write runs is counted apart.
 */
import { randomUUIDv7 } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { InjectOptions } from 'fastify';
import { pino } from 'pino';
import { buildApp } from '../src/app/server/app.ts';
import { connect } from '../src/database/connect.ts';
import { makeLink } from '../src/features/access/commands/unlock.ts';
import type { Match } from '../src/features/brackets/contract.ts';
import { Festival } from '../src/features/festival/contract.ts';
import { anEvent } from '../src/testing/factories.ts';

/** Timers that a write starts have run after this time. */
const SETTLED_MS = 1500;

const SRC = new URL('../src/', import.meta.url).href;

const app = await buildApp({
  settings: { publicUrl: null, trustProxy: false },
  built: null,
  now: () => new Date('2025-11-14T17:00:00.000Z'),
  newId: randomUUIDv7,
  hashCost: { memory: 8, passes: 1 },
  festival: Festival.parse(JSON.parse(readFileSync('festival.json', 'utf8'))),
  connection: await connect('sqlite::memory:', console.error),
  logger: pino({ level: 'silent' }),
});

/** Returns a caller that keeps its cookies. */
function caller() {
  const cookies: Record<string, string> = {};
  return async <T>(call: string, payload: object = {}): Promise<T> => {
    const [method, url] = call.split(' ') as [NonNullable<InjectOptions['method']>, string];
    const headers = { host: 'localhost', 'idempotency-key': randomUUIDv7() };
    const answer = await app.fastify.inject({ method, url, headers, cookies, payload });
    if (answer.statusCode >= 300) throw new Error(`${call}: ${answer.statusCode} ${answer.body}`);
    for (const { name, value } of answer.cookies) cookies[name] = value;
    return answer.body === '' ? (null as T) : answer.json<T>();
  };
}

const [phone, admin] = [caller(), caller()];
const cup = { ...anEvent(), tournamentType: 'single-elimination' };
const register = (eventId: string, playerName: string, by = caller()) =>
  by<{ id: string }>('POST /api/rsvps', { eventId, playerName });
const score = (match: string | undefined) =>
  admin(`PATCH /api/matches/${match}/score`, { player1Score: 2, player2Score: 1 });

await admin('POST /api/admin/link', { token: await makeLink(app.context) });
const { id } = await admin<{ id: string }>('POST /api/events', cup);
for (const name of ['Rosa', 'Theo', 'Noor', 'Sam'])
  await admin(`PUT /api/rsvps/${(await register(id, name, phone)).id}/check-in`);
const matches = await admin<Match[]>(`POST /api/events/${id}/generate-bracket`, { randomSeed: false });
const [first, second] = matches.filter(({ status }) => status === 'ready').map((match) => match.id);
const { id: open } = await admin<{ id: string }>('POST /api/events', cup);

/** Each was done above or does the same, so that nothing is loaded for the first time. */
const WRITES: Record<string, () => Promise<unknown>> = {
  'a registration': () => register(open, 'Alex'),
  'a match result': () => score(second),
  'an account': () => phone('POST /api/users', { name: 'Rosa' }),
  'a pause': () => admin('PUT /api/admin/registrations/pause', { paused: false }),
};
await score(first);

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
/** Returns the files that ran since the last call. Their outermost scope runs when they are loaded. */
async function ran(): Promise<string[]> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const files = result.filter(({ functions }) =>
    functions.some(({ ranges }) => (ranges[0]?.startOffset ?? 0) > 0 && ranges[0]?.count),
  );
  return files.flatMap(({ url }) => (url.startsWith(SRC) ? [url.slice(SRC.length)] : [])).sort();
}

const passed = new Map<string, string[]>();
for (const [name, write] of Object.entries(WRITES)) {
  await pause(SETTLED_MS);
  await ran();
  await write();
  passed.set(name, await ran());
}
const [registered = [], ...others] = passed.values();
const always = registered.filter((file) => others.every((files) => files.includes(file)));
for (const [name, files] of [...passed].slice(0, 2)) {
  const own = files.filter((file) => !always.includes(file));
  const folders = new Set(own.map((file) => dirname(file))).size;
  console.log(
    `${name}: ${files.length} files, ${own.length} of them in ${folders} folders not run by every write\n  ${own.join('\n  ')}`,
  );
}
console.log(`every write: ${always.length} files\n  ${always.join('\n  ')}`);
await app.stop();
