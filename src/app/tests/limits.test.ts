/** Rate limits per device, per address and overall. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Browser, seen, type TestApp, testApp } from '#testing/app.ts';
import { appWithPages } from '#testing/app-with-pages.ts';
import { aHelper } from '#testing/staff.ts';

const tooMany = {
  status: 429,
  body: { code: 'TOO_FAST', message: 'That was a lot at once. Please wait a moment and try again.' },
};

const register = (browser: Browser, name: string) => browser.send('POST /api/users', { name });

/** A device with a cookie that has used one try. */
async function known(app: TestApp, name: string): Promise<Browser> {
  const browser = app.browser();
  expect((await register(browser, name)).statusCode).toBe(201);
  return browser;
}

it('a device has 120 tries of a call in a minute', async () => {
  const app = await testApp();
  const [device, other] = [await known(app, 'Alex'), await known(app, 'Robin')];
  for (let time = 0; time < 120; time += 1) expect((await register(device, 'Alex')).statusCode).toBe(409);
  const refused = await register(device, 'Alex');
  expect(seen(refused)).toEqual(tooMany);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await register(other, 'Robin')).statusCode).toBe(409);
  expect((await device.send('GET /api/events')).statusCode).toBe(200);
});

it('a device is counted apart from hundreds behind the same address', async () => {
  const app = await testApp();
  const statuses = new Set<number>();
  for (let phone = 0; phone < 125; phone += 1) {
    const browser = app.browser();
    browser.cookies.set('sidebar_state', 'true');
    statuses.add((await register(browser, `Phone ${phone}`)).statusCode);
  }
  expect(statuses).toEqual(new Set([201]));
});

it('counts strangers of one IPv6 /64 together, whichever of its addresses they use', async () => {
  const app = await testApp('sqlite', { limits: { network: 4 } });
  const statuses: number[] = [];
  for (let host = 1; host <= 6; host += 1) {
    const answer = await app.fastify.inject({
      method: 'DELETE',
      url: '/api/visitor',
      remoteAddress: `2001:db8:1:2::${host}`,
    });
    statuses.push(answer.statusCode);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 429, 429]);
});

it('counts requests with unknown cookies against their address, and not against devices and organisers there', async () => {
  const app = await testApp('sqlite', { limits: { network: 4 } });
  const device = await known(app, 'Alex');
  const organiser = await app.admin();
  const strangers: number[] = [];
  for (let time = 0; time < 5; time += 1) {
    const stranger = app.browser();
    stranger.cookies.set('fest_id', randomUUID());
    strangers.push((await register(stranger, 'Alex')).statusCode);
  }
  // The device's own first try had no cookie either.
  expect(strangers).toEqual([409, 409, 409, 429, 429]);
  expect((await register(device, 'Alex')).statusCode).toBe(409);
  expect((await register(organiser, 'Alex')).statusCode).toBe(409);
});

it('refuses a caller before it reads the body', async () => {
  const app = await testApp();
  const answer = await app.browser().send('POST /api/users/bulk-scores', 'x'.repeat(3 * 1024 * 1024), {
    'content-type': 'application/json',
  });
  expect(answer.statusCode).toBe(401);
});

describe('the opening minute', () => {
  const PHONES = 1000;

  it('accepts registrations of a thousand phones behind one address at once', async () => {
    const app = await testApp();
    const eventId = await app.event({ capacity: PHONES });
    const answers = await Promise.all(
      Array.from({ length: PHONES }, (_, phone) =>
        app.browser().send('POST /api/rsvps', { eventId, playerName: `Phone ${phone}` }),
      ),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
  });

  /** Registers this many phones concurrently; returns how many were accepted, and the refusals by code. */
  async function rush(app: TestApp, phones: number) {
    const eventId = await app.event({ capacity: PHONES });
    const take = (phone: number) => app.browser().send('POST /api/rsvps', { eventId, playerName: `Phone ${phone}` });
    const answers = await Promise.all(Array.from({ length: phones }, (_, phone) => take(phone)));
    const refused = answers.filter(({ statusCode }) => statusCode !== 201);
    const afterwards = await take(phones);
    const { currentRegistrations } = (await app.events()).find(({ id }) => id === eventId) ?? {
      currentRegistrations: null,
    };
    return { accepted: answers.length - refused.length, refused, afterwards, currentRegistrations };
  }

  it('refuses what is over the limit at once, without effect, and continues', async () => {
    const { accepted, refused, afterwards, currentRegistrations } = await rush(
      await testApp('sqlite', { limits: { atOnce: 10 } }),
      60,
    );
    expect(accepted).toBeGreaterThanOrEqual(10);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) {
      expect(seen(answer)).toEqual({
        status: 503,
        body: { code: 'BUSY', message: 'Very many people are here right now. Please try again in a moment.' },
      });
      expect(answer.headers['retry-after']).toBe('3');
    }
    expect(afterwards.statusCode).toBe(201);
    expect(currentRegistrations).toBe(accepted + 1);
  });

  it('control: accepts all without that limit', async () => {
    const { accepted } = await rush(await testApp('sqlite', { limits: { atOnce: Number.POSITIVE_INFINITY } }), 60);
    expect(accepted).toBe(60);
  });
});

const block = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Blocks again and again until the measured second, a mean of many turns, is late whatever second that is. */
const delayLoop = ({ fastify }: TestApp) =>
  expect
    .poll(
      () => {
        if (fastify.isUnderPressure()) return true;
        block(200);
        return false;
      },
      { timeout: 10_000, interval: 1 },
    )
    .toBe(true);

it('refuses calls while the event loop is late, but no page or file, and continues afterwards', async () => {
  const app = await appWithPages([], { limits: { lateness: 50 } });
  const status = async (path: string) => (await app.browser().send(`GET ${path}`)).statusCode;
  expect(await status('/api/users')).toBe(200);
  await delayLoop(app);
  expect(await status('/api/users')).toBe(503);
  const others = ['/', '/schedule', '/icon.svg', '/sw.js', '/healthz'];
  expect(await Promise.all(others.map(status))).toEqual(others.map(() => 200));
  expect(await status('/api/rsvps/my')).toBe(503);
  await expect.poll(() => status('/api/users'), { timeout: 5000, interval: 50 }).toBe(200);
});

it('serves staff while the event loop is late, up to thirty calls of a session at once, and no invented session', async () => {
  const app = await testApp('sqlite', { limits: { lateness: 50 } });
  const [admin, stranger] = [await app.admin(), app.browser()];
  const helper = await aHelper(app, { role: 'door' });
  stranger.cookies.set('fest_admin', 'x'.repeat(43));
  await app.fastify.ready();
  await delayLoop(app);
  const statusOf = async (browser: Browser, call: string) => (await browser.send(call)).statusCode;
  const answers = [statusOf(stranger, 'GET /api/users/my'), statusOf(helper, 'GET /api/staff')];
  const urgent = admin.send('POST /api/messages', { text: 'Leave the hall', urgent: true, audience: 'everybody' });
  expect([(await urgent).statusCode, ...(await Promise.all(answers))]).toEqual([201, 503, 200]);
  const many = await Promise.all(Array.from({ length: 40 }, () => statusOf(helper, 'GET /api/staff')));
  expect(new Set(many)).toEqual(new Set([200, 503]));
});

it('serves staff who called lately while the event loop is late and their network invents sessions', async () => {
  const app = await testApp('sqlite', { limits: { lateness: 50 } });
  const [admin, stranger] = [await app.admin(), app.browser()];
  stranger.cookies.set('fest_admin', 'x'.repeat(43));
  expect((await admin.send('GET /api/staff')).statusCode).toBe(200);
  await delayLoop(app);
  const forged = Array.from({ length: 40 }, () => stranger.send('GET /api/users/my'));
  const urgent = await admin.send('POST /api/messages', { text: 'Leave', urgent: true, audience: 'everybody' });
  expect([urgent.statusCode, ...(await Promise.all(forged)).map(({ statusCode }) => statusCode)]).toEqual([
    201,
    ...forged.map(() => 503),
  ]);
});

it('serves while the event loop is late from the start of the program', async () => {
  const app = await testApp('sqlite', { limits: { lateness: 50 } });
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  await delayLoop(app);
  expect((await app.browser().send('GET /api/events')).statusCode).toBe(200);
});

it('control: serves without that limit', async () => {
  const app = await testApp('sqlite', { limits: { lateness: 0 } });
  block(1500);
  for (let time = 0; time < 20; time += 1) {
    expect((await app.browser().send('GET /api/events')).statusCode).toBe(200);
  }
});
