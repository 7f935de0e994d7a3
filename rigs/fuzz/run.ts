/**
 * `npm run fuzz -- COUNT SEED`: sends hostile requests to the built program, each round on a fresh database, and
 * reports responses that nobody should get. The same seed sends the same requests. Exits with 0 only when nothing was
 * found.
 */
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { connect } from '#database/connect.ts';
import { scanned } from '#testing/camera.ts';
import { problemsIn } from '#testing/soundness.ts';
import { PASSWORD } from '../program.ts';
import { randomFrom } from '../random.ts';
import { inFolder } from '../rig.ts';
import { attack, statusLine } from './attack.ts';
import { emptyPool, type Send, unlock } from './pool.ts';
import { type Attacked, startAttacked } from './program.ts';
import { callsOf, requestOf } from './requests.ts';
import { sayBroken, saySlowly } from './sockets.ts';

const ROUND = 50_000;
const CUT = 1_000;
const SLOW_CLIENTS = 500;
/** Longest wait of a visitor while slow clients hold connections. */
const PATIENCE_MS = 2_000;

const read = (send: Send, path: string, cookie = '') => send({ method: 'GET', path, headers: { cookie } });

/** Reads an event's token from its QR code, as a phone does. */
async function tokenOf(send: Send, eventId: string, cookie: string): Promise<string | null> {
  const answer = await read(send, `/api/events/${eventId}/qr-code`, cookie);
  if (answer.status !== 200) return null;
  return new URL(scanned(JSON.parse(answer.body).qrCode).text).searchParams.get('token');
}

async function attackOnce({ send, port }: Attacked, seed: number, count: number) {
  const random = randomFrom(seed);
  const page = JSON.parse((await read(send, '/api/openapi.json')).body);
  const pool = emptyPool(await unlock(send, PASSWORD));
  const report = await attack({
    ...{ send, page, pool, random, count, password: PASSWORD },
    tokenOf: (eventId) => tokenOf(send, eventId, pool.admin),
  });
  const slow = await saySlowly(port, SLOW_CLIENTS);
  const requests = Array.from({ length: CUT }, () => requestOf(random, callsOf(page), pool));
  report.problems.push(...(await sayBroken(port, random, requests)));
  const asked = performance.now();
  await read(send, '/api/events');
  const waited = performance.now() - asked;
  if (waited > PATIENCE_MS) report.problems.push(`a visitor waited ${Math.round(waited)} ms behind slow clients`);
  slow.stop();
  return report;
}

/** Checks the database, and the program after a restart. */
async function soundness(file: string, kept: string): Promise<string[]> {
  const anew = await startAttacked(file);
  const events = (await read(anew.send, '/api/events')).body;
  await anew.stop();
  const connection = await connect(`sqlite:${file}`, (message) => console.log(message));
  const problems = await problemsIn(connection.db, 'sqlite');
  await connection.close();
  return events === kept ? problems : [...problems, 'the events are others after a restart'];
}

async function round(folder: string, seed: number, count: number): Promise<string[]> {
  const file = join(folder, 'festival.db');
  const began = performance.now();
  const program = await startAttacked(file);
  const report = await attackOnce(program, seed, count);
  const kept = await read(program.send, '/api/events').catch(() => null);
  await program.stop();
  const problems = [...report.problems, ...program.faults(), ...(await soundness(file, kept?.body ?? ''))];
  const seconds = (performance.now() - began) / 1000;
  console.log(
    `${count} requests, seed ${seed}, ${seconds.toFixed(0)} s, ${problems.length} problems: ${statusLine(report)}`,
  );
  for (const problem of problems.slice(0, 20)) console.log(`  ${problem}`);
  return problems;
}

const [total, first] = [Number(process.argv[2] ?? 20_000), Number(process.argv[3] ?? randomInt(1_000_000))];
if (!Number.isInteger(total) || total < 1 || !Number.isInteger(first)) {
  console.error('Say how many requests and, to repeat a run, which seed: npm run fuzz -- 20000 42');
  process.exit(1);
}
let found = 0;
for (let thrown = 0, seed = first; thrown < total; thrown += ROUND, seed += 1) {
  const count = Math.min(ROUND, total - thrown);
  found += (await inFolder((folder) => round(folder, seed, count))).length;
}
console.log(`${total} requests from seed ${first} on: ${found === 0 ? 'nothing found' : `${found} problems`}`);
process.exitCode = found === 0 ? 0 : 1;
