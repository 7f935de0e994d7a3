/** The budget of new visitors per network, through the real app. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MINUTE } from '#platform/durations.ts';
import { networkOf } from '#platform/server/caller.ts';
import { seen, type TestApp, testApp } from '#testing/app.ts';
import { DIALECTS } from '#testing/database.ts';
import { aRegistration } from '#testing/factories.ts';
import { tally } from '#testing/races.ts';
import { openAdmission } from './admission.ts';

const tooMany = {
  status: 429,
  body: {
    code: 'TOO_FAST',
    message: 'Very many new phones have come from this network. Please try again in a minute, or ask an organiser.',
  },
};
const BEHIND_PROXY = { settings: { publicUrl: null, trustProxy: ['127.0.0.1'] } };

const withBudget = (burst: number, dialect: (typeof DIALECTS)[number] = 'sqlite', parts = {}) =>
  testApp(dialect, { ...parts, limits: { newVisitors: { burst, perMinute: 1 } } });
/** Registers an account from a phone without a cookie. */
const account = (app: TestApp, name: string, headers: Record<string, string> = {}) =>
  app.browser().send('POST /api/users', { name }, headers);

describe.each(DIALECTS)('%s', (dialect) => {
  it('new visitors of one network are refused when the budget is used up, by every call that would create one', async () => {
    const app = await withBudget(2, dialect);
    const eventId = await app.event({ capacity: 10 });
    const calls = [
      ['POST /api/rsvps', aRegistration(eventId)],
      ['POST /api/users', { name: 'Alex' }],
    ] as const;
    for (const [call, body] of calls) expect((await app.browser().send(call, body)).statusCode).toBe(201);
    for (const [call, body] of calls) {
      const refused = await app.browser().send(call, body, { 'idempotency-key': randomUUID() });
      expect(seen(refused)).toEqual(tooMany);
      expect(refused.headers['retry-after']).toBe('60');
      expect(refused.cookies).toEqual([]);
    }
    app.clock.pass(MINUTE);
    expect((await account(app, 'Robin')).statusCode).toBe(201);
    expect(seen(await account(app, 'Sam'))).toEqual(tooMany);
  });

  it('new visitors of one network do not count for a repeated request, which is answered even when the budget is used up', async () => {
    const app = await withBudget(2, dialect);
    const key = { 'idempotency-key': randomUUID() };
    const first = await account(app, 'Alex', key);
    for (let time = 0; time < 5; time += 1) expect(seen(await account(app, 'Alex', key))).toEqual(seen(first));
    expect((await account(app, 'Robin')).statusCode).toBe(201);
    expect(seen(await account(app, 'Alex', key))).toEqual(seen(first));
    expect(seen(await account(app, 'Sam'))).toEqual(tooMany);
  });

  it('new visitors of one network store a keyed hash of the network, and not the address', async () => {
    const app = await testApp(dialect, BEHIND_PROXY);
    for (const from of ['203.0.113.7', '203.0.113.7', '2001:db8:1:1::1', '2001:db8:1:1::2']) {
      await account(app, randomUUID(), { 'x-forwarded-for': from });
    }
    const rows = await app.context.db.selectFrom('visitors').select('network').orderBy('network').execute();
    const networks = rows.map(({ network }) => network);
    expect(new Set(networks).size).toBe(2);
    for (const network of networks) expect(network).toMatch(/^[\w-]{43}$/);
  });
});

it('a known device or an organiser is not counted', async () => {
  const app = await withBudget(1);
  const device = app.browser();
  await device.send('POST /api/users', { name: 'Alex' });
  expect(seen(await account(app, 'Sam'))).toEqual(tooMany);
  expect((await device.send('POST /api/users', { name: 'Robin' })).statusCode).toBe(201);
  const organiser = await app.admin();
  for (const name of ['Azra', 'Cleo']) {
    expect((await organiser.send('POST /api/users', { name })).statusCode).toBe(201);
  }
});

it('admits one of two writes that both passed the check on the last of a budget, however often its transaction runs', async () => {
  const { context } = await withBudget(1);
  const admission = openAdmission(context, null);
  const caller = { visitorId: null, deviceId: null, staff: null };
  const write = { caller, idempotency: null, network: networkOf('203.0.113.7'), badgeWord: null };
  const [one, other] = [await admission.admit(write), await admission.admit(write)];
  one.take(1);
  expect(() => other.take(1)).toThrow('Very many new phones');
  one.take(1);
  // The losing write took nothing, so it refunds nothing.
  other.fail(new Error('lost'));
  await expect(admission.admit(write)).rejects.toThrow('Very many new phones');
});

it('a refused write costs a tenth of a new visitor when the event is full', async () => {
  const app = await withBudget(3);
  const eventId = await app.event({ capacity: 2 });
  const one = app.browser();
  for (const playerName of ['Alex', 'Robin']) await one.send('POST /api/rsvps', aRegistration(eventId, { playerName }));
  // One visitor and ten refusals use 2 of 3.
  for (let phone = 0; phone < 10; phone += 1) {
    const answer = await app.browser().send('POST /api/rsvps', aRegistration(eventId, { playerName: `P ${phone}` }));
    expect(answer.json()).toMatchObject({ code: 'EVENT_FULL' });
  }
  expect((await account(app, 'Sam')).statusCode).toBe(201);
  expect(seen(await account(app, 'Kim'))).toEqual(tooMany);
});

it('a refused write costs as much as a registration when it reveals that a name is taken', async () => {
  const app = await withBudget(3);
  const eventId = await app.event({ capacity: 9 });
  await app.browser().send('POST /api/rsvps', aRegistration(eventId));
  for (let probe = 0; probe < 2; probe += 1) {
    const answer = await app.browser().send('POST /api/rsvps', aRegistration(eventId));
    expect(answer.json()).toMatchObject({ code: 'ALREADY_REGISTERED' });
  }
  expect(seen(await account(app, 'Sam'))).toEqual(tooMany);
});

describe('networks', () => {
  const from = (app: TestApp, address: string) => account(app, randomUUID(), { 'x-forwarded-for': address });

  it('have separate budgets: an IPv4 address, a /64, and a /48 with four times as much', async () => {
    const app = await withBudget(2, 'sqlite', BEHIND_PROXY);
    const statuses = async (...addresses: string[]) => {
      const all = [];
      for (const address of addresses) all.push((await from(app, address)).statusCode);
      return all;
    };
    expect(await statuses('203.0.113.7', '203.0.113.7', '203.0.113.7', '203.0.113.8')).toEqual([201, 201, 429, 201]);
    expect(await statuses('2001:db8:1:1::1', '2001:db8:1:1::2', '2001:db8:1:1::3')).toEqual([201, 201, 429]);
    const wider = await statuses(...Array.from({ length: 8 }, (_, subnet) => `2001:db8:1:${subnet + 2}::1`));
    expect(wider).toEqual([201, 201, 201, 201, 201, 201, 429, 429]);
  });

  it('have ten times as much behind a proxy that TRUST_PROXY does not name, and only there', async () => {
    const app = await withBudget(1);
    const through = (remoteAddress: string, headers: Record<string, string> = {}) =>
      app.fastify.inject({
        method: 'POST',
        url: '/api/users',
        remoteAddress,
        headers,
        payload: { name: randomUUID() },
      });
    const proxied = [];
    for (let phone = 0; phone < 12; phone += 1) {
      proxied.push(await through('10.0.0.1', { 'x-forwarded-for': `203.0.113.${phone}` }));
    }
    expect(tally(proxied)).toEqual({ 201: 10, 429: 2 });
    const direct = [await through('198.51.100.1'), await through('198.51.100.1')];
    expect(tally(direct)).toEqual({ 201: 1, 429: 1 });
  });
});
