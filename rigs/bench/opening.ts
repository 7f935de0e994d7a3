/**
 * `opening`: a thousand phones behind one address load the page and register within ten seconds; then
 * far more concurrent requests than can be handled, and the time to recover.
 */
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import { addEvents, type BenchProgram, median, round, startProgram } from './program.ts';

const PHONES = 1000;
const SPREAD_MS = 10_000;
const FLOOD = { connections: 6000, seconds: 8 };

type Heard = { status: number; ms: number };

/** Sends one request on `agent`. Rejects without a response. */
function ask(agent: Agent, origin: string, call: string, body?: unknown): Promise<Heard> {
  const [method, path] = call.split(' ') as [string, string];
  const sent = body === undefined ? '' : JSON.stringify(body);
  const headers = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': sent.length };
  const began = performance.now();
  return new Promise((resolve, reject) => {
    request(`${origin}${path}`, { method, agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, ms: performance.now() - began }));
    })
      .on('error', reject)
      .end(sent);
  });
}

/** One phone: loads the page, then registers, on its own connection. */
async function phone(origin: string, eventId: string, number: number): Promise<Heard> {
  await pause(Math.random() * SPREAD_MS);
  const agent = new Agent({ keepAlive: true, maxSockets: 2 });
  try {
    await ask(agent, origin, 'GET /');
    return await ask(agent, origin, 'POST /api/rsvps', { eventId, playerName: `Phone ${number}` });
  } finally {
    agent.destroy();
  }
}

async function openingMinute({ origin }: BenchProgram, eventIds: readonly string[]): Promise<void> {
  const phones = Array.from({ length: PHONES }, (_, n) => phone(origin, eventIds[n % eventIds.length] ?? '', n));
  const heard = await Promise.all(phones);
  const accepted = heard.filter(({ status }) => status === 201).length;
  const times = heard.map(({ ms }) => ms).sort((a, b) => a - b);
  process.stdout.write(
    `opening: ${accepted} of ${PHONES} registrations from one address in ${SPREAD_MS / 1000} s accepted, ` +
      `p50 ${round(median(times), 0)} ms, p99 ${round(times[Math.floor(PHONES * 0.99)] ?? Number.NaN, 0)} ms\n`,
  );
}

/** Milliseconds until registrations are as fast as usual again. */
async function recovered({ origin }: BenchProgram, eventId: string): Promise<number> {
  const began = performance.now();
  const agent = new Agent({ keepAlive: true });
  for (let attempt = 0; ; attempt += 1) {
    const { status, ms } = await ask(agent, origin, 'POST /api/rsvps', { eventId, playerName: `After ${attempt}` });
    if (status === 201 && ms < 100) break;
  }
  agent.destroy();
  return performance.now() - began;
}

async function flood(program: BenchProgram, eventIds: readonly string[]): Promise<void> {
  let count = 0;
  const { non2xx, errors, statusCodeStats, ...answered } = await autocannon({
    url: program.origin,
    connections: FLOOD.connections,
    duration: FLOOD.seconds,
    timeout: 60,
    requests: [
      {
        method: 'POST',
        path: '/api/rsvps',
        headers: { 'content-type': 'application/json' },
        setupRequest(one) {
          count += 1;
          return {
            ...one,
            body: JSON.stringify({ eventId: eventIds[count % eventIds.length], playerName: `Flood ${count}` }),
          };
        },
      },
    ],
  });
  const statuses = Object.entries(statusCodeStats ?? {}).map(([status, stats]) => `${stats.count} × ${status}`);
  process.stdout.write(
    `overload: ${FLOOD.connections} connections for ${FLOOD.seconds} s: ${statuses.join(', ')}, ${errors} without answer, ` +
      `p99 ${round(answered.latency.p99, 0)} ms (${non2xx} refused); ` +
      `as before ${round(await recovered(program, eventIds[0] ?? ''), 0)} ms later\n`,
  );
}

export async function opening(): Promise<void> {
  // The opening runs with the default limits. The flood runs without them, or it would only measure refusals.
  await withEvents(await startProgram({}), openingMinute);
  await withEvents(await startProgram(), flood);
}

async function withEvents(
  program: BenchProgram,
  act: (program: BenchProgram, eventIds: readonly string[]) => Promise<void>,
): Promise<void> {
  await act(program, await addEvents(program.origin, 40, 10_000));
  await program.stop();
}
