/** PostgreSQL stops, or keeps silent, and comes back under a running program. */
import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished, vi } from 'vitest';
import { MINUTE } from '#platform/durations.ts';
import { seen, type TestApp, testApp } from '#testing/app.ts';
import { freshUrl } from '#testing/database.ts';
import { anEvent } from '#testing/factories.ts';
import { addressOf, onServer, startPostgres } from '#testing/postgres.ts';
import { silentProxy } from '#testing/silent-proxy.ts';
import { aHelper } from '#testing/staff.ts';

const busy = {
  status: 503,
  body: { code: 'BUSY', message: 'We can’t save or read that right now. Please try again in a moment.' },
};

it('answers 503 while PostgreSQL is away and serves within 2 s of its return', { timeout: 90_000 }, async () => {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  const app = await testApp('postgres', server);
  const admin = await app.admin();
  const { id } = (await admin.send('POST /api/events', anEvent())).json<{ id: string }>();
  // Started afterwards: the notification of the write would make it drop what it caches next.
  const other = await testApp('postgres', server);
  const list = async (instance: TestApp) => (await instance.browser().send('GET /api/events')).json();
  const before = await list(app);
  expect(await list(other)).toEqual(before);

  await server.halt();
  const key = randomUUID();
  const register = () =>
    app.browser().send('POST /api/rsvps', { eventId: id, playerName: 'Alex' }, { 'idempotency-key': key });
  for (let time = 0; time < 3; time += 1) {
    const refused = await register();
    expect(seen(refused)).toEqual(busy);
    expect(refused.headers['retry-after']).toBe('2');
    expect(refused.cookies).toEqual([]);
  }
  expect(seen(await app.browser().send('GET /readyz'))).toEqual(busy);
  expect(seen(await admin.send('GET /api/admin/session'))).toEqual(busy);
  expect((await app.browser().send('GET /healthz')).statusCode).toBe(200);
  // Cached responses are still served.
  expect([await list(app), await list(other)]).toEqual([before, before]);

  await server.restart();
  const back = { timeout: 2000, interval: 20 };
  await vi.waitFor(async () => expect((await app.browser().send('GET /readyz')).statusCode).toBe(200), back);
  await vi.waitFor(async () => expect((await register()).statusCode).toBe(201), back);
  await vi.waitFor(
    async () => expect((await admin.send('GET /api/admin/session')).json()).toEqual({ admin: true }),
    back,
  );

  // The other instance receives messages again: what it missed, and then each write.
  for (const title of ['After the break', 'And later']) {
    expect((await admin.send(`PATCH /api/events/${id}`, { title })).statusCode).toBe(200);
    await vi.waitFor(async () => expect(await list(other)).toMatchObject([{ title, currentRegistrations: 1 }]), {
      timeout: 5000,
      interval: 20,
    });
  }
});

it('answers 503 within 5 s while PostgreSQL accepts and keeps silent, and serves when it answers again', async () => {
  const proxy = await silentProxy(await freshUrl('postgres'));
  onTestFinished(() => proxy.stop());
  const app = await testApp('postgres', { url: proxy.url });
  const admin = await app.admin();
  const { id } = (await admin.send('POST /api/events', anEvent())).json<{ id: string }>();
  const before = (await app.browser().send('GET /api/events')).json();
  const register = () => app.browser().send('POST /api/rsvps', { eventId: id, playerName: 'Alex' });
  const ask = () =>
    Promise.all([
      register(),
      ...Array.from({ length: 12 }, () => admin.send('GET /api/admin/session')),
      app.browser().send('GET /readyz'),
    ]);

  proxy.silenceAll();
  // More than there are connections, so on present and on new ones.
  const since = performance.now();
  expect((await ask()).map(seen)).toEqual(Array.from({ length: 14 }, () => busy));
  expect(performance.now() - since).toBeLessThan(5000);
  expect((await app.browser().send('GET /api/events')).json()).toEqual(before);

  proxy.heal();
  const back = { timeout: 5000, interval: 20 };
  await vi.waitFor(async () => expect((await app.browser().send('GET /readyz')).statusCode).toBe(200), back);
  await vi.waitFor(async () => expect((await register()).statusCode).toBe(201), back);
});

it('answers writes with 503 while PostgreSQL only reads, as after a failover, and serves by itself when it writes again', async () => {
  const url = await freshUrl('postgres');
  const name = new URL(url).pathname.slice(1);
  const ask = (statement: string) => onServer(addressOf(url, 'postgres'), statement);
  const app = await testApp('postgres', { url });
  const admin = await app.admin();
  const { id } = (await admin.send('POST /api/events', anEvent())).json<{ id: string }>();
  const helper = await aHelper(app, { role: 'host', eventId: id });
  const register = () => app.browser().send('POST /api/rsvps', { eventId: id, playerName: 'Alex' });
  const closed = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`;

  await ask(`alter database ${name} set default_transaction_read_only = on`);
  await ask(closed);
  await vi.waitFor(async () => expect(seen(await register())).toEqual(busy), { timeout: 5000, interval: 20 });
  const refused = await register();
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '2']);
  expect(seen(await app.browser().send('GET /readyz'))).toEqual(busy);
  expect((await app.browser().send('GET /api/events')).json()).toMatchObject([{ id }]);
  // Staff whose last use is to be noted read on, and so does a helper.
  app.clock.pass(2 * MINUTE);
  for (const staff of [admin, helper]) expect((await staff.send('GET /api/staff')).statusCode).toBe(200);

  await ask(`alter database ${name} reset default_transaction_read_only`);
  const back = { timeout: 5000, interval: 20 };
  await vi.waitFor(async () => expect((await app.browser().send('GET /readyz')).statusCode).toBe(200), back);
  await vi.waitFor(async () => expect((await register()).statusCode).toBe(201), back);
});
