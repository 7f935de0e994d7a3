/** After each write of each contract, a screen that only follows the live stream shows what the database holds. */
import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { markSample } from '#features/archive/store.ts';
import { listChangedMatches, listLeaderboard } from '#features/brackets/commands/reads.ts';
import { listEvents } from '#features/events/store.ts';
import { listUsers } from '#features/people/users/store/users.ts';
import type { Endpoint } from '#platform/contract.ts';
import { type LiveRow, MINE, withChanges } from '#platform/live.ts';
import { type Browser, testApp } from '#testing/app.ts';
import { declaredEndpoints } from '#testing/contracts.ts';
import { requestFor, setScene } from '#testing/one-of-each.ts';
import { openStream } from '#testing/open-stream.ts';
import { aTournament, deskAt } from '#testing/tournament.ts';

const LONG = 120_000;
/** A flush takes up to a second, so several apps wait at once. */
const TOGETHER = 40;
const writes = (await declaredEndpoints()).filter(({ route }) => !route.startsWith('GET'));

/** The lists of one screen by topic, and the call that reads each. */
type Screen = { readonly lists: Map<string, unknown>; readonly calls: Readonly<Record<string, string>> };

const byId = (list: unknown): unknown =>
  Array.isArray(list) ? list.toSorted((one: LiveRow, other: LiveRow) => (one.id < other.id ? -1 : 1)) : list;

async function read(screen: Screen, browser: Browser, topic: string): Promise<void> {
  const answer = await browser.send(screen.calls[topic] ?? '');
  screen.lists.set(topic, byId(answer.statusCode === 200 ? answer.json() : []));
}

/** Takes in the messages as the browser does. */
async function follow(screen: Screen, browser: Browser, text: string): Promise<void> {
  for (const [, event, data = ''] of text.matchAll(/^event: (rows|touched)\ndata: (.*)$/gm)) {
    const message = JSON.parse(data);
    if (!screen.lists.has(message.topic)) continue;
    const list = screen.lists.get(message.topic) as LiveRow[];
    if (event === 'touched') await read(screen, browser, message.topic);
    else screen.lists.set(message.topic, byId(withChanges(list, message) ?? 'does not fit'));
  }
}

const CALLERS = { admin: 'admin', owner: 'owner', visitor: 'owner', anyone: 'visitor' } as const;

/** Without the revision of a standing, which screens do not use. */
const comparable = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, one) => (one?.rank === undefined ? one : { ...one, revision: 0 }));

/** Makes one call while a place's owner and another visitor have screens open. Returns what they show, and should. */
async function screensAfter(endpoint: Endpoint): Promise<{ shown: unknown; stored: unknown }> {
  const app = await testApp();
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const { db } = app.context;
  const admin = await app.admin();
  const { askers, things } = await setScene(app, { admin, expired: admin }, endpoint);
  const [call, body] = requestFor(app, endpoint, { askers, things }, 'there');
  if (call.endsWith('/imports/festival')) {
    await markSample(db);
    await admin.send('DELETE /api/admin/sample');
  }
  const event = things.events ?? '';
  const calls: Record<string, string> = {
    events: 'GET /api/events',
    users: 'GET /api/users',
    [`matches:${event}`]: `GET /api/matches?eventId=${event}`,
    [`leaderboard:${event}`]: `GET /api/leaderboard?eventId=${event}`,
    [MINE]: 'GET /api/rsvps/my',
  };
  const openScreen = async (browser: Browser) => {
    const screen: Screen = { lists: new Map(), calls };
    const heard = await openStream(app, browser, Object.keys(calls));
    // What made the scene must not be heard after the call.
    await heard();
    for (const topic of Object.keys(calls)) await read(screen, browser, topic);
    return { screen, browser, heard };
  };
  const screens = await Promise.all([openScreen(askers.owner), openScreen(askers.visitor)]);
  await askers[CALLERS[endpoint.who]].send(call, body);
  for (const { screen, browser, heard } of screens) await follow(screen, browser, await heard());
  // Past the caches.
  const stored = {
    events: byId(await listEvents(db)),
    users: byId(await listUsers(db)),
    [`matches:${event}`]: byId(await listChangedMatches(db, event, null)),
    [`leaderboard:${event}`]: byId((await listLeaderboard(db, event)) ?? []),
  };
  return {
    shown: screens.map(({ screen }) => Object.fromEntries(screen.lists)),
    stored: await Promise.all(
      screens.map(async ({ browser }) => ({
        ...stored,
        [MINE]: byId((await browser.send('GET /api/rsvps/my')).json()),
      })),
    ),
  };
}

it('shows what is stored after each write of each contract', { timeout: LONG }, async () => {
  const wrong: string[] = [];
  for (let first = 0; first < writes.length; first += TOGETHER) {
    const some = writes.slice(first, first + TOGETHER);
    const results = await Promise.all(some.map(screensAfter));
    for (const [index, { shown, stored }] of results.entries())
      if (!isDeepStrictEqual(comparable(shown), comparable(stored))) wrong.push(some[index]?.route ?? '');
  }
  expect(wrong).toEqual([]);
});

it('shows at once that bracket and leaderboard are gone with a deleted event, and back with its undo', async () => {
  const app = await testApp();
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const { id } = await aTournament(app.context, 4);
  const [admin, phone] = [await app.admin(), app.browser()];
  const desk = deskAt(app, admin, id);
  await desk.draw();
  await desk.score('W1-1', 2, 1);
  const calls = {
    [`matches:${id}`]: `GET /api/matches?eventId=${id}`,
    [`leaderboard:${id}`]: `GET /api/leaderboard?eventId=${id}`,
  };
  const screen: Screen = { lists: new Map(), calls };
  for (const topic of Object.keys(calls)) await read(screen, phone, topic);
  const shown = () => [...screen.lists.values()];
  const before = shown();
  expect(before.map((list) => (list as unknown[]).length)).toEqual([3, 4]);
  const after = async (call: string) => {
    const heard = await openStream(app, phone, Object.keys(calls));
    await heard();
    await admin.send(call);
    await follow(screen, phone, await heard());
    return shown();
  };
  expect(await after(`DELETE /api/events/${id}`)).toEqual([[], []]);
  expect(await after(`POST /api/events/${id}/restore`)).toEqual(before);
});

it('takes the reset of a grand final off every screen when a correction, a clearing or an undo ends it', async () => {
  const app = await testApp();
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const { id } = await aTournament(app.context, 4, { tournamentType: 'double-elimination' });
  const [admin, phone] = [await app.admin(), app.browser()];
  const desk = deskAt(app, admin, id);
  await desk.draw();
  for (const match of ['W1-1', 'W1-2', 'W2-1', 'L1-1', 'L2-1']) await desk.score(match, 2, 1);
  const topic = `matches:${id}`;
  const screen: Screen = { lists: new Map(), calls: { [topic]: `GET /api/matches?eventId=${id}` } };
  const isResetShown = () => (screen.lists.get(topic) as LiveRow[]).some((match) => match.id === desk.match('GR'));
  for (const end of [() => desk.score('GF', 2, 1), () => desk.clear('GF'), () => desk.undo()]) {
    await desk.score('GF', 1, 2);
    await read(screen, phone, topic);
    const heard = await openStream(app, phone, [topic]);
    await heard();
    expect(isResetShown()).toBe(true);
    expect(await end()).toMatchObject({ status: 200 });
    await follow(screen, phone, await heard());
    expect(isResetShown()).toBe(false);
  }
});
