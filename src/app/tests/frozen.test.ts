/**
 * While the standings are frozen, nothing that anybody may read depends on points that are given: everything is read before and
 * after, by everybody, and compared. The control does the same without a freeze, and must find it everywhere.
 */
import { expect, it } from 'vitest';
import { SLICES } from '#app/server/slices.ts';
import { screens } from '#app/web/screens.ts';
import type { PointEntry } from '#features/points/contract.ts';
import type { Endpoint } from '#platform/contract.ts';
import { MINE, POSITION_HEADER } from '#platform/live.ts';
import type { Browser, TestApp } from '#testing/app.ts';
import { appWithPages } from '#testing/app-with-pages.ts';
import { declaredEndpoints } from '#testing/contracts.ts';
import { openStream } from '#testing/open-stream.ts';
import { subscribe, toldNow } from '#testing/subscriptions.ts';
import { addPlayer, aTournament } from '#testing/tournament.ts';

const LONG = 120_000;
const endpoints = await declaredEndpoints();
const KEY = { 'idempotency-key': 'f7a8a0a5-5d4e-4a0b-9a55-1d2c3b4a5f61' };
const NAMES = ['Rosa', 'Gus', 'Kim', 'Noor'];

type Scene = {
  readonly app: TestApp;
  readonly admin: Browser;
  readonly callers: Readonly<Record<'stranger' | 'visitor' | 'owner', Browser>>;
  readonly users: readonly string[];
  readonly events: readonly string[];
  readonly first: string;
  /** Of the owner's first account: one that waits, and one whose points the freeze takes back. */
  readonly claims: readonly string[];
  /** Completed, and its points taken back, so that they can be given again. */
  readonly cup: string;
  /** Of the owner's calendar. */
  readonly token: string;
};

const idOf = (answer: { json<T>(): T }): string => answer.json<{ id: string }>().id;

/** Four accounts with 40, 30, 20 and 10 points, the first two on the owner's phone, who play in two tournaments. */
async function setScene(isFrozen: boolean): Promise<Scene> {
  const app = await appWithPages();
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const admin = await app.admin();
  const callers = { stranger: app.browser(), visitor: app.browser(), owner: app.browser() };
  const users: string[] = [];
  for (const [index, name] of NAMES.entries()) {
    const headers = index === 0 ? KEY : {};
    users.push(idOf(await (index < 2 ? callers.owner : callers.visitor).send('POST /api/users', { name }, headers)));
  }
  const given: string[] = [];
  for (const [index, id] of users.entries()) given.push(idOf(await give(admin, id, 40 - index * 10)));
  const events: string[] = [];
  for (let count = 0; count < 2; count += 1) {
    const { id } = await aTournament(app.context, 0);
    for (const name of NAMES) await addPlayer(app.context, id, name);
    events.push(id);
  }
  await admin.send(`POST /api/events/${events[0]}/generate-bracket`, { randomSeed: false });
  const claims: string[] = [];
  for (const missionId of ['find-a-dragon-meeple', 'win-a-thumb-war-best-of-three'])
    claims.push(idOf(await callers.owner.send('POST /api/claims', { userId: users[0], missionId })));
  await admin.send(`POST /api/claims/${claims[1]}/approve`);
  const cup = await completedCup(app, admin, callers.owner);
  events.push(cup);
  if (isFrozen) {
    app.clock.pass(1000);
    await admin.send('PUT /api/standings/freeze', { frozen: true });
  }
  const { address } = (await callers.owner.send('GET /api/calendar/subscription')).json<{ address: string }>();
  const token = /([\w-]+)\.ics$/.exec(address)?.[1] ?? '';
  return { app, admin, callers, users, events, first: given[0] ?? '', claims, cup, token };
}

/** Returns an event whose points were given to the owner's accounts and taken back. */
async function completedCup(app: TestApp, admin: Browser, owner: Browser): Promise<string> {
  const eventId = await app.event({ title: 'Catan Cup', points: { places: [1], takingPart: 6_543 } });
  for (const playerName of NAMES.slice(0, 2)) {
    const place = await owner.send('POST /api/rsvps', { eventId, playerName, isFriend: true });
    await admin.send(`PUT /api/rsvps/${idOf(place)}/check-in`);
  }
  for (const status of ['in-progress', 'completed'])
    await admin.send(`PATCH /api/events/${eventId}/status`, { status });
  const { db } = app.context;
  const entries = await db.selectFrom('point_entries').select('id').where('event_id', '=', eventId).execute();
  for (const { id } of entries) await admin.send(`DELETE /api/points/${id}`);
  return eventId;
}

const give = (admin: Browser, id: string, points: number) =>
  admin.send(`POST /api/users/${id}/points`, { points, reason: 'Won' });

/** Every way in which organisers change scores: the last becomes the first. */
async function changeScores({ admin, users, first, claims, cup }: Scene): Promise<void> {
  for (const [index, id] of users.entries()) await give(admin, id, 7_001 * (index + 1));
  await admin.send(`PATCH /api/users/${users[2]}/score`, { score: 8_123 });
  const updates = [{ name: 'Noor', score: 9_321 }];
  await admin.send('POST /api/users/bulk-scores', { updates, fileName: 'sunday.csv', fileType: 'csv' });
  await admin.send(`DELETE /api/points/${first}`);
  const wrong = { updates: [{ name: 'Gus', score: 9_432 }], fileName: 'wrong.csv', fileType: 'csv' };
  await admin.send('POST /api/users/bulk-scores', wrong);
  const [upload] = (await admin.send('GET /api/bulk-uploads')).json<{ id: string }[]>();
  const answers = [
    await admin.send(`POST /api/claims/${claims[0]}/approve`, { points: 8_765 }),
    await admin.send(`POST /api/claims/${claims[1]}/undo`),
    await admin.send(`POST /api/claims/${claims[1]}/approve`, { points: 7_654 }),
    await admin.send(`POST /api/events/${cup}/points`),
    await admin.send(`POST /api/bulk-uploads/${upload?.id}/undo`),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
  expect(answers[3]?.json()).toMatchObject({ people: [{ given: 6_543 }, { given: 6_543 }] });
}

/** The addresses of a read, with every id that leads to something. */
function addressesOf({ route, query }: Endpoint, { users, events, token }: Scene): string[] {
  const path = route.slice(4);
  const ids = path.includes('{token}') ? [token] : [...users, ...events];
  const filled = path.includes('{') ? ids.map((id) => path.replace(/\{\w+\}/, id)) : [path];
  return filled.flatMap((one) =>
    query === undefined ? [one] : [one, ...events.map((id) => `${one}?eventId=${id}`), `${one}?q=Rosa`],
  );
}

/** Reads everything as everybody who is not an organiser. Returns each answer as text, by caller and address. */
async function readAll(scene: Scene): Promise<Map<string, string>> {
  const { callers, events } = scene;
  const read = new Map<string, string>();
  const calls = endpoints.filter(({ route, who }) => route.startsWith('GET') && who !== 'admin');
  const plain = [
    ...screens.map(({ path }) => path),
    ...events.flatMap((id) => [`/?event=${id}`, `/display?event=${id}`, `/pictures/events/${id}.png`]),
    ...[
      '/pictures/festival.png',
      '/pictures/winners.png',
      '/manifest.webmanifest',
      '/api/openapi.json',
      '/no-such-page',
    ],
  ];
  const addresses = [...new Set([...calls.flatMap((endpoint) => addressesOf(endpoint, scene)), ...plain])];
  for (const [caller, browser] of Object.entries(callers)) {
    for (const address of addresses) {
      const { statusCode, headers, body } = await browser.send(`GET ${address}`);
      // The position is the time, and My schedule is drawn for each request.
      const isPosition = (name: string) => name === POSITION_HEADER || name === 'date';
      const shown = Object.entries(headers).filter(([name]) => !isPosition(name));
      const isOwnPage = caller !== 'stranger' && address === '/schedule';
      const text = isOwnPage ? body.replace(/"position":\d+/, '') : body;
      const said = isOwnPage ? shown.filter(([name]) => name !== 'etag') : shown;
      read.set(`${caller} ${address}`, JSON.stringify([statusCode, said, text]));
    }
  }
  // The first request of a registration that is repeated.
  const repeated = await callers.owner.send('POST /api/users', { name: NAMES[0] }, KEY);
  read.set('owner POST /api/users', repeated.body);
  return read;
}

/** Returns what differs between before and after: addresses without ids, streams, and the order in which a bracket is drawn. */
async function findLeaks(isFrozen: boolean): Promise<string[]> {
  const scene = await setScene(isFrozen);
  const { admin, callers, users, events, app } = scene;
  const { db } = app.context;
  for (const { id } of await db.selectFrom('devices').select('id').execute()) await subscribe(db, id);
  const sources = SLICES.flatMap(({ live = [] }) => live.map(({ topic }) => topic));
  const touched = endpoints.flatMap(({ touches }) => touches);
  const topics = [...new Set([...sources, ...touched, 'staff', 'outbox', ...users.map((id) => `points:${id}`)])];
  const streams = await Promise.all(
    [callers.stranger, callers.visitor].flatMap((browser) =>
      [topics.slice(0, 28), topics.slice(28)].map((part) => openStream(app, browser, part)),
    ),
  );
  await Promise.all(streams.map((heard) => heard()));
  const before = await readAll(scene);
  await changeScores(scene);
  const after = await readAll(scene);
  const leaks = new Set<string>();
  for (const [address, text] of before) {
    const plain = [...users, ...events].reduce((path, id) => path.replace(id, 'ID'), address);
    if (after.get(address) !== text) leaks.add(plain);
  }
  for (const text of await Promise.all(streams.map((heard) => heard())))
    for (const [, topic = ''] of text.matchAll(/^data: \{"topic":"(?!barrier)([^"]+)"/gm)) leaks.add(`stream ${topic}`);
  const drawnOrder = async (id: string | undefined): Promise<string> => {
    const matches = (await callers.stranger.send(`GET /api/matches?eventId=${id}`)).json<Drawn[]>();
    return matches.map(({ player1, player2 }) => `${player1?.name}-${player2?.name}`).join();
  };
  await admin.send(`POST /api/events/${events[1]}/generate-bracket`, { randomSeed: false });
  if ((await drawnOrder(events[0])) !== (await drawnOrder(events[1]))) leaks.add('bracket drawn by score');
  return [...leaks].toSorted();
}

type Drawn = { readonly player1: { readonly name: string } | null; readonly player2: { readonly name: string } | null };

/** The owner of an account may know that there are new entries and decisions, and nothing of their points. */
const OWN = ['owner /api/claims', 'owner /api/claims/my', 'owner /api/users/ID/points', 'visitor /api/users/ID/points'];

it(
  'shows nobody anything of points that are given in a freeze, except to owners that there are some',
  async () => {
    expect(await findLeaks(true)).toEqual(OWN);
  },
  LONG,
);

it(
  'tells an owner neither points, nor a sum, nor what was taken back in a freeze, in push messages and claims either',
  async () => {
    const scene = await setScene(true);
    const { db } = scene.app.context;
    for (const { id } of await db.selectFrom('devices').select('id').execute()) await subscribe(db, id);
    const read = async (id = '') => (await scene.callers.owner.send(`GET /api/users/${id}/points`)).body;
    await changeScores(scene);
    const pushed = (await toldNow(scene.app.context)).map((said) => JSON.stringify(said));
    const bodies = pushed.filter((body) => body.includes('top-gun'));
    expect(bodies).toHaveLength(2);
    for (const path of ['claims', 'claims/my', 'names/my', 'notices/my', 'users/my']) {
      const { statusCode, body } = await scene.callers.owner.send(`GET /api/${path}`);
      expect([path, statusCode]).toEqual([path, 200]);
      bodies.push(body);
    }
    for (const body of bodies) expect(body).not.toMatch(/8,?765|7,?654|6,?543/);
    const texts = await Promise.all(scene.users.slice(0, 2).map(read));
    const [rosa] = texts.map((text) => JSON.parse(text) as PointEntry[]);
    const told = rosa?.map(({ points, reason, undoes, isUndone }) => [points, reason, undoes !== null, isUndone]);
    expect(told?.toSorted()).toEqual([
      [null, 'Correction', false, false],
      [null, 'Correction', false, false],
      [null, 'Find a dragon meeple', false, false],
      [null, 'Took part in Catan Cup', false, false],
      [null, 'Win a thumb war, best of three', false, false],
      [null, 'Won', false, false],
      [-6543, 'Undone: Took part in Catan Cup', true, false],
      [40, 'Won', false, false],
      [5, 'Win a thumb war, best of three', false, false],
      [6543, 'Took part in Catan Cup', false, true],
    ]);
    for (const text of texts) expect(text).not.toMatch(/"points":-?(?!40|30|5,|6543)\d|Corrected to|Undone: (?!Took)/);
  },
  LONG,
);

it(
  'control: finds them in lists, pages, streams and brackets when nothing is frozen',
  async () => {
    const found = await findLeaks(false);
    expect(found).toEqual(
      expect.arrayContaining([
        'bracket drawn by score',
        'owner POST /api/users',
        'stranger /api/users',
        'stranger /scoreboard',
        'stream users',
        ...OWN,
      ]),
    );
    expect(found).not.toContain('stream users:admin');
    expect(found).not.toContain(`stream ${MINE}`);
  },
  LONG,
);
