/** Slow clients, on real sockets. */
import { connect, type Socket } from 'node:net';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#platform/contract.ts';
import { aCache } from '#testing/cache.ts';
import { httpServer } from './http.ts';
import { LIMITS } from './limits.ts';
import { liveUpdates } from './live.ts';
import { renderGate } from './renders.ts';

const echo = endpoint({
  call: 'POST /echo',
  summary: 'Made up.',
  who: 'anyone',
  body: z.object({ word: z.string() }),
  answer: z.object({ word: z.string() }),
  status: 200,
  touches: [],
});

const HALF_A_HEAD = 'POST /echo HTTP/1.1\r\nHost: a\r\nContent-';
const HALF_A_BODY =
  'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n{"wo';
const EACH = 100;

it('times out clients that stop in the middle of a request, without delaying others', async () => {
  const live = liveUpdates({ relay: null, sources: [], mostStreams: 10, staleMs: 0, complain: () => undefined });
  const { fastify, serve } = await httpServer({
    logger: pino({ level: 'silent' }),
    ...{
      trustProxy: false as const,
      publicUrl: null,
      headers: {},
      live,
      cache: aCache(),
      renders: renderGate(LIMITS),
    },
    translate: (error) => error,
    findCaller: async () => ({ visitorId: null, deviceId: null, adminSessionId: null }),
    limits: { lateness: 0 },
    patience: { head: 1000, request: 1500, look: 100 },
  });
  serve(echo, async ({ body }) => body);
  onTestFinished(async () => {
    await live.stop();
    await fastify.close();
  });
  const origin = await fastify.listen({ port: 0, host: '127.0.0.1' });
  const gone = [HALF_A_HEAD, HALF_A_BODY].flatMap((half) =>
    Array.from({ length: EACH }, () => sendAndWait(Number(new URL(origin).port), half)),
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

/** Returns what the server sent until it closed the connection. */
function sendAndWait(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(text));
    let heard = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      heard += chunk;
    });
    socket.on('close', () => resolve(heard)).on('error', reject);
  });
}
