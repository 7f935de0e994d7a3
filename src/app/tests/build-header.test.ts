/** The header that tells the program's answers from everybody else's, over all ways of answering. */
import { connect } from 'node:net';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { BUILD_HEADER } from '#platform/build.ts';
import { LIMITS } from '#platform/server/limits.ts';
import { appWithPages } from '#testing/app-with-pages.ts';

const BUILD = 'r1';

async function listening() {
  const app = await appWithPages([], {
    // The fast path is closed while every response is logged.
    logger: pino({ level: 'silent' }),
    limits: { staleMs: LIMITS.staleMs },
  });
  const counted = { routed: 0 };
  app.fastify.addHook('onRequest', (_request, _reply, done) => {
    counted.routed += 1;
    done();
  });
  const origin = await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  return { app, counted, origin, ask: (path: string, init?: RequestInit) => fetch(origin + path, init) };
}

it('is in every answer', async () => {
  const { ask, app } = await listening();
  const id = await app.event();
  const body = JSON.stringify({ eventId: id, playerName: 'Rosa' });
  const post = { method: 'POST', body, headers: { 'content-type': 'application/json' } };
  const ways: [number, string, RequestInit?][] = [
    [200, '/'],
    [200, `/?event=${id}`],
    [200, '/schedule'],
    [404, '/nowhere'],
    [200, '/icon.svg'],
    [200, '/api/events'],
    [200, '/api/rsvps/my'],
    [200, '/api/openapi.json'],
    [200, '/sw.js'],
    [200, '/healthz'],
    [200, '/readyz'],
    [201, '/api/rsvps', post],
    [409, '/api/rsvps', post],
    [400, '/api/rsvps', { ...post, body: '{}' }],
    [413, '/api/rsvps', { ...post, body: 'x'.repeat(20_000) }],
    [415, '/api/rsvps', { ...post, headers: { 'content-type': 'text/plain' } }],
    [401, '/api/admin/festival'],
    [404, '/api/nothing'],
    [404, '/api/nothing', { method: 'OPTIONS' }],
    [200, '/', { method: 'HEAD' }],
    [400, '/api/%zz'],
    [404, '/%zz'],
  ];
  for (const [status, path, init] of ways) {
    const answer = await ask(path, init);
    const what = `${init?.method ?? 'GET'} ${path}`;
    expect([what, answer.status, answer.headers.get(BUILD_HEADER)]).toEqual([what, status, BUILD]);
    await answer.body?.cancel();
  }
});

it('is in kept bytes of the fast path, in 304 and on the live stream', async () => {
  const { ask, counted } = await listening();
  await ask('/api/events');
  const routed = counted.routed;
  const kept = await ask('/api/events');
  const unchanged = await ask('/api/events', { headers: { 'if-none-match': kept.headers.get('etag') ?? '' } });
  expect([kept.status, unchanged.status, counted.routed]).toEqual([200, 304, routed]);
  for (const { headers } of [kept, unchanged]) expect(headers.get(BUILD_HEADER)).toBe(BUILD);
  const file = await ask('/icon.svg');
  const sameFile = await ask('/icon.svg', { headers: { 'if-none-match': file.headers.get('etag') ?? '' } });
  expect([sameFile.status, sameFile.headers.get(BUILD_HEADER)]).toEqual([304, BUILD]);
  const stream = await ask('/api/live?watch=events');
  expect(stream.headers.get(BUILD_HEADER)).toBe(BUILD);
  await stream.body?.cancel();
});

it('is in what a server under pressure or with a failing database answers', async () => {
  const { ask, app } = await listening();
  app.fastify.isUnderPressure = () => true;
  await app.context.db.destroy();
  const broken = await ask('/api/rsvps/my', { headers: { cookie: `fest_id=${'x'.repeat(43)}` } });
  expect(broken.status).toBeGreaterThanOrEqual(500);
  expect(broken.headers.get(BUILD_HEADER)).toBe(BUILD);
});

it('is not in what Node says to a request that is no HTTP', async () => {
  const { origin } = await listening();
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.end('no http\r\n\r\n');
  let said = '';
  for await (const chunk of socket) said += String(chunk);
  expect(said).toMatch(/^HTTP\/1.1 400/);
});
