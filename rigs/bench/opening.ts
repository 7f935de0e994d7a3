/**
 * `opening`: a thousand phones behind one address load the page and register within ten seconds; then
 * far more concurrent requests than can be handled, and the time to recover.
 */
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import { type Answer, exchange } from '../http.ts';
import { percentile, print, whole } from '../rig.ts';
import { addEvents, type BenchProgram, startProgram } from './program.ts';

const PHONES = 1000;
const SPREAD_MS = 10_000;
const FLOOD = { connections: 6000, seconds: 8 };

/** One phone: loads the page, then registers, on its own connection. */
async function phone(origin: string, eventId: string, number: number): Promise<Answer> {
  await pause(Math.random() * SPREAD_MS);
  const agent = new Agent({ keepAlive: true, maxSockets: 2 });
  try {
    await exchange(origin, { call: 'GET /', agent });
    const body = { eventId, playerName: `Phone ${number}` };
    return await exchange(origin, { call: 'POST /api/rsvps', body, agent });
  } finally {
    agent.destroy();
  }
}

async function openingMinute({ origin }: BenchProgram, eventIds: readonly string[]): Promise<void> {
  const phones = Array.from({ length: PHONES }, (_, n) => phone(origin, eventIds[n % eventIds.length] ?? '', n));
  const heard = await Promise.all(phones);
  const accepted = heard.filter(({ status }) => status === 201).length;
  const times = heard.map(({ ms }) => ms);
  print(
    `opening: ${accepted} of ${PHONES} registrations from one address in ${SPREAD_MS / 1000} s accepted, ` +
      `p50 ${whole(percentile(times, 50))} ms, p99 ${whole(percentile(times, 99))} ms`,
  );
}

/** Milliseconds until registrations are as fast as usual again. */
async function recovered({ origin }: BenchProgram, eventId: string): Promise<number> {
  const began = performance.now();
  const agent = new Agent({ keepAlive: true });
  for (let attempt = 0; ; attempt += 1) {
    const body = { eventId, playerName: `After ${attempt}` };
    const { status, ms } = await exchange(origin, { call: 'POST /api/rsvps', body, agent });
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
  print(
    `overload: ${FLOOD.connections} connections for ${FLOOD.seconds} s: ${statuses.join(', ')}, ${errors} without answer, ` +
      `p99 ${whole(answered.latency.p99)} ms (${non2xx} refused); ` +
      `as before ${whole(await recovered(program, eventIds[0] ?? ''))} ms later`,
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
