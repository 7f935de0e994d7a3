/** The HTTP layer alone, with its own test endpoints. */
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { endpoint, text } from '#platform/contract.ts';
import { Refusal } from '#platform/refusal.ts';
import { aCache } from '#testing/cache.ts';
import { anOrganiser } from '#testing/context.ts';
import type { Caller } from './caller.ts';
import { addressAt, addressOf, httpServer } from './http.ts';
import { gate, type Limits } from './limits.ts';
import { liveUpdates } from './live.ts';

const base = { summary: 'Made up.', who: 'anyone', touches: [], status: 200 } as const;
const echo = endpoint({
  ...base,
  route: 'POST /echo/{id}',
  params: z.object({ id: z.string().max(3) }),
  query: z.object({ q: text(5).optional() }),
  body: z.object({ word: text(5, 1) }),
  answer: z.object({ said: z.string() }),
  touches: ['words'],
  bodyLimit: 64,
});
const lying = endpoint({ ...base, route: 'GET /lying', answer: z.object({ count: z.number() }) });
const lyingForAll = endpoint({ ...lying, route: 'GET /lying-for-all', cachedUntil: ['lies'] });
const page = endpoint({
  ...base,
  route: 'GET /books/{book}/pages/{page}',
  params: z.object({ book: z.string(), page: z.coerce.number() }),
  query: z.object({ eventId: z.string() }),
  answer: z.string(),
  cachedUntil: ['books', 'books:{eventId}'],
});
const ownWord = endpoint({
  ...base,
  route: 'GET /own-word',
  who: 'visitor',
  answer: z.object({ word: z.string().nullable() }),
});
const waiting = endpoint({ ...base, route: 'GET /waiting', answer: null });
const forStaff = endpoint({ ...base, route: 'GET /staff', who: 'admin', answer: null });
const failing = endpoint({ ...base, route: 'GET /failing', answer: null });

const STRANGER: Caller = { visitorId: null, deviceId: null, staff: null };

async function server(caller = STRANGER, limits: Partial<Limits> = {}) {
  const left = Promise.withResolvers<null>();
  const topics: string[] = [];
  const live = liveUpdates({ relay: null, sources: [], mostStreams: 10, staleMs: 0, complain: () => undefined });
  live.subscribe((touched) => topics.push(...(touched ?? [])));
  const { fastify, serve } = await httpServer({
    logger: pino({ level: 'silent' }),
    trustProxy: false,
    publicUrl: null,
    headers: { 'x-made-up': 'yes' },
    cache: aCache(),
    renders: gate({ atOnce: 4, queued: 100 }),
    live,
    translate: (error) => (String(error).includes('away') ? new Refusal('BUSY', 'Away.', { retryAfter: 9 }) : error),
    findEvent: async () => null,
    findCaller: async () => caller,
    checkAnswers: true,
    limits,
  });
  serve(echo, async ({ params, query, body }) => {
    if (body.word === 'no') throw new Refusal('NAME_TAKEN', 'No.');
    return { said: `${params.id} ${query.q} ${body.word}` };
  });
  for (const one of [lying, lyingForAll]) serve(one, async () => ({ count: 'many' }) as never);
  let drawn = 0;
  serve(page, async ({ params, query }) => {
    drawn += 1;
    return `${params.book} ${params.page} of ${query.eventId}, drawn ${drawn}`;
  });
  serve(ownWord, async ({ header, sentHeader }) => {
    header('cache-control', 'max-age=60');
    return { word: sentHeader('x-word') };
  });
  serve(waiting, () => left.promise);
  serve(forStaff, async () => null);
  serve(failing, async () => {
    throw new Error('the database is away');
  });
  onTestFinished(async () => {
    await live.stop();
    await fastify.close();
  });
  return { fastify, topics, leave: () => left.resolve(null) };
}

const post = (word: unknown) => ({ method: 'POST', payload: { word } }) as const;

it('passes parsed input to the handler and publishes the touched topics after success', async () => {
  const { fastify, topics } = await server();
  const answer = await fastify.inject({ url: '/echo/a?q=%20b%20', ...post(' c ') });
  expect([answer.statusCode, answer.json(), answer.headers['x-touches']]).toEqual([200, { said: 'a b c' }, 'words']);
  expect(answer.headers).toMatchObject({ 'x-made-up': 'yes', 'cache-control': 'no-store' });
  expect(topics).toEqual(['words']);
  for (const [url, word, status, code] of [
    ['/echo/a', 'no', 409, 'NAME_TAKEN'],
    ['/echo/a', '', 400, 'BAD_INPUT'],
    ['/echo/a?q=123456', 'c', 400, 'BAD_INPUT'],
    ['/echo/a?q=1&q=2', 'c', 400, 'BAD_INPUT'],
    ['/echo/abcd', 'c', 404, 'NOT_FOUND'],
  ] as const) {
    const refused = await fastify.inject({ url, ...post(word) });
    expect([url, refused.statusCode, refused.json().code]).toEqual([url, status, code]);
    expect(refused.headers['x-touches']).toBeUndefined();
  }
  expect(topics).toEqual(['words']);
});

it('serves staff while all that may be in progress is of others', async () => {
  const { fastify, leave } = await server({ ...STRANGER, staff: anOrganiser('s') }, { atOnce: 1 });
  const statusOf = async (url: string) => (await fastify.inject(url)).statusCode;
  const first = statusOf('/waiting');
  expect(await statusOf('/waiting')).toBe(503);
  expect(await statusOf('/staff')).toBe(200);
  leave();
  expect(await first).toBe(200);
});

it('caches a response per path parameter and event, whatever else is in the query', async () => {
  const { fastify } = await server();
  const said = [];
  for (const page of ['a/pages/1?eventId=x', 'a/pages/2?eventId=x', 'b/pages/1?eventId=x', 'a/pages/1?eventId=y'])
    said.push((await fastify.inject(`/books/${page}`)).json());
  said.push((await fastify.inject('/books/a/pages/01?q=9&eventId=x')).json());
  expect(said).toEqual([
    'a 1 of x, drawn 1',
    'a 2 of x, drawn 2',
    'b 1 of x, drawn 3',
    'a 1 of y, drawn 4',
    'a 1 of x, drawn 1',
  ]);
  expect((await fastify.inject('/books/a/pages/1')).json()).toMatchObject({ code: 'BAD_INPUT' });
});

it.each([
  ['a visitor', { ...STRANGER, visitorId: 'v' }, 200],
  ['an organiser', { ...STRANGER, staff: anOrganiser('s') }, 200],
  ['a stranger', STRANGER, 401],
])('refuses only strangers an endpoint for visitors: %s', async (_, caller, status) => {
  const { fastify } = await server(caller);
  expect((await fastify.inject('/own-word')).statusCode).toBe(status);
});

it('decodes a header of up to 600 characters, and keeps the cache-control of the handler', async () => {
  const { fastify } = await server({ ...STRANGER, visitorId: 'v' });
  const words: unknown[] = [];
  for (const sent of ['caf%C3%A9', 'x'.repeat(600), 'x'.repeat(601), '%E9', undefined]) {
    const headers = sent === undefined ? {} : { 'x-word': sent };
    const answer = await fastify.inject({ url: '/own-word', headers });
    expect(answer.headers['cache-control']).toBe('max-age=60');
    words.push(answer.json().word);
  }
  expect(words).toEqual(['café', 'x'.repeat(600), null, null, null]);
});

it('uses the body limit of the endpoint', async () => {
  const { fastify } = await server();
  expect((await fastify.inject({ url: '/echo/a', ...post('x'.repeat(60)) })).statusCode).toBe(413);
});

it.each(['/lying', '/lying-for-all'])('reports that %s breaks its contract when checkAnswers is set', async (url) => {
  const { fastify } = await server();
  expect((await fastify.inject(url)).statusCode).toBe(500);
});

it('answers 503 when the database is unavailable', async () => {
  const { fastify } = await server();
  const answer = await fastify.inject('/failing');
  expect([answer.statusCode, answer.json(), answer.headers['retry-after']]).toEqual([
    503,
    { code: 'BUSY', message: 'Away.' },
    '9',
  ]);
});

it('returns its address in the form a person would type', async () => {
  const { fastify } = await server();
  await fastify.listen({ port: 0, host: '127.0.0.1' });
  expect(addressOf(fastify)).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});

it.each([
  ['0.0.0.0', 'http://localhost:80'],
  ['::', 'http://localhost:80'],
  ['2001:db8::1', 'http://[2001:db8::1]:80'],
  ['games.example', 'http://games.example:80'],
])('writes the address of host %s as %s', (host, address) => {
  expect(addressAt(host, 80)).toBe(address);
});
