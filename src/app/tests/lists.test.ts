/** The cached public lists: the same response for everyone until a write touches them. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { FestivalEvent } from '#features/events/contract.ts';
import { LIMITS, type Limits } from '#platform/server/limits.ts';
import { type Browser, sharedApp, testApp } from '#testing/app.ts';
import { declaredEndpoints } from '#testing/contracts.ts';
import { freshUrl } from '#testing/database.ts';
import { anEvent } from '#testing/factories.ts';

const FOR_ALL = 'public, max-age=0, must-revalidate, s-maxage=1, stale-while-revalidate=1';
const LISTS = (await declaredEndpoints())
  .filter(({ query, cachedUntil, mediaType }) => cachedUntil && mediaType === undefined && query === undefined)
  .map(({ route }) => route.replace('{name}', 'arcade'))
  // Of one event, as with ?eventId=.
  .filter((call) => !call.includes('{id}'));

describe.each(LISTS)('%s', (list) => {
  const shared = sharedApp();
  beforeAll(async () => {
    const pages = [{ kind: 'messages', seconds: 15 }];
    await (await shared().admin()).send('PUT /api/screens/arcade', { pages });
  });

  it('is not sent again to a client that has it', async () => {
    const browser = shared().browser();
    const first = await browser.send(list);
    expect(first.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': FOR_ALL,
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
      vary: 'accept-encoding',
      'content-length': String(first.rawPayload.length),
    });
    const again = await browser.send(list, undefined, { 'if-none-match': `"other", W/${first.headers.etag}` });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', first.headers.etag]);
    const other = await browser.send(list, undefined, { 'if-none-match': '"another"' });
    expect([other.statusCode, other.body]).toEqual([200, first.body]);
  });

  // entry.test.ts has what browsers accept.
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['identity', undefined],
  ])('is compressed as the browser accepts: %s', async (accepted, encoding) => {
    const browser = shared().browser();
    await browser.send('POST /api/users', { name: 'Zoë 🎲' });
    const plain = await browser.send(list);
    for (let time = 0; time < 2; time += 1) {
      const answer = await browser.send(list, undefined, { 'accept-encoding': accepted });
      expect(answer.headers['content-encoding']).toBe(encoding);
      expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length));
      expect(answer.headers.etag).toBe(plain.headers.etag);
      const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''] ?? ((bytes: Buffer) => bytes);
      expect(unpack(answer.rawPayload).toString()).toBe(plain.body);
    }
  });
});

describe('a list that is served stale', () => {
  const stale = { limits: { staleMs: LIMITS.staleMs } satisfies Partial<Limits> };
  const titles = async (browser: Browser) =>
    (await browser.send('GET /api/events')).json<FestivalEvent[]>().map(({ title }) => title);

  it('has a visitor’s own write at once, and everybody’s after a second', async () => {
    const app = await testApp('sqlite', stale);
    const [admin, visitor] = [await app.admin(), app.browser()];
    expect(await titles(visitor)).toEqual([]);
    await admin.send('POST /api/events', anEvent({ title: 'First' }));
    const since = performance.now();
    expect(await titles(visitor)).toEqual([]);
    expect(await titles(admin)).toEqual(['First']);
    expect(await titles(visitor)).toEqual(['First']);
    await admin.send('POST /api/events', anEvent({ title: 'Second' }));
    await vi.waitFor(async () => expect(await titles(visitor)).toHaveLength(2), { interval: 20, timeout: 5000 });
    expect(performance.now() - since).toBeLessThan(2 * LIMITS.staleMs);
  });

  it('is private in answers to a visitor who just wrote, and no read sets the cookie', async () => {
    const app = await testApp('sqlite', stale);
    const writer = await app.admin();
    const wrote = await writer.send('POST /api/events', anEvent());
    expect(wrote.cookies).toMatchObject([
      { name: 'fest_wrote', maxAge: 3, path: '/', httpOnly: true, sameSite: 'Lax' },
    ]);
    const refused = await app.browser().send('POST /api/rsvps', { eventId: 'none', playerName: 'Alex' });
    expect([refused.statusCode, refused.cookies]).toEqual([404, []]);
    const control = async (browser: Browser, headers = {}) => {
      const answer = await browser.send('GET /api/events', undefined, headers);
      expect(answer.cookies).toEqual([]);
      return [answer.statusCode, answer.headers['cache-control'], String(answer.headers.etag)];
    };
    const [, , etag] = await control(writer);
    expect(await control(writer)).toEqual([200, 'private, no-cache', etag]);
    expect(await control(writer, { 'if-none-match': etag })).toEqual([304, 'private, no-cache', etag]);
    expect(await control(app.browser())).toEqual([200, FOR_ALL, etag]);
  });
});

it('a visitor who wrote on one instance reads the write on the other, whatever its clock says', async () => {
  const url = await freshUrl('postgres');
  const parts = { url, limits: { staleMs: LIMITS.staleMs } satisfies Partial<Limits> };
  const [one, other] = [await testApp('postgres', parts), await testApp('postgres', parts)];
  const [here, there] = [await one.admin(), other.browser()];
  for (let n = 1; n <= 5; n += 1) {
    await there.send('GET /api/events');
    await here.send('POST /api/events', anEvent());
    for (const [name, value] of here.cookies) there.cookies.set(name, value);
    const wrote = Number(here.cookies.get('fest_wrote'));
    there.cookies.set('fest_wrote', String(wrote - 4000));
    expect((await there.send('GET /api/events')).json()).toHaveLength(n);
  }
});

it('a list that is kept is never older than a write that returned', async () => {
  const app = await testApp();
  const [admin, visitor] = [await app.admin(), app.browser()];
  const events = async () => {
    const answer = await app.browser().send('GET /api/events', undefined, { 'accept-encoding': 'br' });
    return JSON.parse(brotliDecompressSync(answer.rawPayload).toString()) as FestivalEvent[];
  };
  const made = (await admin.send('POST /api/events', anEvent())).json<FestivalEvent>();
  expect(await events()).toEqual([made]);
  const { id } = (await visitor.send('POST /api/rsvps', { eventId: made.id, playerName: 'Alex' })).json<{
    id: string;
  }>();
  expect(await events()).toEqual([{ ...made, currentRegistrations: 1, revision: 2 }]);
  await visitor.send(`DELETE /api/rsvps/${id}`);
  expect(await events()).toEqual([{ ...made, revision: 3 }]);
  await admin.send(`PATCH /api/events/${made.id}`, { title: 'Renamed' });
  const renamed = { ...made, title: 'Renamed', editRevision: made.editRevision + 1, revision: 4 };
  expect(await events()).toEqual([renamed]);
  await admin.send(`PATCH /api/events/${made.id}/status`, { status: 'in-progress' });
  expect(await events()).toEqual([{ ...renamed, status: 'in-progress', revision: 5 }]);
  await admin.send(`DELETE /api/events/${made.id}`);
  expect(await events()).toEqual([]);
});

it('a list that is kept is right for every reader during many concurrent reads and writes', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const { id } = (await admin.send('POST /api/events', anEvent({ capacity: 100 }))).json<FestivalEvent>();
  const read = async () => {
    const [event] = await app.events();
    return event?.currentRegistrations ?? 0;
  };
  let written = 0;
  await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      await app.browser().send('POST /api/rsvps', { eventId: id, playerName: `Player ${index}` });
      written += 1;
      const atLeast = written;
      expect(await read()).toBeGreaterThanOrEqual(atLeast);
    }),
  );
  expect(await read()).toBe(40);
});

it.each(['GET /api/rsvps/my', 'GET /api/admin/session'])('%s is not cached', async (call) => {
  const answer = await (await testApp()).browser().send(call);
  expect([answer.headers['cache-control'], answer.headers.etag]).toEqual(['no-store', undefined]);
});
