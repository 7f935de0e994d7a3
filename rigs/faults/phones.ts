/** Phones with a push subscription, and the push service that delivers to them. */
import { randomUUID } from 'node:crypto';
import { aRegistration } from '#testing/factories.ts';
import { type PushService, startPushService } from '#testing/push-receiver.ts';
import { cookieIn, exchange } from '../http.ts';
import { addEvent, type Program, startProgram, unlock, type Wanted } from '../program.ts';
import { within } from '../rig.ts';

/** The program, which sends to a push service on this machine. */
export const startSender = (databaseUrl: string, more: Partial<Wanted> = {}): Promise<Program> =>
  startProgram({ databaseUrl, ...more, env: { PUSH_LOOPBACK: 'on', NEW_VISITORS_PER_NETWORK: '100000/100000' } });

/** Runs `act` with a push service, which ends after it. */
export async function withPushService<T>(act: (service: PushService) => Promise<T>): Promise<T> {
  const service = await startPushService();
  try {
    return await act(service);
  } finally {
    await service.stop();
  }
}

/** Adds phones that have a place and want to be told. Returns the cookie of an organiser. */
export async function addPhones(origin: string, service: PushService, count: number): Promise<string> {
  const cookie = await unlock(origin);
  const eventId = await addEvent(origin, cookie, count);
  for (let number = 0; number < count; number += 1) {
    const name = `phone-${number}`;
    const registered = await exchange(origin, {
      call: 'POST /api/rsvps',
      body: aRegistration(eventId, { playerName: name }),
      headers: { 'idempotency-key': randomUUID() },
    });
    const own = cookieIn(registered, 'fest_id') ?? '';
    const body = service.phone(name);
    const { status } = await exchange(origin, { call: 'PUT /api/push/subscription', body, headers: { cookie: own } });
    if (status !== 200) throw new Error(`${name}: ${registered.status}, then ${status}`);
  }
  return cookie;
}

type Said = { readonly text: string; readonly endsAt?: string };

/** Tells everybody something urgent. Returns when it was said, by the program's clock. */
export async function say(origin: string, cookie: string, said: Said): Promise<string> {
  const body = { urgent: true, audience: 'everybody', ...said };
  const answer = await exchange(origin, { call: 'POST /api/messages', body, headers: { cookie } });
  if (answer.status !== 201) throw new Error(`a message was not taken: ${answer.status}`);
  return (JSON.parse(answer.body) as { at: string }).at;
}

/** What arrived, as "phone text", each as often as it did. */
export const arrivals = ({ pushed }: PushService): string[] =>
  pushed.map(({ phone, message }) => `${phone} ${message.body}`);

/** Waits until so many different messages have arrived on phones. Returns the milliseconds; null after `patience`. */
export const arrived = (service: PushService, count: number, patience: number): Promise<number | null> =>
  within(patience, async () => new Set(arrivals(service)).size >= count);
