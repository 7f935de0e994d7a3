import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { cookieIn, exchange } from './http.ts';
import { assertNone, percentile, shorten } from './rig.ts';

it('names the problems in the error', () => {
  expect(() => assertNone(['answered 500: GET /', 'no answer'], 'seed 7')).toThrow(
    'seed 7: 2 problems\n  answered 500: GET /\n  no answer',
  );
  expect(() => assertNone([], 'seed 7')).not.toThrow();
});

it('says how many problems it leaves out', () => {
  expect(shorten(['a', 'b', 'c'], 2)).toEqual(['a', 'b', '… and 1 more']);
  expect(shorten(['a', 'b'], 2)).toEqual(['a', 'b']);
});

it('takes percentiles, of refused requests too', () => {
  expect(percentile([], 50)).toBeNaN();
  expect([percentile([3, 1, 2], 50), percentile([1, 2, Infinity], 100)]).toEqual([2, Infinity]);
});

it('returns a whole answer, and throws when a part of it or nothing arrives', async () => {
  const server = createServer(async (request, response) => {
    response.writeHead(200, { 'content-length': 5, 'set-cookie': 'fest_id=a; Secure', 'x-path': request.url });
    response.write('half');
    if (request.url === '/a/../%2e') response.end('!');
    else setImmediate(() => response.destroy());
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answer = await exchange(origin, { call: 'GET /a/../%2e' });
  expect([answer.status, answer.body, cookieIn(answer, 'fest_id')]).toEqual([200, 'half!', 'fest_id=a']);
  await expect(exchange(origin, { call: 'GET /half' })).rejects.toThrow();
  await expect(exchange(origin, { call: 'GET /a/../%2e', loss: 'answer' })).rejects.toThrow('lost');
});
