/** A phone loses its connection during a request and immediately retries with the same key. */

import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { addEvent, startProgram, unlock } from '../../program.ts';
import { type Random, randomFrom } from '../../random.ts';
import { inFolder, shorten } from '../../rig.ts';
import { registration } from '../burst.ts';
import { checkRegistrations, soundness } from '../checker.ts';
import { type Entry, type Ledger, newLedger } from '../ledger.ts';
import { freshDatabaseOn, type Options, type Scenario } from '../scenario.ts';

const MOMENTS = ['in the request', 'before the answer', 'in the answer', 'after the answer'] as const;
type Moment = (typeof MOMENTS)[number];

const AT_ONCE = 25;

/** Sends the request by hand and cuts the connection. Returns what had arrived of the response. */
function cutOff(origin: string, moment: Moment, text: string, key: string, wait: number): Promise<string> {
  const { hostname, port } = new URL(origin);
  const head =
    `POST /api/rsvps HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: application/json\r\n` +
    `idempotency-key: ${key}\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n`;
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect(Number(port), hostname);
  let came = '';
  const cut = () => {
    socket.resetAndDestroy();
    resolve(came);
  };
  socket.on('error', () => resolve(came));
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    came += chunk;
    if (moment === 'in the answer' || (moment === 'after the answer' && isWhole(came))) cut();
  });
  const whole = moment !== 'in the request';
  socket.write(head + (whole ? text : text.slice(0, text.length / 2)), () => {
    if (moment === 'in the request' || moment === 'before the answer') setTimeout(cut, wait);
  });
  return promise;
}

const bodyOf = (answer: string): string => answer.split('\r\n\r\n', 2)[1] ?? '';

function isWhole(answer: string): boolean {
  const length = /content-length: (\d+)/i.exec(answer)?.[1];
  return length !== undefined && Buffer.byteLength(bodyOf(answer)) >= Number(length);
}

const TRIES = 50;

/** Retries until the outcome is known; the first tries may meet the cut request still in progress. */
async function insist(ledger: Ledger, origin: string, entry: Entry): Promise<void> {
  for (let attempt = 0; attempt < TRIES && (entry.status === 503 || entry.outcome === 'unknown'); attempt += 1) {
    await pause(50);
    await ledger.again(origin, entry);
  }
}

async function loseAndRetry(ledger: Ledger, origin: string, eventId: string, random: Random): Promise<string[]> {
  const moment = random.pick(MOMENTS);
  const { call, body } = registration(eventId);
  const key = randomUUID();
  const came = await cutOff(origin, moment, JSON.stringify(body), key, random.between(0, 4));
  const entry = await ledger.send(origin, { call, body, key });
  await insist(ledger, origin, entry);
  const first = { answer: entry.answer, cookie: entry.cookie };
  await ledger.again(origin, entry);
  await insist(ledger, origin, entry);
  const problems = [];
  if (entry.outcome !== 'ok') problems.push(`${moment}: the retry got ${entry.status} ${entry.answer}`);
  if (entry.answer !== first.answer) problems.push(`${moment}: two answers to one key`);
  if (moment === 'after the answer' && bodyOf(came) !== entry.answer) problems.push('another answer than the lost one');
  // The lost response held the cookie that makes the place this phone's own.
  if (first.cookie === null || entry.cookie !== first.cookie) problems.push(`${moment}: not the same cookie again`);
  return problems;
}

async function cutOn(url: string, rounds: number, random: Random) {
  const server = await startProgram({ databaseUrl: url });
  const cookie = await unlock(server.origin);
  const events = [];
  for (let full = 0; full * 10_000 < rounds; full += 1) events.push(await addEvent(server.origin, cookie, 10_000));
  const ledger = newLedger();
  const problems: string[] = [];
  for (let done = 0; done < rounds; done += AT_ONCE) {
    const some = Math.min(AT_ONCE, rounds - done);
    const eventId = events[Math.floor(done / 10_000)] ?? '';
    const found = Array.from({ length: some }, () => loseAndRetry(ledger, server.origin, eventId, random));
    problems.push(...(await Promise.all(found)).flat());
  }
  problems.push(...(await checkRegistrations(url, ledger.entries)), ...(await soundness(url)));
  if (!server.running()) problems.push('the program ended');
  await server.kill();
  ledger.close();
  return { registered: ledger.count('ok'), problems };
}

async function run({ rounds, seed, postgres }: Options) {
  const half = Math.ceil(rounds / 2);
  const database = await postgres();
  const onPostgres = await cutOn(await freshDatabaseOn(database.url), half, randomFrom(seed));
  await database.stop();
  const onSqlite = await inFolder((folder) => cutOn(`sqlite:${join(folder, 'cut.db')}`, half, randomFrom(seed + 1)));
  const problems = [...onPostgres.problems, ...onSqlite.problems];
  return {
    figure:
      `${half} cut lines each on SQLite and on PostgreSQL, in the request, before, in and after the answer; ` +
      `${onSqlite.registered} and ${onPostgres.registered} registered by the retry, ${problems.length} doubled, lost or answered otherwise`,
    problems: shorten(problems),
  };
}

export const cut: Scenario = {
  name: 'cut',
  goal: 'client cut before, during and after the answer, retrying with its key: exactly one effect, one answer',
  short: 60,
  long: 10_000,
  run,
};
