import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { markSample } from '#features/archive/store.ts';
import { codeToken } from '#features/check-in/commands/by-code.ts';
import { PASSWORD, type TestApp, testApp } from '#testing/app.ts';
import { freshUrl } from '#testing/database.ts';
import { problemsIn } from '#testing/soundness.ts';
import { randomFrom } from '../random.ts';
import { assertNone } from '../rig.ts';
import { attack, complaintAbout } from './attack.ts';
import { emptyPool, type Send, unlock } from './pool.ts';
import { type ApiPage, callsOf, requestOf, spoiled } from './requests.ts';
import { sayBroken, saySlowly } from './sockets.ts';

const SEED = 20_251_114;
const LONG = 240_000;
const JSON_TYPE = { 'content-type': 'application/json' };
const EXPORT = '/api/admin/exports/festival.json';
const IMPORT = '/api/admin/imports/festival';

/** Each request has its own address, because the rate limit is not under test. */
function sendTo({ fastify }: TestApp): Send {
  let asked = 0;
  return async ({ method, path, headers, body }) => {
    asked += 1;
    const { statusCode, ...answer } = await fastify.inject({
      ...{ method: method as 'GET', url: path, headers: { host: 'festival.test', ...headers } },
      ...{ remoteAddress: `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`, payload: body ?? '' },
    });
    return { status: statusCode, headers: answer.headers, body: answer.body };
  };
}

/** An app that logs only errors. */
async function quietApp(url: string): Promise<{ app: TestApp; faults: string[] }> {
  const faults: string[] = [];
  const logger = pino({ level: 'error' }, { write: (line: string) => void faults.push(line) });
  return { app: await testApp('sqlite', { url, logger }), faults };
}

const pageOf = async (app: TestApp): Promise<ApiPage> => (await app.browser().send('GET /api/openapi.json')).json();

async function attackOn(app: TestApp, count: number, given?: ApiPage) {
  const page = given ?? (await pageOf(app));
  const send = sendTo(app);
  const pool = emptyPool(await unlock(send, PASSWORD));
  const report = await attack({
    ...{ send, page, pool, random: randomFrom(SEED), count, password: PASSWORD },
    tokenOf: async (eventId) => codeToken(app.context, { eventId, generation: 1 }),
  });
  return { report, pool, page };
}

test.each([
  ['sqlite', 10_000],
  ['postgres', 2_000],
] as const)(
  'on %s %i hostile requests are all answered, and the festival is sound',
  { timeout: LONG },
  async (dialect, count) => {
    const url = await freshUrl(dialect);
    const { app, faults } = await quietApp(url);
    const { report } = await attackOn(app, count);
    assertNone(report.problems, `seed ${SEED}`);
    assertNone(faults, 'faults in the log');
    assertNone(await problemsIn(app.context.db, dialect), 'the database');
    for (const status of [200, 201, 204, 400, 401, 403, 404, 409])
      expect(report.statuses.get(status)).toBeGreaterThan(5);
    const kept = (await app.browser().send('GET /api/events')).json();
    const { app: anew } = await quietApp(url);
    expect(kept).toEqual((await anew.browser().send('GET /api/events')).json());
  },
);

test('invalid HTTP, truncated requests and endless bodies do not stop other clients', {
  timeout: LONG,
}, async () => {
  const { app, faults } = await quietApp(await freshUrl('sqlite'));
  const { pool, page } = await attackOn(app, 50);
  await app.fastify.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.fastify.server.address() as AddressInfo;
  const random = randomFrom(SEED);
  const requests = Array.from({ length: 200 }, () => requestOf(random, callsOf(page), pool));
  const slow = await saySlowly(port, 200);
  assertNone(await sayBroken(port, random, requests), `seed ${SEED}`);
  const answer = await fetch(`http://127.0.0.1:${port}/api/events`);
  expect(answer.status).toBe(200);
  slow.stop();
  assertNone(faults, 'faults in the log');
  assertNone(await problemsIn(app.context.db, 'sqlite'), 'the database');
});

test('a festival file with one mistake is refused, or is a whole festival', { timeout: LONG }, async () => {
  const { app, faults } = await quietApp(await freshUrl('sqlite'));
  await attackOn(app, 50);
  const send = sendTo(app);
  // The attack may have ended its own session.
  const cookie = await unlock(send, PASSWORD);
  const ask = (method: string, path: string, body?: unknown) =>
    send({ method, path, headers: { cookie, ...JSON_TYPE }, body: JSON.stringify(body ?? {}) });
  const file = { ...JSON.parse((await ask('GET', EXPORT)).body), sample: true };
  await markSample(app.context.db);
  expect((await ask('DELETE', '/api/admin/sample')).status).toBe(204);
  expect((await ask('POST', IMPORT, file)).status).toBe(201);
  const random = randomFrom(SEED);
  const cached = app.endpoints.filter(({ route, query, cachedUntil }) => cachedUntil && !query && !route.includes('{'));
  const lists = cached.map(({ route }) => route.slice('GET '.length));
  const statuses = new Set<number>();
  for (let number = 0; number < 150; number += 1) {
    await ask('DELETE', '/api/admin/sample');
    const sent = { ...(spoiled(random, file) as object), sample: true };
    const answer = await ask('POST', IMPORT, sent);
    statuses.add(answer.status);
    expect(complaintAbout(answer), `${number}: ${JSON.stringify(sent).slice(0, 2000)}`).toBeNull();
    if (answer.status !== 201) continue;
    for (const path of [...lists, EXPORT]) expect((await ask('GET', path)).status).toBe(200);
    assertNone(await problemsIn(app.context.db, 'sqlite'), 'the database');
  }
  expect([...statuses].sort()).toEqual([201, 400]);
  assertNone(faults, 'faults in the log');
});

/** A program with one endpoint that fails on some inputs. */
async function carelessApp() {
  const { app, faults } = await quietApp(await freshUrl('sqlite'));
  app.fastify.post('/api/careless', async (request) => {
    const { name } = request.body as { name: string };
    return { greeting: `Hello ${name.trim()}` };
  });
  const page = await pageOf(app);
  const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
  const post = { parameters: [], requestBody: { content: { 'application/json': { schema } } } };
  return { app, faults, page: { paths: { '/api/careless': { post }, '/api/users': page.paths['/api/users'] ?? {} } } };
}

test('control: finds the faulty endpoint and prints the request that triggers it', { timeout: LONG }, async () => {
  const { app, faults, page } = await carelessApp();
  const { report } = await attackOn(app, 300, page);
  expect(report.problems[0]).toMatch(/^request \d+ answered 500: \w+ \/api\/careless/);
  expect(faults.length).toBeGreaterThan(0);
});
