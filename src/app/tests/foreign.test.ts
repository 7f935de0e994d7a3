import { describe, expect, it } from 'vitest';
import { ADDITIONS } from '#testing/additions.ts';
import { type Browser, seen, sharedApp, type TestApp, testApp } from '#testing/app.ts';
import { enterScore, generateBracket } from '#testing/calls.ts';
import { ORGANISER } from '#testing/context.ts';
import { everyRow } from '#testing/database.ts';
import { aTournament } from '#testing/tournament.ts';

describe('a write from another site', () => {
  const shared = sharedApp();
  const foreign = { status: 403, body: { code: 'CROSS_SITE', message: 'This request came from another site.' } };
  const OWN = 'http://festival.test';

  // caller.test.ts has the table of origins.
  it.each([
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['a browser that says so', { 'sec-fetch-site': 'cross-site' }],
  ])('is refused on every call: %s', async (_, headers) => {
    const admin = await shared().admin();
    const id = await shared().event();
    const before = await everyRow(shared().context.db);
    const writes = shared().endpoints.filter(({ route }) => !route.startsWith('GET'));
    expect(writes.length).toBeGreaterThan(6);
    for (const { route, body } of writes) {
      const answer = await admin.send(route.replace('{id}', id), body === undefined ? undefined : {}, headers);
      expect([route, seen(answer)]).toEqual([route, foreign]);
      expect(answer.cookies).toEqual([]);
    }
    expect(await everyRow(shared().context.db)).toEqual(before);
  });

  it('control: would succeed on every call with the cookies without the guard', async () => {
    const app = await testApp();
    // Hides the origin from the guard.
    app.fastify.addHook('onRequest', async ({ headers }) => {
      delete headers.origin;
      delete headers['sec-fetch-site'];
    });
    const admin = await app.admin();
    const id = await app.event();
    const foreignHeaders = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const answer = await admin.send(`DELETE /api/events/${id}`, undefined, foreignHeaders);
    expect(answer.statusCode).toBe(204);
    expect((await admin.send('GET /api/events')).json()).toEqual([]);
  });

  it('is compared with PUBLIC_URL where that is set', async () => {
    const app = await testApp('sqlite', { settings: { publicUrl: 'https://fest.example', trustProxy: false } });
    const send = (name: string, origin: string) => app.browser().send('POST /api/users', { name }, { origin });
    expect((await send('Alex', 'https://fest.example')).statusCode).toBe(201);
    expect(seen(await send('Robin', 'https://evil.example'))).toEqual(foreign);
    const message = 'This page is open at another address. Open https://fest.example and try it there.';
    expect(seen(await send('Robin', OWN))).toEqual({ status: 403, body: { code: 'OTHER_ADDRESS', message } });
    expect((await app.browser().send('GET /api/users')).json()).toHaveLength(1);
  });

  it.each([
    ['the address when it is ours', { origin: OWN }, OWN],
    [
      'no address that a stranger invents',
      { origin: 'https://moved.evil.example', 'sec-fetch-site': 'same-origin' },
      'another address',
    ],
  ])('is mentioned under Needs attention when it comes often, with %s', async (_, headers, named) => {
    const app = await testApp('sqlite', { settings: { publicUrl: 'https://fest.example', trustProxy: false } });
    for (let count = 0; count < 5; count += 1) {
      await app.browser().send('POST /api/users', { name: 'Alex' }, headers);
      await app.browser().send('POST /api/users', { name: 'Alex' }, { origin: 'https://evil.example' });
    }
    const answer = await (await app.admin()).send('GET /api/admin/attention');
    const [warning] = answer.json<{ id: string; text: string }[]>().filter(({ id }) => id === 'address');
    const words = '5 changes were refused within an hour because their pages were open at';
    expect(warning?.text).toContain(`${words} ${named}.`);
  });

  it('may still read, but gets no CORS headers', async () => {
    const answer = await shared().browser().send('GET /api/events', undefined, { origin: 'https://evil.example' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });
});

/** Returns the calls that changed a row when an organiser with a device made them by GET and by HEAD. */
async function writesByReading(app: TestApp, organiser: Browser, calls: readonly string[]): Promise<string[]> {
  const writes: string[] = [];
  const rows = async () => JSON.stringify(await everyRow(app.context.db));
  let before = await rows();
  for (const asked of calls.flatMap((call) => [call, call.replace('GET', 'HEAD')])) {
    expect((await organiser.send(asked)).statusCode, asked).not.toBe(500);
    const after = await rows();
    if (after !== before) writes.push(asked);
    before = after;
  }
  return writes;
}

describe('a read', () => {
  /** Every GET endpoint, for each existing thing. */
  async function scene() {
    const app = await testApp();
    const organiser = await app.admin();
    const { id: event } = await aTournament(app.context, 2);
    const [match] = await generateBracket(app.context, ORGANISER, event, { randomSeed: false });
    await enterScore(app.context, ORGANISER, match?.id ?? '', { player1Score: 1, player2Score: 0 });
    const open = await app.event();
    for (const { call, body } of ADDITIONS) await organiser.send(call, body('Alex', open));
    const reads = app.endpoints.map(({ route }) => route).filter((route) => route.startsWith('GET '));
    const pages = ['/healthz', '/readyz', '/api/openapi.json', '/', '/privacy', '/admin?link=x'].map(
      (path) => `GET ${path}`,
    );
    const asked = [event, open].flatMap((id) =>
      reads.map((call) =>
        call
          .replace('{id}', id)
          .replace('{file}', '1-a.png')
          .replace(/(matches|leaderboard)$/, `$1?eventId=${id}`),
      ),
    );
    return { app, organiser, asked: [...new Set([...asked, ...pages])] };
  }

  it('writes nothing when a foreign site links to any address', async () => {
    const { app, organiser, asked } = await scene();
    expect(asked.length).toBeGreaterThan(25);
    for (const { route, touches } of app.endpoints) {
      if (route.startsWith('GET ')) expect([route, touches]).toEqual([route, []]);
    }
    expect(await writesByReading(app, organiser, asked)).toEqual([]);
  });

  it('control: a GET that writes is detected', async () => {
    const { app, organiser } = await scene();
    const lured = await testApp();
    lured.fastify.get('/api/lure', async () => {
      await lured.event();
      return {};
    });
    expect(await writesByReading(lured, lured.browser(), ['GET /api/lure', 'GET /api/events'])).toEqual([
      'GET /api/lure',
      'HEAD /api/lure',
    ]);
    expect(await writesByReading(app, organiser, ['GET /api/events'])).toEqual([]);
  });
});
