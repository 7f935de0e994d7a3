import { expect, it } from 'vitest';
import type { EventAwards } from '#features/events/contract.ts';
import { type Browser, seen, type TestApp, testApp } from '#testing/app.ts';
import { type Account, complete, give, POINTS, placeOf, player, scores, started } from '#testing/event-points.ts';
import { problemsIn } from '#testing/soundness.ts';
import { deskAt } from '#testing/tournament.ts';
import type { PointEntry } from './contract.ts';

const NAMES = ['Rosa', 'Gus', 'Ana', 'Bo'] as const;

const undo = (admin: Browser, id: string) => admin.send(`POST /api/events/${id}/undo-completion`);
const awards = async (admin: Browser, id: string) =>
  (await admin.send(`GET /api/events/${id}/points`)).json<EventAwards>();
const told = async (admin: Browser, id: string) =>
  (await awards(admin, id)).people.map(({ name, reason, points, given }) => [name, reason, points, given]);
const entriesOf = async (browser: Browser, userId: string) =>
  (await browser.send(`GET /api/users/${userId}/points`)).json<PointEntry[]>();

const linesOf = async (admin: Browser, id: string) => (await awards(admin, id)).people;
const giveTo = (admin: Browser, id: string, placeId: string | null | undefined, userId: string) =>
  admin.send(`PUT /api/events/${id}/points`, { placeId, userId });

it('an account gets the points of a place under a name that is spelled nearly so, on its own phone alone', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const id = await started(app, admin);
  const phone = app.browser();
  const userId = (await phone.send('POST /api/users', { name: 'Zoë Blanc' })).json<{ id: string }>().id;
  await placeOf(phone, admin, id, 'Zoe Blanc');
  await player(app, admin, id, 'Gus');
  await placeOf(app.browser(), admin, id, 'gus-');
  expect((await linesOf(admin, id)).map((one) => [one.name, one.userId !== null])).toEqual([
    ['Zoe Blanc', true],
    ['Gus', true],
    ['gus-', false],
  ]);
  await complete(admin, id);
  expect(await entriesOf(phone, userId)).toMatchObject([{ points: 1, kind: 'event' }]);
});

it('a completion is not undone below a later correction, which it names', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const id = await started(app, admin);
  const phone = app.browser();
  const userId = (await phone.send('POST /api/users', { name: 'Rosa' })).json<{ id: string }>().id;
  await placeOf(phone, admin, id, 'Rosa');
  await complete(admin, id);
  expect((await admin.send(`PATCH /api/users/${userId}/score`, { score: 40 })).statusCode).toBe(200);
  const refused = await undo(admin, id);
  expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
    409,
    expect.stringContaining('Corrected to 40'),
  ]);
  expect(await scores(app)).toEqual({ Rosa: 40 });
});

it('points of an event are not given otherwise below a later correction, which is named with its person', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const id = await started(app, admin);
  const { userId } = await player(app, admin, id, 'Rosa');
  await player(app, admin, id, 'Gus');
  await complete(admin, id);
  await admin.send(`PATCH /api/users/${userId}/score`, { score: 40 });
  // Nothing differs yet.
  expect((await give(admin, id)).statusCode).toBe(200);
  await admin.send(`PATCH /api/events/${id}`, { points: { ...POINTS, takingPart: 3 } });
  expect(seen(await give(admin, id))).toMatchObject({
    status: 409,
    body: {
      code: 'CHANGED_MEANWHILE',
      message: expect.stringMatching(
        /^“Corrected to 40” by an organiser came later .* of .?Rosa.?\. Undo that first\.$/,
      ),
    },
  });
  expect(await scores(app)).toEqual({ Rosa: 40, Gus: 1 });
});

it('a draw seeds by the score of the account whose name is spelled nearly so', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const id = await started(app, admin, { tournamentType: 'single-elimination' });
  await player(app, admin, id, 'Gus');
  const phone = app.browser();
  const userId = (await phone.send('POST /api/users', { name: 'Zoë Blanc' })).json<{ id: string }>().id;
  await admin.send(`POST /api/users/${userId}/points`, { points: 9, reason: 'Won' });
  await placeOf(phone, admin, id, 'Zoe Blanc');
  const desk = deskAt(app, admin, id);
  await desk.draw();
  expect((await desk.findMatch('W1-1'))?.player1).toMatchObject({ name: 'Zoe Blanc', seed: 1 });
});

it('an organiser says whose a place is that gives its points to nobody, before and after the completion', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const id = await started(app, admin);
  const { userId: gus } = await player(app, admin, id, 'Gus');
  const place = await placeOf(app.browser(), admin, id, 'Nobody');
  const user = (await admin.send('POST /api/users', { name: 'Walk-in', asOrganiser: true })).json<{ id: string }>().id;
  expect((await linesOf(admin, id)).map((one) => [one.placeId, one.userId])).toEqual([
    [expect.any(String), gus],
    [place, null],
  ]);
  expect(seen(await giveTo(admin, id, place, gus))).toMatchObject({ status: 400, body: { field: 'userId' } });
  expect((await giveTo(admin, id, place, 'not-there')).statusCode).toBe(404);
  await complete(admin, id);
  const chosen = (await giveTo(admin, id, place, user)).json<EventAwards>();
  expect(chosen.people[1]).toMatchObject({ userId: user, chosen: 'Walk-in', points: 1, given: 0 });
  await give(admin, id);
  await give(admin, id);
  expect(await scores(app)).toEqual({ Gus: 1, 'Walk-in': 1 });
  const other = (await admin.send('POST /api/users', { name: 'Bo', asOrganiser: true })).json<{ id: string }>().id;
  // A wrong choice is changed and, before the points move, changed back.
  for (const account of [other, user, other]) expect((await giveTo(admin, id, place, account)).statusCode).toBe(200);
  await give(admin, id);
  expect(await scores(app)).toEqual({ Gus: 1, 'Walk-in': 0, Bo: 1 });
  await giveTo(admin, id, place, user);
  await give(admin, id);
  await undo(admin, id);
  expect(await scores(app)).toEqual({ Gus: 0, 'Walk-in': 0, Bo: 0 });
  expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
});

it('the account of a place that another event has, or that never was, is refused', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const [id, other] = [await started(app, admin), await started(app, admin, { title: 'Azul' })];
  const { userId } = await player(app, admin, id, 'Gus');
  for (const place of [await placeOf(app.browser(), admin, other, 'Rosa'), 'never-there'])
    expect(seen(await giveTo(admin, id, place, userId))).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND', message: expect.stringContaining('Catan Cup') },
    });
  expect(await app.context.db.selectFrom('place_accounts').selectAll().execute()).toEqual([]);
});

/** Four players with accounts; Rosa wins the final against Gus, who beat Bo; Ana lost to Rosa. */
async function aCup(app: TestApp, admin: Browser) {
  const id = await started(app, admin, { tournamentType: 'single-elimination' });
  const players = new Map<string, Account>();
  for (const name of NAMES) players.set(name, await player(app, admin, id, name));
  const desk = deskAt(app, admin, id);
  await desk.draw();
  const named = async (place: string) => {
    const match = await desk.findMatch(place);
    return [match?.player1?.name, match?.player2?.name];
  };
  const win = async (place: string, name: string) =>
    (await named(place))[0] === name ? desk.score(place, 2, 0) : desk.score(place, 0, 2);
  return { id, players, desk, win, named };
}

it('points of an event are given by the standings when it is completed, taken back by its undo, and given again', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const { id, players, win, named } = await aCup(app, admin);
  const [one, two] = [await named('W1-1'), await named('W1-2')];
  const [winner, second] = [one[0] ?? '', two[0] ?? ''];
  await win('W1-1', winner);
  await win('W1-2', second);
  await win('W2-1', winner);
  const losers = [one[1] ?? '', two[1] ?? ''].sort();
  const preview = (given: readonly number[]) => [
    [winner, '1st in Catan Cup', 11, given[0]],
    [second, '2nd in Catan Cup', 6, given[1]],
    ...losers.map((name) => [name, '3rd in Catan Cup', 4, given[2]]),
  ];
  const sorted = async () => {
    const [first, next, ...rest] = await told(admin, id);
    return [first, next, ...rest.sort()];
  };
  expect(await sorted()).toEqual(preview([0, 0, 0]));
  expect((await complete(admin, id)).statusCode).toBe(200);
  expect(await sorted()).toEqual(preview([11, 6, 4]));
  const all = { [winner]: 11, [second]: 6, [losers[0] ?? '']: 4, [losers[1] ?? '']: 4 };
  expect(await scores(app)).toEqual(all);
  const account = players.get(second);
  expect(await entriesOf(account?.phone ?? admin, account?.userId ?? '')).toMatchObject([
    { points: 6, kind: 'event', eventId: id, reason: '2nd in Catan Cup', isUndone: false },
  ]);
  await complete(admin, id);
  expect(seen(await give(admin, id))).toMatchObject({ status: 200 });
  expect([await scores(app), await problemsIn(app.context.db, 'sqlite')]).toEqual([all, []]);
  await undo(admin, id);
  expect(Object.values(await scores(app))).toEqual([0, 0, 0, 0]);
  await undo(admin, id);
  await complete(admin, id);
  expect(await scores(app)).toEqual(all);
  expect(await entriesOf(admin, account?.userId ?? '')).toHaveLength(3);
  expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
  const audit = (await admin.send('GET /api/admin/audit')).json<{ action: string }[]>();
  expect(audit.filter(({ action }) => action.startsWith('points of an event')).map(({ action }) => action)).toEqual([
    'points of an event given',
    'points of an event undone',
    'points of an event given',
  ]);
});

it('points of an event stay after a correction until somebody gives them again, by the bracket that was shown', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const { id, win, named, desk } = await aCup(app, admin);
  const [winner = '', second = ''] = [(await named('W1-1'))[0], (await named('W1-2'))[0]];
  await win('W1-1', winner);
  await win('W1-2', second);
  await win('W2-1', winner);
  await complete(admin, id);
  const before = await awards(admin, id);
  await win('W2-1', second);
  const changed = (await awards(admin, id)).people.filter(({ points, given }) => points !== given);
  expect(changed.map(({ name, given, points }) => [name, given, points])).toEqual([
    [second, 6, 11],
    [winner, 11, 6],
  ]);
  expect(await scores(app)).toMatchObject({ [winner]: 11, [second]: 6 });
  const stale = { expectedRevision: before.revision };
  expect(await desk.unchanged(async () => seen(await give(admin, id, stale)))).toMatchObject({
    status: 409,
    body: { code: 'CHANGED_MEANWHILE' },
  });
  expect((await give(admin, id, { expectedRevision: before.revision + 1 })).statusCode).toBe(200);
  expect(await scores(app)).toMatchObject({ [winner]: 6, [second]: 11 });
  expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
});

it('points of an event are for everybody who is checked in where there is no bracket, and only for their own accounts', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const id = await started(app, admin);
  const rosa = await player(app, admin, id, 'Rosa');
  await rosa.phone.send('POST /api/rsvps', { eventId: id, playerName: 'Not There' });
  await app.browser().send('POST /api/users', { name: 'Gus' });
  await placeOf(app.browser(), admin, id, 'Gus');
  await admin.send('POST /api/users', { name: 'Ana' });
  await placeOf(app.browser(), admin, id, 'Ana');
  const { people } = await awards(admin, id);
  const reason = 'Took part in Catan Cup';
  expect(
    people.map(({ name, userId, placeId: _, chosen: __, ...rest }) => ({ name, known: userId !== null, ...rest })),
  ).toEqual([
    { name: 'Rosa', known: true, reason, points: 1, given: 0 },
    { name: 'Gus', known: false, reason, points: 1, given: 0 },
    { name: 'Ana', known: true, reason, points: 1, given: 0 },
  ]);
  await complete(admin, id);
  expect(await scores(app)).toEqual({ Rosa: 1, Ana: 1, Gus: 0 });
});

it('points of an event never reach the account of another phone by the draw either', async () => {
  const app = await testApp();
  const admin = await app.admin();
  await app.browser().send('POST /api/users', { name: 'Gus' });
  const id = await started(app, admin, { tournamentType: 'single-elimination' });
  await player(app, admin, id, 'Rosa');
  await placeOf(app.browser(), admin, id, 'Gus');
  const desk = deskAt(app, admin, id);
  await desk.draw();
  const isFirst = (await desk.findMatch('W1-1'))?.player1?.name === 'Gus';
  await desk.score('W1-1', isFirst ? 2 : 0, isFirst ? 0 : 2);
  expect(await told(admin, id)).toEqual([
    ['Gus', '1st in Catan Cup', 11, 0],
    ['Rosa', '2nd in Catan Cup', 6, 0],
  ]);
  await complete(admin, id);
  expect(await scores(app)).toEqual({ Rosa: 6, Gus: 0 });
});

it('points of an event stay when the event is deleted and when it is restored, and go with a user', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const id = await started(app, admin);
  const { phone } = await player(app, admin, id, 'Rosa');
  await player(app, admin, id, 'Gus');
  await complete(admin, id);
  await admin.send(`DELETE /api/events/${id}`);
  expect(await scores(app)).toEqual({ Rosa: 1, Gus: 1 });
  expect((await admin.send(`GET /api/events/${id}/points`)).statusCode).toBe(404);
  await admin.send(`POST /api/events/${id}/restore`);
  expect(await scores(app)).toEqual({ Rosa: 1, Gus: 1 });
  expect((await phone.send('DELETE /api/visitor')).statusCode).toBeLessThan(300);
  expect(await scores(app)).toEqual({ Gus: 1 });
  await undo(admin, id);
  expect([await scores(app), await problemsIn(app.context.db, 'sqlite')]).toEqual([{ Gus: 0 }, []]);
});

it('an account that is hidden keeps the points of an event when they are given again, and loses them by the undo', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const id = await started(app, admin);
  const { userId } = await player(app, admin, id, 'Rosa');
  const restored = async () => {
    expect((await admin.send(`POST /api/users/${userId}/restore`)).statusCode).toBe(200);
    return scores(app);
  };
  await complete(admin, id);
  await admin.send(`DELETE /api/users/${userId}`);
  expect((await give(admin, id)).statusCode).toBe(200);
  expect(await restored()).toEqual({ Rosa: 1 });
  await admin.send(`DELETE /api/users/${userId}`);
  expect((await undo(admin, id)).statusCode).toBe(200);
  expect(await restored()).toEqual({ Rosa: 0 });
  expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
});

it('points of an event that make a score too high refuse the completion', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const id = await started(app, admin);
  const { userId } = await player(app, admin, id, 'Rosa');
  await admin.send(`PATCH /api/users/${userId}/score`, { score: 10_000_000 });
  expect(seen(await complete(admin, id))).toMatchObject({ status: 400, body: { code: 'BAD_INPUT' } });
  expect((await app.events()).find((event) => event.id === id)?.status).toBe('in-progress');
});

it('points of an event: given by hand for an event are no points of its completion', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const id = await started(app, admin);
  const { userId } = await player(app, admin, id, 'Rosa');
  const byHand = await admin.send(`POST /api/users/${userId}/points`, { points: 7, reason: 'Kind', eventId: id });
  expect(byHand.json()).toMatchObject({ kind: 'award', eventId: id });
  await complete(admin, id);
  await undo(admin, id);
  expect(await scores(app)).toEqual({ Rosa: 7 });
});

it('an event keeps its points through an edit and a festival file, and refuses wrong ones', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const id = await app.event({ points: POINTS });
  const pointsOf = async () => (await app.events()).find((event) => event.id === id)?.points;
  await admin.send(`PATCH /api/events/${id}`, { title: 'Catan Final' });
  expect(await pointsOf()).toEqual(POINTS);
  for (const points of [
    { places: [], takingPart: 0 },
    { places: Array(9).fill(1), takingPart: 0 },
    { places: [-1], takingPart: 0 },
  ])
    expect((await admin.send(`PATCH /api/events/${id}`, { points })).statusCode).toBe(400);
  const file = (await admin.send('GET /api/admin/exports/festival.json')).json<{ events: { points: unknown }[] }>();
  expect(file.events.map(({ points }) => points)).toEqual([POINTS]);
  await admin.send(`PATCH /api/events/${id}`, { points: null });
  expect(await pointsOf()).toBeNull();
});
