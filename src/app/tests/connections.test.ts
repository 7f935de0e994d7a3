/** The whole app on a real port, with raw sockets. */
import { expect, it } from 'vitest';
import { seen, type TestApp, testApp } from '#testing/app.ts';
import { get, openClient } from '#testing/sockets.ts';

async function portOf(app: TestApp): Promise<number> {
  return Number(new URL(await app.fastify.listen({ port: 0, host: '127.0.0.1' })).port);
}

const statusesIn = (heard: string): number[] =>
  [...heard.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

it('answers a pipeline of every kind of request in order', async () => {
  const app = await testApp();
  const { headers } = await app.browser().send('GET /api/events');
  const kinds = [
    [get('/api/events'), 200],
    [get('/api/events', `If-None-Match: ${headers.etag}\r\n`), 304],
    [get('/api/rsvps/my'), 200],
    [get('/api/nothing'), 404],
    [get('/api/%zz'), 400],
    [get('/api/admin/audit'), 401],
    [get('/healthz'), 200],
    ['POST /api/users HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}', 400],
  ] as const;
  const client = openClient(await portOf(app));
  const statuses: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    client.write(kinds.map(([request]) => request).join(''));
    statuses.push(...kinds.map(([, status]) => status));
    await expect.poll(() => statusesIn(client.heard())).toEqual(statuses);
  }
  client.write(get('/api/live') + get('/healthz'));
  await expect.poll(() => client.heard()).toContain('retry: 3000');
  expect(statusesIn(client.heard())).toEqual([...statuses, 200]);
});

it('refuses two Host headers with 400, and continues', async () => {
  const client = openClient(await portOf(await testApp()));
  client.write(get('/api/events', 'HOST: b\r\n') + get('/healthz', 'X-Host: b\r\nHosts: c\r\n'));
  await expect.poll(() => statusesIn(client.heard())).toEqual([400, 200]);
  expect(client.heard()).toContain('{"code":"BAD_INPUT","message":"Send one Host header.","field":"Host"}');
});

it('refuses a host that is longer than a host name with 400 before anything else, also from a trusted proxy', async () => {
  const app = await testApp('sqlite', { settings: { publicUrl: null, trustProxy: ['127.0.0.1'] } });
  const longest = `${'a'.repeat(253)}.:65535`;
  const asked = (host: string, headers = {}) =>
    app.fastify.inject({ method: 'POST', url: '/api/devices/code', headers: { host, ...headers } });
  const refusal = { code: 'BAD_INPUT', message: 'Send a shorter Host header.', field: 'Host' };
  for (const answer of [
    await asked(`a${longest}`),
    await asked('a'.repeat(10_000)),
    await asked('a.test', { 'x-forwarded-host': `a${longest}` }),
  ]) {
    expect([answer.statusCode, answer.json()]).toEqual([400, refusal]);
  }
  expect((await asked(longest)).json()).not.toMatchObject(refusal);
});

it('refuses Content-Encoding on every call with 415 before anything else', async () => {
  const app = await testApp();
  const answer = {
    status: 415,
    body: { code: 'NOT_JSON', message: 'Send the body as plain JSON, without Content-Encoding.' },
  };
  const packed = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  for (const { route } of app.endpoints) {
    const response = await app.browser().send(route, route.startsWith('GET') ? undefined : Buffer.from('{}'), packed);
    expect([route, seen(response)]).toEqual([route, answer]);
  }
  expect(seen(await app.browser().send('GET /nowhere', undefined, packed))).toEqual(answer);
});

it('gives a newcomer a stream when one address holds all of them, and keeps it open', async () => {
  const app = await testApp('sqlite', { limits: { streams: 50 } });
  const port = await portOf(app);
  const open = async (from: string) => {
    const client = openClient(port, { from });
    client.write(get('/api/live?watch=users'));
    await expect.poll(() => client.heard()).toContain('retry: 3000');
    return client;
  };
  const greedy = await Promise.all(Array.from({ length: 60 }, () => open('127.0.0.2')));
  const newcomer = await open('127.0.0.3');
  await Promise.all(Array.from({ length: 60 }, () => open('127.0.0.2')));
  await app.browser().send('POST /api/users', { name: 'Alex' });
  await expect.poll(() => newcomer.heard()).toContain('"users"');
  expect(greedy.every((client) => /retry: \d{5,6}\n/.test(client.heard()))).toBe(true);
});

it('never compresses a live stream', async () => {
  const client = openClient(await portOf(await testApp()));
  client.write(get('/api/live', 'Accept-Encoding: br, gzip\r\n'));
  await expect.poll(() => client.heard()).toContain('retry: 3000');
  expect(client.heard()).not.toMatch(/content-encoding/i);
});
