/** Kept answers that are sent before Fastify: the same answers, and nothing that Fastify must look at. */
import { once } from 'node:events';
import { get, type IncomingHttpHeaders, type RequestOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { LIMITS } from '#platform/server/limits.ts';
import { testApp } from '#testing/app.ts';
import { anEvent } from '#testing/factories.ts';
import { METRICS_TOKEN, readMetrics } from '#testing/metrics.ts';

type Answer = { status: number | undefined; headers: IncomingHttpHeaders; body: string };

/** `routed` is how many requests Fastify got. The fast path is closed while every response is logged. */
async function listening(publicUrl: string | null = null) {
  const app = await testApp('sqlite', {
    logger: pino({ level: 'silent' }),
    settings: { publicUrl, trustProxy: false, metrics: { own: null, token: METRICS_TOKEN } },
    limits: { staleMs: LIMITS.staleMs },
  });
  const counted = { routed: 0 };
  app.fastify.addHook('onRequest', (_request, _reply, done) => {
    counted.routed += 1;
    done();
  });
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.fastify.server.address() as AddressInfo;
  async function ask(headers: RequestOptions['headers'] = {}, path = '/api/events'): Promise<Answer> {
    const [response] = await once(get({ host: '127.0.0.1', port, path, headers }), 'response');
    let body = '';
    for await (const chunk of response.setEncoding('latin1')) body += chunk;
    const { date: _, ...rest } = response.headers;
    return { status: response.statusCode, headers: rest, body };
  }
  return { app, ask, counted };
}

it.each([null, 'https://games.example.org'])('sends what Fastify sends (PUBLIC_URL %s)', async (publicUrl) => {
  const { ask, counted } = await listening(publicUrl);
  const first = await ask();
  expect([first.status, counted.routed]).toEqual([200, 1]);
  expect(await ask()).toEqual(first);
  const unchanged = await ask({ 'if-none-match': `W/${first.headers.etag}`, cookie: 'fest_id=1' });
  expect([unchanged.status, unchanged.body, counted.routed]).toEqual([304, '', 1]);
  const routed = await ask({ 'if-none-match': String(first.headers.etag), 'content-length': '0' });
  expect([routed, counted.routed]).toEqual([unchanged, 2]);
  const packed = await ask({ 'accept-encoding': 'gzip' });
  expect([packed.headers['content-encoding'], counted.routed]).toEqual(['gzip', 3]);
  expect(await ask({ 'accept-encoding': 'gzip' })).toEqual(packed);
  expect(counted.routed).toBe(3);
});

it('leaves to Fastify what needs more than the kept bytes', async () => {
  const { app, ask, counted } = await listening();
  await ask();
  await ask();
  expect(counted.routed).toBe(1);
  expect((await ask({ 'content-encoding': 'gzip' })).status).toBe(415);
  expect((await ask(['host', 'a.test', 'host', 'b.test'])).status).toBe(400);
  expect((await ask({ host: 'a'.repeat(261) })).status).toBe(400);
  const own = await ask({ cookie: `fest_wrote=${Date.now()}` });
  expect([own.headers['cache-control'], counted.routed]).toEqual(['private, no-cache', 2]);
  await ask({ 'x-forwarded-proto': 'https' });
  await ask({}, '/api/events?page=1');
  expect(counted.routed).toBe(4);
  expect((await ask({ 'content-length': '0' })).status).toBe(200);
  expect(counted.routed).toBe(5);
  await (await app.admin()).send('POST /api/events', anEvent({ title: 'Newcomer' }));
  await expect.poll(async () => (await ask()).body).toContain('Newcomer');
});

it('counts its responses with the route’s', async () => {
  const { ask, counted, app } = await listening();
  for (let time = 0; time < 3; time += 1) await ask();
  const counts = await readMetrics(app);
  expect(counted.routed).toBe(1 + 1);
  const labels = 'method="GET",route="/api/events"';
  expect(counts.get(`boardwalk_http_requests_total{${labels},status="200"}`)).toBe(3);
  expect(counts.get(`boardwalk_http_request_duration_seconds_count{${labels}}`)).toBe(3);
});

it('sends what is read by its event, in the one spelling of its address', async () => {
  const { ask, counted, app } = await listening();
  const event = await (await app.admin()).send('POST /api/events', anEvent());
  const path = `/api/matches?eventId=${event.json().id}`;
  const first = await ask({}, path);
  const { routed } = counted;
  expect([await ask({}, path), counted.routed]).toEqual([first, routed]);
  for (const other of [`${path}&a=1`, `${path}&eventId=1`, path.replace('?e', '?%65')]) await ask({}, other);
  for (const other of [`${path}&a=1`, path.replace('?e', '?%65')]) await ask({}, other);
  expect(counted.routed).toBe(routed + 5);
});

it('sends kept bytes also under pressure, where a refusal would cost more', async () => {
  const { app, ask, counted } = await listening();
  await ask();
  app.fastify.isUnderPressure = () => true;
  await ask();
  expect(counted.routed).toBe(1);
});

it('leaves everything to Fastify while the program stops, so that the connection is closed', async () => {
  const { app, ask, counted } = await listening();
  await ask();
  await ask();
  expect(counted.routed).toBe(1);
  const stopped = app.stop();
  await new Promise(setImmediate);
  expect([(await ask()).headers.connection, counted.routed]).toEqual(['close', 2]);
  await stopped;
});

/** The same address with other letters encoded. */
const encoded = (index: number): string =>
  [...'events']
    .map((letter, at) => (((index + 1) >> at) & 1 ? `%${letter.charCodeAt(0).toString(16)}` : letter))
    .join('');

it.each([
  ['answer 404', 404, (index: number) => `/api/matches?eventId=none-${index}`],
  [
    'are the same, encoded',
    200,
    (index: number) =>
      `/${index < 63 ? 'api' : index < 126 ? '%61pi' : index < 189 ? 'a%70i' : 'ap%69'}/${encoded(index % 63)}`,
  ],
  ['have a host of their own', 200, (index: number) => `http://host-${index}/api/events`],
  ['have a fragment', 200, (index: number) => `/api/events#${index}`],
])('keeps an address however many others %s', async (_, status, addressOf) => {
  const { ask, counted } = await listening();
  await ask();
  const others = await Promise.all(Array.from({ length: 250 }, (_, index) => ask({}, addressOf(index))));
  expect(new Set(others.map((other) => other.status))).toEqual(new Set([status]));
  const { routed } = counted;
  await ask();
  expect(counted.routed).toBe(routed);
});
