import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { movableClock } from '#platform/server/movable-clock.ts';
import { ADDITIONS } from '#testing/additions.ts';
import type { TestApp } from '#testing/app.ts';
import { appWithPages } from '#testing/app-with-pages.ts';
import { testClock } from '#testing/context.ts';
import { anEvent } from '#testing/factories.ts';

const STATE = /<script type="application\/json" id="state">(.*?)<\/script>/s;

async function stateOf(app: TestApp, path: string): Promise<string> {
  const { statusCode, body } = await app.browser().send(`GET ${path}`);
  expect(statusCode).toBe(200);
  return STATE.exec(body)?.[1] ?? '';
}

it('escapes every < in the page state', async () => {
  const app = await appWithPages();
  const title = '</script><script>alert(1)</script><!--';
  await (await app.admin()).send('POST /api/events', anEvent({ title }));
  const state = await stateOf(app, '/');
  expect(state).not.toContain('<');
  expect(JSON.parse(state).lists.firstEvents.events).toMatchObject([{ title }]);
});

it.each([
  ['/', 'POST /api/events', anEvent({ title: 'Newcomer' })] as const,
  ...ADDITIONS.flatMap(({ page, call, body }) =>
    page === undefined ? [] : [[page, call, body('Newcomer', '')] as const],
  ),
])('renders %s again after %s', async (path, call, body) => {
  const app = await appWithPages();
  const admin = await app.admin();
  expect(await stateOf(app, path)).not.toContain('Newcomer');
  const added = await admin.send(call, body, { 'idempotency-key': randomUUID() });
  expect(added.statusCode).toBe(201);
  expect(await stateOf(app, path)).toContain('Newcomer');
});

it('renders every page again after an edit of the festival, an event’s and a visitor’s own too', async () => {
  const app = await appWithPages();
  const admin = await app.admin();
  const id = await app.event();
  const phone = app.browser();
  await phone.send('POST /api/rsvps', { eventId: id, playerName: 'Alex' });
  const paths = ['/', `/?event=${id}`, `/display?event=${id}`, '/details', '/schedule', '/nowhere'];
  const read = () => Promise.all(paths.map(async (path) => (await phone.send(`GET ${path}`)).body));
  await read();
  const { facts } = (await admin.send('GET /api/admin/festival')).json();
  const name = 'Winter </script><b>Games';
  expect((await admin.send('PUT /api/admin/festival', { facts: { ...facts, name } })).statusCode).toBe(200);
  for (const html of await read()) {
    expect(html).toContain('property="og:site_name" content="Winter &lt;/script&gt;&lt;b&gt;Games"');
    expect(html).not.toContain(name);
  }
});

it('draws the band of a rehearsal on every page, above what the browser hydrates', async () => {
  const clock = movableClock(testClock().now);
  const app = await appWithPages([], { clock, now: clock.now });
  const paths = ['/', '/display', '/admin', '/check-in', '/schedule', '/nowhere'];
  const shown = () => Promise.all(paths.map(async (path) => (await app.browser().send(`GET ${path}`)).body));
  for (const body of await shown()) {
    expect(body).toMatch(
      /role="note">Rehearsal: the clock shows <strong.*>Friday, Nov 14, 12:00 PM<.*\n<div id="root">/,
    );
  }
  await (await app.admin()).send('PUT /api/rehearsal/clock', { to: '2025-11-15T00:00:00Z' });
  for (const moved of await shown()) {
    expect(moved).toContain('>Friday, Nov 14, 7:00 PM<');
    expect(moved).toContain('<meta name="rehearsal" content="25200000">');
    expect(JSON.parse(STATE.exec(moved)?.[1] ?? '').now).toBe('2025-11-15T00:00:00.000Z');
  }
});

it('draws no band without the setting', async () => {
  expect((await (await appWithPages()).browser().send('GET /')).body).not.toMatch(/rehearsal/i);
});

const invented = (count: number) =>
  Array.from({ length: count }, (_, index) => [
    `/?event=zz${index}`,
    `/?q=zz${index}`,
    `/?zz${index}=1`,
    `/display?event=zz${index}`,
    `/display?rotate=${index}`,
    `/zz${index}`,
  ]).flat();

it('renders one page for all invented ids, searches and paths', async () => {
  const renders: string[] = [];
  const app = await appWithPages(renders);
  await (await app.admin()).send('POST /api/events', anEvent());
  const answers = await Promise.all(invented(50).map((path) => app.browser().send(`GET ${path}`)));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(3);
  expect(renders.toSorted()).toEqual(['/', '/404', '/display']);
});

it('answers 304 for a page that the browser has, and 404 for none whatever it has', async () => {
  const app = await appWithPages([]);
  const again = async (path: string) => {
    const { statusCode, headers } = await app.browser().send(`GET ${path}`);
    const tag = { 'if-none-match': String(headers.etag) };
    return [statusCode, (await app.browser().send(`GET ${path}`, undefined, tag)).statusCode];
  };
  expect([await again('/'), await again('/nope')]).toEqual([
    [200, 304],
    [404, 404],
  ]);
});

it('sends an address that a chat app changed to its screen, and to no other site', async () => {
  const app = await appWithPages([]);
  const asked = async (path: string) => {
    const { statusCode, headers } = await app.browser().send(`GET ${path}`);
    return [statusCode, headers.location, headers['cache-control']];
  };
  expect(await asked('/join%23ABCD2345')).toEqual([302, '/join#ABCD2345', 'no-store']);
  expect(await asked('/Check-in%3Ftoken=a.')).toEqual([302, '/check-in?token=a', 'no-store']);
  expect((await asked('//evil.example/join'))[0]).toBe(404);
});

it('shows a page at an address with a broken escape', async () => {
  const app = await appWithPages([]);
  const asked = async (path: string) => {
    const { statusCode, headers } = await app.browser().send(`GET ${path}`);
    return [statusCode, headers.location ?? headers['content-type']];
  };
  const html = 'text/html; charset=utf-8';
  expect(await asked('/%zz?q=%')).toEqual([404, html]);
  expect(await asked('/nowhere%E0%A4%A')).toEqual([404, html]);
  expect(await asked('/rooms/%')).toEqual([200, html]);
  expect(await asked('/details%')).toEqual([302, '/details']);
  expect(await asked('/join%23AB%')).toEqual([302, '/join#AB']);
  expect((await asked('/api/%'))[0]).toBe(400);
});

it('gives an event’s page its own head, without rendering home again', async () => {
  const renders: string[] = [];
  const app = await appWithPages(renders);
  const title = 'Catan <Open> & "more"';
  const { id } = (await (await app.admin()).send('POST /api/events', anEvent({ title }))).json<{ id: string }>();
  const page = async (path: string) => (await app.browser().send(`GET ${path}`)).body;
  const [plain, ofEvent] = [await page('/'), await page(`/?event=${id}`)];
  expect(ofEvent).toContain('<title>Catan &lt;Open&gt; &amp; &quot;more&quot; · ');
  const rest = (html: string) => html.slice(html.indexOf('<meta name="theme-color"'));
  expect(rest(ofEvent)).toBe(rest(plain));
  expect(await page(`/display?event=${id}`)).toContain('Catan &lt;Open&gt; &amp; &quot;more&quot;</h1>');
  expect(renders).toEqual(['/', `/display?event=${id}`]);
  await (await app.admin()).send(`PATCH /api/events/${id}`, { title: 'Renamed' });
  expect(await page(`/?event=${id}`)).toContain('<title>Renamed · ');
});

it('keeps home cached however many events’ pages are requested', async () => {
  const renders: string[] = [];
  const app = await appWithPages(renders);
  const { id } = (await (await app.admin()).send('POST /api/events', anEvent())).json<{ id: string }>();
  const { db } = app.context;
  const event = await db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const more = Array.from({ length: 300 }, (_, index) => ({ ...event, id: `event-${index}` }));
  await db.insertInto('events').values(more).execute();
  for (const path of ['/', ...more.map((one) => `/?event=${one.id}`), '/']) await app.browser().send(`GET ${path}`);
  expect(renders).toEqual(['/']);
});

/** Adds so many events, every second one a day later, all of one type. */
async function addEvents(app: TestApp, count: number): Promise<void> {
  const { db } = app.context;
  const id = await app.event({ startTime: '2025-11-13T20:00:00.000Z' });
  const event = await db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const more = Array.from({ length: count - 1 }, (_, index) => ({
    ...event,
    id: `event-${index}`,
    start_time: index % 2 === 0 ? '2025-11-14T20:00:00.000Z' : event.start_time,
  }));
  await db.insertInto('events').values(more).execute();
}

const cardsIn = (body: string): number => body.split('<article').length - 1;

it('draws a part of a long programme, and has links to every day and to the rest', async () => {
  const app = await appWithPages();
  await addEvents(app, 120);
  const seenCards = new Set<string>();
  const { body: first } = await app.browser().send('GET /');
  expect(first).toContain('href="/?day=2025-11-14#events"');
  expect(cardsIn(first)).toBe(24);
  for (const day of ['2025-11-13', '2025-11-14']) {
    for (let next: string | undefined = `/?day=${day}`; next !== undefined; ) {
      const { body }: { body: string } = await app.browser().send(`GET ${next.replaceAll('&amp;', '&')}`);
      for (const [, id] of body.matchAll(/id="event-([\w-]+)"/g)) seenCards.add(id ?? '');
      next = /href="([^"#]*part=\d+)#events"/.exec(body)?.[1];
    }
  }
  expect(seenCards.size).toBe(120);
});

it('carries no more data of 600 events than of 60', async () => {
  const sizes: number[] = [];
  for (const count of [60, 600]) {
    const app = await appWithPages();
    await addEvents(app, count);
    sizes.push((await app.browser().send('GET /')).body.length);
  }
  const [few = 0, many = 0] = sizes;
  expect(Math.abs(many - few)).toBeLessThan(500);
});

it('shares the plain page with days and parts that the programme does not have', async () => {
  const renders: string[] = [];
  const app = await appWithPages(renders);
  await addEvents(app, 60);
  const plain = await app.browser().send('GET /');
  const invented = [
    '/?day=1999-01-01',
    '/?day=finished',
    '/?part=4',
    '/?day=2025-11-13&part=3',
    '/?part=9999',
    '/?day=x',
  ];
  for (const path of invented) expect((await app.browser().send(`GET ${path}`)).body).toBe(plain.body);
  expect(renders).toEqual(['/']);
  const { body } = await app.browser().send('GET /?day=2025-11-14&part=2');
  expect([cardsIn(body), renders]).toEqual([6, ['/', '/?day=2025-11-14&part=2']]);
});

/** A browser with a place in an event of its own. */
async function visitorOf(app: TestApp, playerName: string) {
  const browser = app.browser();
  const eventId = await app.event({ capacity: 4 });
  const taken = await browser.send('POST /api/rsvps', { eventId, playerName });
  expect(taken.statusCode).toBe(201);
  return browser;
}

it('renders the schedule of each known visitor, for nobody else', async () => {
  const app = await appWithPages();
  await addEvents(app, 40);
  const names = ['Quentin', 'Xanthe'];
  const visitors = await Promise.all(names.map((name) => visitorOf(app, name)));
  const forged = app.browser();
  forged.cookies.set('fest_id', 'x'.repeat(43));
  const everybody = [...visitors, app.browser(), forged];
  const asked = Array.from({ length: 40 }, (_, index) => index % everybody.length);
  const answers = await Promise.all(
    asked.map(async (who) => ({ who, answer: await everybody[who]?.send('GET /schedule') })),
  );
  for (const { who, answer } of answers) {
    const found = names.filter((name) => answer?.body.includes(name));
    expect([who, found]).toEqual([who, names.filter((_, index) => index === who)]);
    expect(answer?.headers['cache-control']).toBe(who < 2 ? 'private, no-store' : 'no-cache');
  }
  expect(answers[2]?.answer?.body).toBe(answers[3]?.answer?.body);
});

it('puts no visitor’s schedule into a cache', async () => {
  const app = await appWithPages();
  const visitor = await visitorOf(app, 'Quentin');
  const shared = () => app.browser().send('GET /schedule');
  const before = (await shared()).body;
  expect((await visitor.send('GET /schedule')).body).toContain('Quentin');
  expect((await shared()).body).toBe(before);
  await visitor.send('DELETE /api/visitor');
  expect((await visitor.send('GET /schedule')).body).not.toContain('Quentin');
});

it('renders a known visitor’s schedule after others got the kept one over the fast path', async () => {
  // The fast path is closed while every response is logged.
  const app = await appWithPages([], { logger: pino({ level: 'silent' }), limits: { staleMs: 1000 } });
  const visitor = await visitorOf(app, 'Quentin');
  const origin = await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const ask = async (path: string, cookie = '') => (await fetch(`${origin}${path}`, { headers: { cookie } })).text();
  const cookie = `fest_id=${visitor.cookies.get('fest_id')}`;
  for (let round = 0; round < 3; round += 1) {
    expect(await ask('/schedule')).not.toContain('Quentin');
    expect(await ask('/schedule', cookie)).toContain('Quentin');
  }
});

it('serves the worker’s script so that nothing keeps it', async () => {
  const { headers, body } = await (await appWithPages()).browser().send('GET /sw.js');
  expect([headers['cache-control'], headers['content-type'], body]).toEqual([
    'no-store',
    'text/javascript; charset=utf-8',
    'self.BUILD={};',
  ]);
  expect(headers['content-security-policy']).toContain("worker-src 'self'");
});

it('names its build in pages, by which they start the worker', async () => {
  const page = await (await appWithPages()).browser().send('GET /details');
  expect(page.body).toContain('<meta name="release" content="r1">');
});

it.each([
  ['https://xn--bcher-kva.example:8443', '<meta name="public-host" content="bücher.example:8443">'],
  ['https://games.example.org', undefined],
  [null, undefined],
])('names the host of PUBLIC_URL %s in letters where they differ', async (publicUrl, meta) => {
  const app = await appWithPages([], { settings: { publicUrl, trustProxy: false } });
  const { body } = await app.browser().send('GET /details');
  expect(/<meta name="public-host".*>/.exec(body)?.[0]).toBe(meta);
});

it('has the browser send a password of the proxy in front with the manifest too', async () => {
  const { body } = await (await appWithPages()).browser().send('GET /');
  expect(body).toMatch(/<link rel="manifest" href="[^"]+" crossorigin="use-credentials">/);
});
