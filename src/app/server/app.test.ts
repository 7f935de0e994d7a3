import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createEvent } from '#features/events/commands.ts';
import { PASSWORD, seen, type TestApp, testApp } from '#testing/app.ts';
import { DIALECTS, everyRow } from '#testing/database.ts';
import { anEvent, aRegistration } from '#testing/factories.ts';

const noSuchCall = { status: 404, body: { code: 'NO_SUCH_CALL', message: 'There is no such call.' } };

describe.each(DIALECTS)('whether it is well, on %s', (dialect) => {
  it('is told while it runs', async () => {
    const app = await testApp(dialect);
    expect(seen(await app.browser().send('GET /healthz'))).toEqual({ status: 200, body: { status: 'alive' } });
    expect(seen(await app.browser().send('GET /readyz'))).toEqual({ status: 200, body: { status: 'ready' } });
  });

  it('is denied from the moment it stops', async () => {
    const app = await testApp(dialect);
    const stopped = app.stop();
    const answer = await app.browser().send('GET /readyz');
    expect(seen(answer)).toEqual({ status: 503, body: { code: 'BUSY', message: 'This server is stopping.' } });
    expect(answer.headers['retry-after']).toBe('5');
    await stopped;
  });
});

it.each([
  'GET /api/nothing',
  'GET /api',
  'GET /api/',
  'POST /api/events/x/y/z',
  'PUT /api/events',
  'DELETE /api/events',
  'GET /api/rsvps',
  'GET /api/events/%2e%2e',
  'PATCH /api/users/1',
  'OPTIONS /api/events',
])('%s is no call', async (call) => {
  const app = await testApp();
  const answer = await app.browser().send(call);
  expect(seen(answer)).toEqual(noSuchCall);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
});

it('every answer carries the same protection, refused or not', async () => {
  const app = await testApp();
  const admin = await app.admin();
  for (const [browser, call, body] of [
    [admin, 'GET /api/events', undefined],
    [admin, 'POST /api/events', anEvent()],
    [admin, 'POST /api/events', {}],
    [app.browser(), 'POST /api/events', anEvent()],
    [app.browser(), 'GET /api/nothing', undefined],
    [app.browser(), 'GET /healthz', undefined],
  ] as const) {
    const { headers } = await browser.send(call, body);
    expect(headers, call).toMatchObject({
      'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    });
    for (const told of ['x-powered-by', 'server', 'strict-transport-security', 'access-control-allow-origin']) {
      expect(headers[told], told).toBeUndefined();
    }
  }
});

it('says on https, and only there, that it is only there', async () => {
  const app = await testApp('sqlite', { settings: { publicUrl: 'https://fest.example', trustProxy: false } });
  const answer = await app.browser().send('GET /healthz');
  expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
});

describe('a write that another site made the browser send', () => {
  const foreign = { status: 403, body: { code: 'CROSS_SITE', message: 'This request came from another site.' } };
  const OWN = 'http://festival.test';

  it.each([
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['our name on another port', { origin: `${OWN}:8080` }],
    ['our name with something before it', { origin: 'http://not-festival.test' }],
    ['our name on https', { origin: 'https://festival.test' }],
    ['an origin that is hidden', { origin: 'null' }],
    ['a browser that says so', { 'sec-fetch-site': 'cross-site' }],
    ['a browser that says so, with our origin', { 'sec-fetch-site': 'cross-site', origin: OWN }],
  ])('is refused on every call: %s', async (_, headers) => {
    const app = await testApp();
    const admin = await app.admin();
    const { id } = await createEvent(app.world, anEvent());
    const before = await everyRow(app.world.db);
    const writes = app.endpoints.filter(({ call }) => !call.startsWith('GET'));
    expect(writes.length).toBeGreaterThan(6);
    for (const { call, body } of writes) {
      const answer = await admin.send(call.replace('{id}', id), body === undefined ? undefined : {}, headers);
      expect([call, seen(answer)]).toEqual([call, foreign]);
      expect(answer.cookies).toEqual([]);
    }
    expect(await everyRow(app.world.db)).toEqual(before);
  });

  it.each([
    ['our own page', { origin: OWN, 'sec-fetch-site': 'same-origin' }],
    ['a program without an origin', {}],
    ['our other host name', { 'sec-fetch-site': 'same-site', origin: OWN }],
  ])('is not %s', async (_, headers) => {
    const app = await testApp();
    const answer = await app.browser().send('POST /api/users', { name: 'Alex' }, headers);
    expect(answer.statusCode).toBe(201);
  });

  it('is measured by PUBLIC_URL where that is set', async () => {
    const app = await testApp('sqlite', { settings: { publicUrl: 'https://fest.example', trustProxy: false } });
    const send = (name: string, origin: string) => app.browser().send('POST /api/users', { name }, { origin });
    expect((await send('Alex', 'https://fest.example')).statusCode).toBe(201);
    expect(seen(await send('Robin', OWN))).toEqual(foreign);
  });

  it('may still read, and gets no leave to share what it read', async () => {
    const app = await testApp();
    const answer = await app.browser().send('GET /api/events', undefined, { origin: 'https://evil.example' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('how much one device may write a minute', () => {
  const tooMany = {
    status: 429,
    body: { code: 'TOO_FAST', message: 'That was a lot at once. Please wait a moment and try again.' },
  };

  it('is 120 tries of a call', async () => {
    const app = await testApp();
    const [device, other] = [app.browser(), app.browser()];
    for (const [browser, name] of [
      [device, 'Alex'],
      [other, 'Robin'],
    ] as const) {
      await browser.send('POST /api/users', { name });
    }
    const again = () => device.send('POST /api/users', { name: 'Alex' });
    for (let time = 0; time < 120; time += 1) expect((await again()).statusCode).toBe(409);
    const refused = await again();
    expect(seen(refused)).toEqual(tooMany);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await other.send('POST /api/users', { name: 'Robin' })).statusCode).toBe(409);
    expect((await device.send('GET /api/events')).statusCode).toBe(200);
  });

  it('is not shared by phones whose only cookie is alike', async () => {
    const app = await testApp();
    const statuses = new Set<number>();
    for (let phone = 0; phone < 125; phone += 1) {
      const browser = app.browser();
      browser.cookies.set('sidebar_state', 'true');
      statuses.add((await browser.send('POST /api/users', { name: `Phone ${phone}` })).statusCode);
    }
    expect(statuses).toEqual(new Set([201]));
  });
});

describe('a graceful stop', () => {
  it('finishes what is running, then ends', async () => {
    const app = await testApp();
    const { id } = await createEvent(app.world, anEvent());
    await app.fastify.listen({ port: 0, host: '127.0.0.1' });
    const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // A long write holds the database, so that the registration is still running when the stop comes.
    const holding = app.world.db.transaction().execute(async () => {
      held.resolve();
      await release.promise;
    });
    await held.promise;
    const registering = postTo(app, '/api/rsvps', aRegistration(id));
    await once(app.fastify.server, 'request');
    const stopped = app.stop();
    await Promise.resolve();
    release.resolve();
    const [answer] = await Promise.all([registering, holding, stopped]);
    expect(answer).toEqual({ status: 201, body: expect.objectContaining({ playerName: 'Alex' }) });
    await expect(postTo(app, '/api/rsvps', aRegistration(id))).rejects.toThrow('ECONNREFUSED');
  });
});

let lastPort = 0;

async function postTo(
  app: TestApp,
  path: string,
  body: object,
): Promise<{ status: number | undefined; body: unknown }> {
  lastPort = (app.fastify.server.address() as AddressInfo | null)?.port ?? lastPort;
  const headers = { 'content-type': 'application/json' };
  const agent = new Agent({ keepAlive: true });
  const call = request({ host: '127.0.0.1', port: lastPort, path, method: 'POST', headers, agent });
  call.end(JSON.stringify(body));
  const [answer] = await once(call, 'response');
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk;
  agent.destroy();
  return { status: answer.statusCode, body: JSON.parse(text) };
}

describe('the log', () => {
  it('holds one line an answer, without what is private', async () => {
    const app = await testApp();
    const admin = await app.admin();
    const { id } = await createEvent(app.world, anEvent());
    const alex = app.browser();
    const secrets = { password: 'guess-in-the-log', playerEmail: 'private@example.org', token: 'token-in-the-query' };
    await alex.send('POST /api/admin/verify', { password: secrets.password });
    await alex.send('POST /api/rsvps?next=%2Fcheck-in', aRegistration(id, { playerEmail: secrets.playerEmail }));
    await alex.send('POST /api/rsvps', `{"playerEmail": "${secrets.playerEmail}", broken`, {
      'content-type': 'application/json',
      authorization: 'Bearer header-in-the-log',
    });
    await alex.send(`GET /api/events?token=${secrets.token}`);
    await alex.send(`GET /check-in?token=${secrets.token}`);
    await alex.send(`GET /api/%zz?token=${secrets.token}`);
    await admin.send(`DELETE /api/events/${id}`);
    const lines = app.log.map((line) => JSON.parse(line));
    const answered = lines.filter(({ msg }) => msg === 'answered');
    expect(answered.map(({ method, path, status }) => [method, path, status])).toEqual([
      ['POST', '/api/admin/verify', 200],
      ['POST', '/api/admin/verify', 200],
      ['POST', '/api/rsvps', 201],
      ['POST', '/api/rsvps', 400],
      ['GET', '/api/events', 200],
      ['GET', '/check-in', 404],
      ['DELETE', `/api/events/${id}`, 204],
    ]);
    const cookies = [...alex.cookies.values(), ...admin.cookies.values()];
    expect(cookies).toHaveLength(3);
    for (const secret of [PASSWORD, ...Object.values(secrets), ...cookies, 'header-in-the-log', 'next=']) {
      expect(app.log.join('')).not.toContain(secret);
    }
  });

  it('tells what broke, and the answer does not', async () => {
    const app = await testApp();
    await app.world.db.schema.alterTable('users').renameTo('people').execute();
    const answer = await app.browser().send('POST /api/users', { name: 'Alex' });
    expect(seen(answer)).toEqual({
      status: 500,
      body: { code: 'BROKEN', message: 'Something went wrong on our side. Please try again.' },
    });
    expect(app.log.join('')).toContain('no such table: users');
  });
});
