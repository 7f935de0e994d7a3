/** SIGTERM under load: every open connection gets its response, and the program exits with status 0. */

import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { addEvent, startProgram, unlock } from '../../program.ts';
import { type Random, randomFrom } from '../../random.ts';
import { inFolder, plural, shorten } from '../../rig.ts';
import { registration } from '../burst.ts';
import { checkRegistrations, soundness } from '../checker.ts';
import { type Ledger, newLedger } from '../ledger.ts';
import type { Options, Scenario } from '../scenario.ts';

const CLIENTS = 40;
/** Milliseconds between a response and the client's next request, so that some connections are idle at the signal. */
const THINKING = 25;
/** A phone on a bad line needs this long for its body. */
const SLOW_MS = 300;

/** A client that keeps one connection until the server is gone. */
async function client(
  ledger: Ledger,
  origin: string,
  eventId: string,
  random: Random,
  begun: () => void,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (;;) {
    const { outcome } = await ledger.send(origin, { ...registration(eventId), agent });
    begun();
    if (outcome === 'unreached' || outcome === 'unknown') break;
    await pause(random.between(0, THINKING));
  }
  agent.destroy();
}

/** Sends half a request before the signal and the other half after it. Returns the status line. */
async function slowClient(origin: string, eventId: string, half: () => void): Promise<string> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  const body = JSON.stringify({ eventId, playerName: 'Slow' });
  const head = `POST /api/rsvps HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    answer += chunk;
  });
  const closed = once(socket, 'close').catch((error: Error) => {
    answer ||= error.message;
  });
  socket.write(head + body.slice(0, 10), half);
  await pause(SLOW_MS);
  socket.write(body.slice(10));
  await closed;
  return answer.split('\r\n', 1)[0] ?? '';
}

async function openScreen(origin: string): Promise<{ closed: Promise<unknown> }> {
  const asked = get(`${origin}/api/live`);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  return { closed: Promise.race([once(answer, 'close'), once(answer, 'error')]) };
}

type Seen = { ok: number; turnedAway: number; slowest: number; problems: string[] };

async function stopOnce(url: string, random: Random): Promise<Seen> {
  const server = await startProgram({ databaseUrl: url });
  const { origin } = server;
  const eventId = await addEvent(origin, await unlock(origin), 10_000);
  const ledger = newLedger();
  const screen = await openScreen(origin);
  const clients: Promise<void>[] = [];
  const connected = Array.from({ length: CLIENTS }, () => {
    const begun = Promise.withResolvers<void>();
    clients.push(client(ledger, origin, eventId, random, begun.resolve));
    return begun.promise;
  });
  await Promise.all(connected);
  await pause(random.between(20, 200));
  const halfway = Promise.withResolvers<void>();
  const slow = slowClient(origin, eventId, halfway.resolve);
  await halfway.promise;
  await pause(20);
  const begun = performance.now();
  const status = await server.stop();
  const took = performance.now() - begun;
  await Promise.all([...clients, screen.closed]);
  const line = await slow;
  const failed = ledger.entries.filter(({ outcome }) => outcome === 'unknown' || outcome === 'broken');
  ledger.close();
  return {
    ok: ledger.count('ok'),
    turnedAway: ledger.count('unreached'),
    slowest: took,
    problems: [
      ...failed.map(({ status: said }) => `a request on an open connection got ${said ?? 'no answer'}`),
      // A busy machine may answer 503; no response at all is the failure.
      ...(/^HTTP\/1.1 (201|503) /.test(line) ? [] : [`the slow client got: ${line}`]),
      ...(status === 0 ? [] : [`the program ended with ${status}`]),
      ...(await checkRegistrations(url, [
        ...ledger.entries,
        // Judged by its status line above.
        ...(await slowEntry(ledger, eventId)),
      ])),
    ],
  };
}

const slowEntry = async (ledger: Ledger, eventId: string) => {
  const [like] = ledger.entries;
  return like === undefined ? [] : [{ ...like, outcome: 'unknown' as const, body: { eventId, playerName: 'Slow' } }];
};

async function run({ rounds, seed }: Options) {
  return inFolder(async (folder) => {
    const url = `sqlite:${join(folder, 'stop.db')}`;
    const random = randomFrom(seed);
    const seen: Seen[] = [];
    for (let round = 0; round < rounds; round += 1) seen.push(await stopOnce(url, random));
    const problems = [...seen.flatMap((one) => one.problems), ...(await soundness(url))];
    const sum = (of: (one: Seen) => number): number => seen.reduce((total, one) => total + of(one), 0);
    const slowest = Math.max(...seen.map((one) => one.slowest));
    return {
      figure:
        `${plural(rounds, 'stop')} with ${CLIENTS + 2} open connections; ${sum((one) => one.ok)} answered, ${problems.length} failed, ` +
        `${sum((one) => one.turnedAway)} turned away at the door afterwards; ended within ${Math.round(slowest)} ms`,
      problems: shorten(problems),
    };
  });
}

export const stop: Scenario = {
  name: 'stop',
  goal: 'SIGTERM with open connections: no failed request',
  short: 1,
  long: 30,
  run,
};
