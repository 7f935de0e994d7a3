/** Slow clients, on real sockets. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#platform/contract.ts';
import { aCache } from '#testing/cache.ts';
import { PATIENCE, type Patience } from './connections.ts';
import { httpServer } from './http.ts';
import { gate } from './limits.ts';
import { liveUpdates } from './live.ts';
import { requestCounts } from './request-counts.ts';

const echo = endpoint({
  route: 'POST /echo',
  summary: 'Made up.',
  who: 'anyone',
  body: z.object({ word: z.string() }),
  answer: z.object({ word: z.string() }),
  status: 200,
  touches: [],
});

const forStaff = endpoint({ ...echo, route: 'POST /staff', who: 'admin' });

const HALF_A_HEAD = 'POST /echo HTTP/1.1\r\nHost: a\r\nContent-';
const HALF_A_BODY =
  'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n{"wo';
const EACH = 100;
const HALVES = ['{"word":', '"hi"}'] as const;
/** Milliseconds: longer than an answer may take. */
const SLOW = 800;

/** Returns the counts and the port of a server that waits so long for a client. */
async function listening(patience: Partial<Patience>) {
  const counts = requestCounts();
  const live = liveUpdates({ relay: null, sources: [], mostStreams: 10, staleMs: 0, complain: () => undefined });
  const { fastify, serve } = await httpServer({
    logger: pino({ level: 'silent' }),
    ...{
      trustProxy: false as const,
      publicUrl: null,
      headers: {},
      live,
      cache: aCache(),
      renders: gate({ atOnce: 4, queued: 100 }),
    },
    translate: (error) => error,
    findEvent: async () => null,
    findCaller: async () => ({ visitorId: null, deviceId: null, staff: null }),
    limits: { lateness: 0 },
    counts,
    patience: { ...PATIENCE, ...patience },
  });
  serve(echo, async ({ body }) => body);
  serve(forStaff, async ({ body }) => body);
  onTestFinished(async () => {
    await live.stop();
    await fastify.close();
  });
  const origin = await fastify.listen({ port: 0, host: '127.0.0.1' });
  return { origin, port: Number(new URL(origin).port), counts };
}

it('times out clients that stop in the middle of a request, without delaying others', async () => {
  const { origin, port } = await listening({ head: 1000, request: 1500, look: 100 });
  const gone = [HALF_A_HEAD, HALF_A_BODY].flatMap((half) =>
    Array.from({ length: EACH }, () => sendAndWait(port, half)),
  );
  const body = JSON.stringify({ word: 'hello' });
  const answer = await fetch(`${origin}/echo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect([answer.status, await answer.json()]).toEqual([200, { word: 'hello' }]);
  const heard = await Promise.all(gone);
  expect(new Set(heard.map((text) => text.split('\r\n', 1)[0]))).toEqual(new Set(['HTTP/1.1 408 Request Timeout']));
});

it.each([
  ['answers', '/echo', HALVES, 200],
  ['cannot read', '/echo', ['{"word":', '"h'.padEnd(4)], 400],
  ['finds too large', '/echo', [' '.repeat(10_000), ' '.repeat(10_000)], 413],
  ['has no route for', '/nowhere', HALVES, 404],
] as const)('does not count the upload of a request that it %s', async (_, url, [first, second], status) => {
  const { port, counts } = await listening({ head: SLOW, request: 30_000, look: 10 });
  const times = new Map<number, number | null>();
  counts.listen({ answered: (_, answered, ms) => times.set(answered, ms), refused: () => undefined });
  const head = `POST ${url} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n`;
  const body = `Content-Length: ${first.length + second.length}\r\n\r\n${first}`;
  // The second half follows when the server has waited in vain for the head of another request.
  const heard = await sendAndWait(
    port,
    `${head}${body}`,
    sendAndWait(port, HALF_A_HEAD).then(() => second),
  );
  expect(heard).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(times.get(status)).toBeLessThan(SLOW);
});

it.each([
  ['takes a body that comes steadily for longer than a request may wait', 1600, '200 OK'],
  ['cuts a body of which a few bytes come now and then', 8, '408 Request Timeout'],
])('%s', async (_, bytesEach100Ms, status) => {
  const { port } = await listening({ request: 400, look: 50 });
  const word = 'x'.repeat(15_000);
  const body = JSON.stringify({ word });
  const head = `POST /echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n`;
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    heard += chunk;
  });
  socket.on('error', () => undefined);
  socket.write(`${head}Content-Length: ${body.length}\r\n\r\n`);
  let sent = 0;
  const timer = setInterval(() => {
    socket.write(body.slice(sent, sent + bytesEach100Ms));
    sent += bytesEach100Ms;
  }, 100);
  await once(socket, 'close');
  clearInterval(timer);
  expect(heard.split('\r\n', 1)[0]).toBe(`HTTP/1.1 ${status}`);
});

it('cuts the slow body of a request that was refused before its body was read', async () => {
  const { port } = await listening({ request: 400, look: 50 });
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    heard += chunk;
  });
  socket.on('error', () => undefined);
  socket.write('POST /staff HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 15000\r\n\r\n');
  const timer = setInterval(() => socket.write(' '), 100);
  onTestFinished(() => clearInterval(timer));
  // Not `once`, which fails when what was still sent is answered with a reset.
  await new Promise((resolve) => socket.once('close', resolve));
  expect(heard.split('\r\n', 1)[0]).toBe('HTTP/1.1 401 Unauthorized');
}, 5_000);

it('takes many requests on a connection that were each refused before their body came', async () => {
  const { port } = await listening({});
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    heard += chunk;
  });
  for (let count = 1; count <= 12; count += 1) {
    socket.write('POST /staff HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{');
    await expect.poll(() => heard.split('HTTP/1.1 401').length - 1).toBe(count);
    socket.write('}');
  }
  socket.destroy();
});

/** Returns what the server sent until it closed the connection. */
function sendAndWait(port: number, text: string, rest?: Promise<string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1', () => {
      socket.write(text);
      rest?.then((last) => socket.write(last), reject);
    });
    let heard = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      heard += chunk;
    });
    socket.on('close', () => resolve(heard)).on('error', reject);
  });
}
