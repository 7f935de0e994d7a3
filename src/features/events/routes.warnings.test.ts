import { expect, it } from 'vitest';
import { HOUR } from '#platform/durations.ts';
import { sharedApp, type TestApp, testApp } from '#testing/app.ts';

const shared = sharedApp();

const FORWARDED = { 'x-forwarded-for': '203.0.113.7' };

const from = (app: TestApp, remoteAddress: string, headers: Record<string, string> = {}) =>
  app.fastify.inject({ url: '/api/events', remoteAddress, headers });

/** Returns the ids of the warnings, read by an organiser on the same network path as the visitors. */
async function warningsOf(app: TestApp): Promise<string[]> {
  const organiser = await app.admin();
  const warnings = (await organiser.send('GET /api/admin/attention')).json<{ id: string }[]>();
  return warnings.map(({ id }) => id);
}

it('names a peer that sends forwarded headers without being in TRUST_PROXY, and says what to set', async () => {
  const app = shared();
  await from(app, '10.1.2.3', FORWARDED);
  await from(app, '10.1.2.3', FORWARDED);
  const organiser = await app.admin();
  expect((await organiser.send('GET /api/admin/attention')).json()).toEqual([
    {
      id: 'proxy 10.1.2.3',
      text:
        'All visitors seem to come from 10.1.2.3, so they share one network’s limits. If that is your proxy, ask ' +
        'the person who installed the program to let it send X-Forwarded-For, to set TRUST_PROXY=10.1.2.3 and to restart. ' +
        'If nobody knows this address, change nothing.',
    },
  ]);
});

it('shows the others, says so and logs it when a source fails', async () => {
  const broken = () => {
    throw new Error('no such disk');
  };
  const hostWarnings = [broken, async () => broken(), () => [{ id: 'disk', text: 'Nearly full.' }]];
  const app = await testApp('sqlite', { hostWarnings });
  expect(await warningsOf(app)).toEqual(['disk', 'unread']);
  expect(app.log.filter((line) => line.includes('no such disk'))).toHaveLength(2);
});

it('logs the warning once', async () => {
  const app = shared();
  for (const peer of ['10.1.2.3', '10.1.2.3', '10.1.2.4']) await from(app, peer, FORWARDED);
  const lines = app.log.filter((line) => line.includes('TRUST_PROXY'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('"level":40');
  expect(lines[0]).not.toContain('10.1.2');
});

it('does not warn without forwarded headers, or about a proxy in TRUST_PROXY', async () => {
  const app = await testApp('sqlite', { settings: { publicUrl: 'https://festival.test', trustProxy: ['10.1.2.3'] } });
  await from(app, '10.1.2.3', FORWARDED);
  await from(app, '198.51.100.1');
  expect(await warningsOf(app)).toEqual([]);
});

it('ignores a stranger who sends the headers while visitors connect directly', async () => {
  const app = shared();
  await from(app, '198.51.100.66', FORWARDED);
  for (const visitor of ['198.51.100.1', '198.51.100.2', '198.51.100.3']) await from(app, visitor);
  expect(await warningsOf(app)).toEqual([]);
});

it('drops a peer after an hour without requests, and keeps the last four', async () => {
  const app = await testApp();
  for (const peer of [1, 2, 3, 4, 5, 6]) await from(app, `10.1.2.${peer}`, FORWARDED);
  expect(await warningsOf(app)).toEqual([3, 4, 5, 6].map((peer) => `proxy 10.1.2.${peer}`));
  app.clock.pass(HOUR + 1);
  expect(await warningsOf(app)).toEqual([]);
});
