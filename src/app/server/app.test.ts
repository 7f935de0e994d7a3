import { describe, expect, it } from 'vitest';
import { seen, sharedApp, testApp } from '#testing/app.ts';
import { DIALECTS } from '#testing/database.ts';
import { anEvent } from '#testing/factories.ts';

const shared = sharedApp();
const noSuchCall = { status: 404, body: { code: 'NO_SUCH_CALL', message: 'There is no such call.' } };

describe.each(DIALECTS)('%s', (dialect) => {
  it('health checks: answer 200 while the program runs', async () => {
    const app = await testApp(dialect);
    expect(seen(await app.browser().send('GET /healthz'))).toEqual({ status: 200, body: { status: 'alive' } });
    expect(seen(await app.browser().send('GET /readyz'))).toEqual({ status: 200, body: { status: 'ready' } });
  });

  it('health checks: answer 503 from the start of the shutdown', async () => {
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
  'PUT /api/users/1',
  'OPTIONS /api/events',
])('%s is 404', async (call) => {
  const answer = await shared().browser().send(call);
  expect(seen(answer)).toEqual(noSuchCall);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
});

it('every response has the same security headers, refused or not', async () => {
  const app = shared();
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
      'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
    });
    for (const told of ['x-powered-by', 'server', 'strict-transport-security', 'access-control-allow-origin']) {
      expect(headers[told], told).toBeUndefined();
    }
  }
});

it('sends Strict-Transport-Security on https only', async () => {
  const app = await testApp('sqlite', { settings: { publicUrl: 'https://fest.example', trustProxy: false } });
  const answer = await app.browser().send('GET /healthz');
  expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
});
