import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '#platform/durations.ts';
import { type Browser, seen, sharedApp, type TestApp, testApp } from '#testing/app.ts';
import { DIALECTS, everyRow } from '#testing/database.ts';
import { anEvent, aRegistration } from '#testing/factories.ts';
import { dropExpiredKeys } from '../jobs.ts';

const shared = sharedApp();

const account = (browser: Browser, key: string, name = 'Alex') =>
  browser.send('POST /api/users', { name }, { 'idempotency-key': key });
const rows = async (app: TestApp) => everyRow(app.context.db);

async function eventIn(app: TestApp, capacity = 16): Promise<string> {
  const admin = await app.admin();
  return (await admin.send('POST /api/events', anEvent({ capacity }))).json<{ id: string }>().id;
}

describe.each(DIALECTS)('%s', (dialect) => {
  it('an Idempotency-Key repeats the first answer and writes once', async () => {
    const app = await testApp(dialect);
    const [browser, key] = [app.browser(), randomUUID()];
    const first = await account(browser, key);
    const before = await rows(app);
    for (const again of [key, key.toUpperCase()]) {
      const repeated = await account(browser, again);
      expect(seen(repeated)).toEqual(seen(first));
      expect(repeated.cookies).toEqual([]);
    }
    expect(await rows(app)).toEqual(before);
  });

  it('an Idempotency-Key gives a phone that lost the response its cookie, for 10 minutes', async () => {
    const app = await testApp(dialect);
    const key = randomUUID();
    const first = await account(app.browser(), key);
    app.clock.pass(10 * MINUTE - 1);
    const soon = await account(app.browser(), key);
    expect(seen(soon)).toEqual(seen(first));
    expect(soon.headers['set-cookie']).toEqual(first.headers['set-cookie']);
    app.clock.pass(1);
    const late = await account(app.browser(), key);
    expect(seen(late)).toEqual(seen(first));
    expect(late.cookies).toEqual([]);
    expect((await rows(app)).visitors).toHaveLength(1);
  });

  it('an Idempotency-Key gives no cookie of a device that already had one', async () => {
    const app = await testApp(dialect);
    const [browser, key] = [app.browser(), randomUUID()];
    await account(browser, randomUUID(), 'Robin');
    await account(browser, key);
    expect((await account(app.browser(), key)).cookies).toEqual([]);
  });

  it('an Idempotency-Key refuses another body or another call', async () => {
    const app = await testApp(dialect);
    const eventId = await eventIn(app);
    const [browser, key] = [app.browser(), randomUUID()];
    await account(browser, key);
    const before = await rows(app);
    const reused = {
      status: 422,
      body: { code: 'KEY_REUSED', message: 'This Idempotency-Key was used for another request.' },
    };
    expect(seen(await account(browser, key, 'Robin'))).toEqual(reused);
    const elsewhere = await browser.send('POST /api/rsvps', aRegistration(eventId), { 'idempotency-key': key });
    expect(seen(elsewhere)).toEqual(reused);
    expect(await rows(app)).toEqual(before);
  });

  it('an Idempotency-Key writes once for ten concurrent requests', async () => {
    const app = await testApp(dialect);
    const eventId = await eventIn(app);
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        app.browser().send('POST /api/rsvps', aRegistration(eventId), { 'idempotency-key': key }),
      ),
    );
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.headers['set-cookie'])).size).toBe(1);
    const { rsvps, visitors, idempotency_keys } = await rows(app);
    expect([rsvps?.length, visitors?.length, idempotency_keys?.length]).toEqual([1, 1, 1]);
  });

  it('an Idempotency-Key leaves the key unused when the first try was refused', async () => {
    const app = await testApp(dialect);
    const eventId = await eventIn(app, 2);
    const holders = [app.browser(), app.browser()];
    for (const [index, holder] of holders.entries()) {
      await holder.send('POST /api/rsvps', aRegistration(eventId, { playerName: `Player ${index}` }));
    }
    const [browser, key] = [app.browser(), randomUUID()];
    const before = await rows(app);
    const tryIt = () => browser.send('POST /api/rsvps', aRegistration(eventId), { 'idempotency-key': key });
    expect(seen(await tryIt())).toEqual({ status: 409, body: { code: 'EVENT_FULL', message: 'This event is full.' } });
    expect(await rows(app)).toEqual(before);
    const [rsvp] = (await (holders[0] as Browser).send('GET /api/rsvps/my')).json<{ id: string }[]>();
    await (holders[0] as Browser).send(`DELETE /api/rsvps/${rsvp?.id}`);
    expect((await tryIt()).statusCode).toBe(201);
  });

  it('an Idempotency-Key is kept for 48 h and then dropped by the job', async () => {
    const app = await testApp(dialect);
    const key = randomUUID();
    await account(app.browser(), key);
    app.clock.pass(48 * HOUR);
    await dropExpiredKeys.run(app.context);
    expect((await rows(app)).idempotency_keys).toHaveLength(1);
    app.clock.pass(1);
    await dropExpiredKeys.run(app.context);
    expect((await rows(app)).idempotency_keys).toEqual([]);
    expect((await account(app.browser(), key, 'Robin')).statusCode).toBe(201);
  });
});

it('an Idempotency-Key that is not a UUID is refused, and nothing is written', async () => {
  const app = shared();
  const registration = aRegistration(await eventIn(app));
  const before = await rows(app);
  for (const [call, body] of [
    ['POST /api/users', { name: 'Alex' }],
    ['POST /api/rsvps', registration],
  ] as const) {
    expect(seen(await app.browser().send(call, body, { 'idempotency-key': 'not-a-uuid' }))).toEqual({
      status: 400,
      body: { code: 'BAD_INPUT', message: 'The Idempotency-Key must be a UUID.', field: 'Idempotency-Key' },
    });
  }
  expect(await rows(app)).toEqual(before);
});

it('a user added by an organiser belongs to no device, also when repeated without the session', async () => {
  const app = shared();
  const [admin, key] = [await app.admin(), randomUUID()];
  const first = await account(admin, key);
  expect(seen(await account(app.browser(), key))).toEqual(seen(first));
  const { users, visitors } = await rows(app);
  expect(users?.map((row) => JSON.parse(row).visitor_id)).toEqual([null]);
  expect(visitors).toEqual([]);
});
