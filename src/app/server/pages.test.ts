/** Pages through the real app and the real renderer; only the build's files are missing. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { eventHead, pageAt, renderPage } from '#app/web/server.tsx';
import { type TestApp, testApp } from '#testing/app.ts';
import { aGame, anEvent } from '#testing/factories.ts';
import type { Built } from './built.ts';

/** `renders` collects the rendered addresses. */
async function appWithPages(renders: string[] = []): Promise<TestApp> {
  const webRoot = mkdtempSync(join(tmpdir(), 'boardwalk-web-'));
  onTestFinished(() => rmSync(webRoot, { recursive: true, force: true }));
  const files = { webRoot, script: '/entry.js', preloads: [], style: '', early: '', styleHash: '', earlyHash: '' };
  const counted: typeof renderPage = (url, state) => {
    renders.push(url);
    return renderPage(url, state);
  };
  return testApp('sqlite', { built: { ...files, pageAt, eventHead, renderPage: counted } as Built });
}

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
  expect(JSON.parse(state).lists.events).toMatchObject([{ title }]);
});

it.each([
  ['/', 'POST /api/events', anEvent({ title: 'Newcomer' })],
  ['/inventory', 'POST /api/inventory', aGame({ name: 'Newcomer' })],
  ['/scoreboard', 'POST /api/users', { name: 'Newcomer' }],
])('renders %s again after %s', async (path, call, body) => {
  const app = await appWithPages();
  const admin = await app.admin();
  expect(await stateOf(app, path)).not.toContain('Newcomer');
  const added = await admin.send(call, body, { 'idempotency-key': randomUUID() });
  expect(added.statusCode).toBe(201);
  expect(await stateOf(app, path)).toContain('Newcomer');
});

it('renders the first sixty games of a longer inventory, and the number of all', async () => {
  const app = await appWithPages();
  const { db } = app.context;
  const { id } = (await (await app.admin()).send('POST /api/inventory', aGame({ name: 'Game 00' }))).json<{
    id: string;
  }>();
  const first = await db.selectFrom('inventory_games').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const more = Array.from({ length: 70 }, (_, index) => ({
    ...first,
    id: `more-${index}`,
    name_key: `game ${index + 10}`,
  }));
  await db.insertInto('inventory_games').values(more).execute();
  const { firstGames } = JSON.parse(await stateOf(app, '/inventory')).lists;
  expect([firstGames.games.length, firstGames.games[0].id, firstGames.count]).toEqual([60, id, 71]);
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
