/**
 * `push`: seconds until an urgent message has reached 1,000 phones at a push service, beside 1,000 that subscribed before them at one which
 * takes connections and never answers, and registrations meanwhile.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { aRegistration } from '#testing/factories.ts';
import { startPushService } from '#testing/push-receiver.ts';
import { cookieIn, exchange } from '../http.ts';
import { load } from '../process.ts';
import { unlock } from '../program.ts';
import { percentile, print, round, whole } from '../rig.ts';
import { registerAtRate } from './load.ts';
import { addEvents, startProgram } from './program.ts';

const PHONES = 1000;
const AT_ONCE = 50;
const PER_SECOND = 50;
const LONGEST_MS = 60_000;
const ALONE_MS = 5_000;

const p99Of = (made: readonly { ms: number }[]): number =>
  percentile(
    made.map(({ ms }) => ms),
    99,
  );

/** Takes a place and subscribes. */
async function subscribe(origin: string, eventId: string, phone: { name: string; body: object }): Promise<void> {
  const body = aRegistration(eventId, { playerName: phone.name });
  const headers = { 'idempotency-key': randomUUID() };
  const registered = await exchange(origin, { call: 'POST /api/rsvps', body, headers });
  const cookie = cookieIn(registered, 'fest_id') ?? '';
  const { status } = await exchange(origin, {
    call: 'PUT /api/push/subscription',
    body: phone.body,
    headers: { cookie },
  });
  if (status !== 200) throw new Error(`${phone.name}: ${registered.status}, then ${status}`);
}

export async function push(): Promise<void> {
  const [service, silent] = [await startPushService(), await startPushService()];
  silent.fault = 'slow';
  const program = await startProgram({ NEW_VISITORS_PER_NETWORK: '1000000/1000000', PUSH_LOOPBACK: 'on' });
  const { origin } = program;
  const [quiet = '', ...rush] = await addEvents(origin, 9, 10_000);
  for (const [kind, at] of Object.entries({ silent, phone: service })) {
    for (let n = 0; n < PHONES; n += AT_ONCE) {
      const names = Array.from({ length: AT_ONCE }, (_, index) => `${kind}-${n + index}`);
      await Promise.all(names.map((name) => subscribe(origin, quiet, { name, body: at.phone(name) })));
    }
  }
  const cookie = await unlock(origin);
  const alone = registerAtRate(origin, rush, PER_SECOND);
  await pause(ALONE_MS);
  const before = p99Of(await alone.stop());
  const registering = registerAtRate(origin, rush, PER_SECOND);
  const began = performance.now();
  const endsAt = new Date(Date.now() + LONGEST_MS).toISOString();
  const said = { text: 'Leave the Arcade Hall.', urgent: true, audience: 'everybody', endsAt };
  const { status } = await exchange(origin, { call: 'POST /api/messages', body: said, headers: { cookie } });
  while (service.pushed.length < PHONES && performance.now() - began < LONGEST_MS) await pause(20);
  const seconds = (performance.now() - began) / 1000;
  const made = await registering.stop();
  const reached = new Set(service.pushed.map(({ phone }) => phone)).size;
  await program.stop();
  await service.stop();
  await silent.stop();
  if (status !== 201 || reached < PHONES) throw new Error(`${status}: ${reached} of ${PHONES} phones were reached`);
  print(
    `push (${load()}): ${PHONES} phones beside ${PHONES} silent ones told by one instance in ${round(seconds)} s (goal ≤ 10), ${service.pushed.length} messages; ` +
      `${PER_SECOND} registrations a second meanwhile, p99 ${whole(p99Of(made))} ms (goal ≤ 100; ${whole(before)} alone)`,
  );
}
