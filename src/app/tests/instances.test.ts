/** Several instances on one PostgreSQL, and the live stream of one. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { FestivalEvent } from '#features/events/contract.ts';
import type { RowsMessage } from '#platform/live.ts';
import { sharedApp, type TestApp, testApp } from '#testing/app.ts';
import { freshUrl } from '#testing/database.ts';
import { anEvent } from '#testing/factories.ts';

async function two(): Promise<[TestApp, TestApp]> {
  const url = await freshUrl('postgres');
  return [await testApp('postgres', { url }), await testApp('postgres', { url })];
}

const titles = async (app: TestApp): Promise<string[]> => (await app.events()).map(({ title }) => title);

/** Opens /api/live like a browser's EventSource; `heard` collects what arrives. */
async function listen(
  app: TestApp,
  query = '?watch=events,rsvps,users',
): Promise<{ heard: string[]; answer: IncomingMessage }> {
  if (!app.fastify.server.listening) await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.fastify.server.address() as AddressInfo;
  const request = get({ host: '127.0.0.1', port, path: `/api/live${query}` });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  onTestFinished(() => void request.destroy());
  const heard: string[] = [];
  answer.setEncoding('utf8').on('data', (chunk: string) => heard.push(chunk));
  return { heard, answer };
}

const rowsOf = (heard: readonly string[]): RowsMessage[] =>
  [...heard.join('').matchAll(/^event: rows\ndata: (.*)$/gm)].map(([, data = '']) => JSON.parse(data));

it('a write on one instance invalidates the other’s cache', async () => {
  const [one, other] = await two();
  expect([await titles(one), await titles(other)]).toEqual([[], []]);
  const admin = await one.admin();
  for (const title of ['First', 'Second', 'Third']) {
    await admin.send('POST /api/events', anEvent({ title }));
    expect(await titles(one)).toContain(title);
    await vi.waitFor(async () => expect(await titles(other)).toContain(title), { timeout: 5000, interval: 10 });
  }
});

it('a write on one instance changes the festival’s facts on both', async () => {
  const [one, other] = await two();
  const name = async (app: TestApp) => (await app.browser().send('GET /api/festival')).json().name;
  const before = [await name(one), await name(other)];
  expect(before[0]).toBe(before[1]);
  const screen = await listen(other, '?watch=festival');
  const admin = await one.admin();
  const { facts } = (await admin.send('GET /api/admin/festival')).json();
  await admin.send('PUT /api/admin/festival', { facts: { ...facts, name: 'Winter Games' }, expectedRevision: 0 });
  expect(await name(one)).toBe('Winter Games');
  await vi.waitFor(async () => expect(await name(other)).toBe('Winter Games'), { timeout: 5000, interval: 10 });
  await vi.waitFor(() => expect(screen.heard.join('')).toContain('event: touched'), { timeout: 5000 });
});

it('a write on one instance is announced to screens of both', async () => {
  const [one, other] = await two();
  const screens = [await listen(one), await listen(other)];
  const admin = await one.admin();
  await admin.send('POST /api/events', anEvent());
  for (const { heard } of screens) {
    await vi.waitFor(
      () => expect(rowsOf(heard)).toMatchObject([{ topic: 'events', rows: [{ title: 'Catan Open' }] }]),
      {
        timeout: 5000,
        interval: 10,
      },
    );
  }
});

it('a write on one instance lets an organiser who unlocked on one instance lock on the other', async () => {
  const [one, other] = await two();
  const admin = await one.admin();
  const there = other.browser();
  for (const [name, value] of admin.cookies) there.cookies.set(name, value);
  expect((await there.send('GET /api/admin/session')).json()).toEqual({ admin: true });
  await there.send('POST /api/admin/logout');
  expect((await admin.send('GET /api/admin/session')).json()).toEqual({ admin: false });
});

describe('/api/live', () => {
  const shared = sharedApp();

  it('is an uncached event stream, and begins with the reconnect time', async () => {
    const { heard, answer } = await listen(shared());
    expect([answer.statusCode, answer.headers]).toEqual([
      200,
      expect.objectContaining({
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      }),
    ]);
    await vi.waitFor(() =>
      expect(heard.join('')).toMatch(
        /^retry: 3000\n\nid: \d+\nevent: hello\ndata: {"watching":\["events","rsvps","users"\]}\n\n$/,
      ),
    );
  });

  it('watches the topics of every screen, but no other visitor’s', async () => {
    const topics = ['qr-code', 'top scores', 'matches:cup_1-a', 'mine:somebody', 'mine', 'Events', '', 'rsvps'];
    const { heard } = await listen(shared(), `?watch=${encodeURIComponent(topics.join(','))}`);
    const watched = JSON.stringify({ watching: ['qr-code', 'top scores', 'matches:cup_1-a', 'rsvps'] });
    await vi.waitFor(() => expect(heard.join('')).toContain(watched));
  });

  it('has no HEAD, after which its messages would be taken for another response', async () => {
    expect((await shared().browser().send('HEAD /api/live')).statusCode).toBe(404);
  });

  it('announces successful writes, not refused ones', async () => {
    const app = await testApp();
    const { heard } = await listen(app);
    await app.browser().send('POST /api/events', anEvent());
    await app.browser().send('POST /api/users', { name: '' });
    const made = await app.browser().send('POST /api/users', { name: 'Alex' });
    expect(made.headers['x-touches']).toBe('users');
    await vi.waitFor(() =>
      expect(rowsOf(heard)).toMatchObject([{ topic: 'users', rows: [{ name: 'Alex', from: 0 }] }]),
    );
    expect(heard.join('')).not.toContain('touched');
  });

  it('batches a rush into one message a second', async () => {
    const app = await testApp();
    const { heard } = await listen(app);
    const admin = await app.admin();
    const { id } = (await admin.send('POST /api/events', anEvent())).json<{ id: string }>();
    await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        app.browser().send('POST /api/rsvps', { eventId: id, playerName: `Player ${index}` }),
      ),
    );
    const seats = () =>
      rowsOf(heard)
        .flatMap(({ rows }) => rows as unknown as Partial<FestivalEvent>[])
        .at(-1);
    await vi.waitFor(() => expect(seats()).toMatchObject({ id, currentRegistrations: 16 }), { timeout: 5000 });
    // Seventeen writes: the event at once, its seats together a second later (or two, on a slow machine).
    expect(rowsOf(heard).length).toBeLessThan(5);
    expect(Object.keys(seats() ?? {}).sort()).toEqual(['checksum', 'currentRegistrations', 'from', 'id', 'revision']);
  });

  it('ends when the server stops', async () => {
    const app = await testApp();
    const { answer } = await listen(app);
    const ended = once(answer, 'close');
    await app.stop();
    await ended;
  });
});
