import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { FestivalEvent } from '#features/events/contract.ts';
import { DAY, HOUR } from '#platform/durations.ts';
import { seen, sharedApp, testApp } from '#testing/app.ts';
import { everyRow } from '#testing/database.ts';
import { problemsIn } from '#testing/soundness.ts';
import { aTournament, refusal } from '#testing/tournament.ts';
import { fullEvent, join, lines, placeOf, places, stateOf } from '#testing/waiting.ts';
import type { StaffEntry, WaitingEntry } from './contract.ts';

const shared = sharedApp();

const MISSING = '01890000-0000-7000-8000-000000000000';

it('a waiting list is joined at its end, and shows its length to everybody and the rank to the device', async () => {
  const app = shared();
  const eventId = await fullEvent(app);
  const [alex, bo] = [app.browser(), app.browser()];
  const answer = await join(alex, eventId, ' Alex ', { playerEmail: 'alex@example.org' });
  const entry = {
    id: expect.any(String),
    eventId,
    playerName: 'Alex',
    playerEmail: 'alex@example.org',
    rank: 1,
    revision: 4,
    groupId: null,
  };
  expect(seen(answer)).toEqual({ status: 201, body: entry });
  expect(answer.headers['x-touches']).toBe('events,waiting');
  expect((await join(bo, eventId, 'Bo')).json()).toMatchObject({ rank: 2 });
  expect(await stateOf(app, eventId)).toEqual([2, 2, 2]);
  expect([await lines(alex), await lines(bo), await lines(app.browser())]).toMatchObject([
    [{ ...entry, revision: 5 }],
    [{ playerName: 'Bo', rank: 2 }],
    [],
  ]);
  expect(await places(alex)).toEqual([]);
});

it('a waiting list promotes the first when a place is cancelled, and moves the others up', async () => {
  const app = shared();
  const eventId = await fullEvent(app);
  const [alex, bo, admin] = [app.browser(), app.browser(), await app.admin()];
  const { id } = (await join(alex, eventId, 'Alex', { playerEmail: 'alex@example.org' })).json<WaitingEntry>();
  await join(bo, eventId, 'Bo');
  await admin.send(`DELETE /api/rsvps/${await placeOf(app, eventId, 'Holder 1')}`);
  expect(await stateOf(app, eventId)).toEqual([2, 2, 1]);
  const place = { id, eventId, playerName: 'Alex', playerEmail: 'alex@example.org', checkedIn: false };
  expect((await alex.send('GET /api/rsvps/my')).json()).toEqual([place]);
  expect([await lines(alex), await lines(bo)]).toMatchObject([[], [{ playerName: 'Bo', rank: 1 }]]);
  // The promoted may cancel as always.
  expect((await alex.send(`DELETE /api/rsvps/${id}`)).statusCode).toBe(204);
  expect([await places(bo), await stateOf(app, eventId)]).toEqual([['Bo'], [2, 2, 0]]);
  expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
});

it('a waiting list promotes as many as a larger capacity seats, and offers a seat to others only when nobody waits', async () => {
  const app = shared();
  const eventId = await fullEvent(app);
  const admin = await app.admin();
  const people = ['Alex', 'Bo', 'Cy'].map((name) => ({ name, browser: app.browser() }));
  for (const { name, browser } of people) await join(browser, eventId, name);
  await admin.send(`PATCH /api/events/${eventId}`, { capacity: 4 });
  expect(await stateOf(app, eventId)).toEqual([4, 4, 1]);
  expect(await Promise.all(people.map(({ browser }) => places(browser)))).toEqual([['Alex'], ['Bo'], []]);
  const late = app.browser();
  const register = () => late.send('POST /api/rsvps', { eventId, playerName: 'Di' });
  expect(seen(await register())).toEqual(refusal(409, 'EVENT_FULL', 'This event is full.'));
  await admin.send(`PATCH /api/events/${eventId}`, { capacity: 6 });
  expect(await stateOf(app, eventId)).toEqual([5, 6, 0]);
  expect((await register()).statusCode).toBe(201);
  expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
});

it('a waiting list promotes when a device is forgotten, which leaves every line', async () => {
  const app = shared();
  const [one, other] = [await fullEvent(app, { capacity: 3 }), await fullEvent(app)];
  const [going, alex, bo, admin] = [app.browser(), app.browser(), app.browser(), await app.admin()];
  await join(going, one, 'Gone');
  await admin.send(`DELETE /api/rsvps/${await placeOf(app, one, 'Holder 1')}`);
  for (const name of ['Gone too', 'Gone three']) await join(going, one, name);
  await join(going, other, 'Gone');
  await join(alex, one, 'Alex');
  await join(bo, other, 'Bo');
  expect((await going.send('GET /api/visitor')).json()).toMatchObject({ places: 1, waiting: 3 });
  expect((await going.send('DELETE /api/visitor')).statusCode).toBe(204);
  expect([await stateOf(app, one), await stateOf(app, other)]).toEqual([
    [3, 3, 0],
    [2, 2, 1],
  ]);
  expect([await places(alex), await lines(bo)]).toMatchObject([['Alex'], [{ rank: 1 }]]);
  expect(JSON.stringify(await everyRow(app.context.db))).not.toContain('Gone');
  expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
});

it('a waiting list is left by its owner or an organiser, without a place for anybody', async () => {
  const app = shared();
  const eventId = await fullEvent(app);
  const [alex, bo, admin] = [app.browser(), app.browser(), await app.admin()];
  const ids = [];
  for (const name of ['Alex', 'Amy']) ids.push((await join(alex, eventId, name)).json<WaitingEntry>().id);
  await join(bo, eventId, 'Bo');
  expect(seen(await bo.send(`DELETE /api/waiting/${ids[0]}`))).toMatchObject({ body: { code: 'NOT_YOURS' } });
  const left = [await alex.send(`DELETE /api/waiting/${ids[0]}`), await admin.send(`DELETE /api/waiting/${ids[1]}`)];
  expect(left.map(({ statusCode }) => statusCode)).toEqual([204, 204]);
  const again = await alex.send(`DELETE /api/waiting/${ids[0]}`);
  expect(seen(again)).toEqual(refusal(404, 'NOT_FOUND', 'That entry on the waiting list is gone already.'));
  expect([await lines(bo), await stateOf(app, eventId)]).toMatchObject([[{ rank: 1 }], [2, 2, 1]]);
  const taken = (await admin.send('GET /api/admin/audit')).json<{ action: string; subject: string }[]>();
  expect(taken.filter(({ action }) => action === 'taken off the waiting list').map(({ subject }) => subject)).toEqual([
    'Amy at Catan Open',
  ]);
});

it('a waiting list refuses whom the rules refuse, and writes nothing', async () => {
  const app = shared();
  const eventId = await fullEvent(app);
  const open = await app.event();
  const [alex, other] = [app.browser(), app.browser()];
  for (let n = 1; n <= 6; n += 1) await join(alex, eventId, `Alex ${n}`);
  const before = await everyRow(app.context.db);
  const taken = (name: string, how: string) =>
    refusal(409, 'ALREADY_REGISTERED', `Someone called ${name} ${how}. Add an initial.`, 'playerName');
  const attempts = [
    [other, MISSING, 'Robin', refusal(404, 'NOT_FOUND', 'This event is not in the programme any more.')],
    [other, open, 'Robin', refusal(409, 'SEAT_FREE', 'There is a free place again. Press RSVP to take it.')],
    [other, eventId, 'alex 1', taken('alex 1', 'is already waiting')],
    [other, eventId, 'holder 1', taken('holder 1', 'has a place already')],
    [alex, eventId, 'ALEX 2', refusal(409, 'ALREADY_REGISTERED', "You're already waiting.", 'playerName')],
  ] as const;
  for (const [browser, id, name, answer] of attempts) {
    expect([name, seen(await join(browser, id, name))]).toEqual([name, answer]);
  }
  expect(seen(await join(alex, eventId, 'Alex 7'))).toMatchObject({ status: 409, body: { code: 'TOO_MANY_HERE' } });
  expect((await join(other, eventId, '\u0000')).statusCode).toBe(400);
  expect(await everyRow(app.context.db)).toEqual(before);
});

it('a waiting list is joined once by a repeated request, which tells of a promotion meanwhile', async () => {
  const app = shared();
  const eventId = await fullEvent(app);
  const [alex, admin, headers] = [app.browser(), await app.admin(), { 'idempotency-key': randomUUID() }];
  const send = () => alex.send('POST /api/waiting', { eventId, playerName: 'Alex' }, headers);
  const { id } = (await send()).json<WaitingEntry>();
  expect((await send()).json()).toMatchObject({ id, rank: 1 });
  expect(await stateOf(app, eventId)).toEqual([2, 2, 1]);
  await admin.send(`DELETE /api/rsvps/${await placeOf(app, eventId, 'Holder 1')}`);
  expect(seen(await send())).toEqual(refusal(410, 'GONE', 'You already have a place. It is in My schedule.'));
  await alex.send(`DELETE /api/rsvps/${id}`);
  expect(seen(await send())).toMatchObject({ status: 410, body: { message: expect.stringContaining('Join again') } });
});

it('a waiting list gets the seats of an ended event that is moved to a later time with more of them', async () => {
  const app = await testApp();
  const [eventId, alex] = [await fullEvent(app), app.browser()];
  await join(alex, eventId, 'Alex');
  app.clock.pass(DAY);
  const startTime = new Date(app.clock.now().getTime() + HOUR).toISOString();
  const edited = await (await app.admin()).send(`PATCH /api/events/${eventId}`, { startTime, capacity: 5 });
  expect(edited.statusCode).toBe(200);
  expect([await places(alex), await stateOf(app, eventId)]).toEqual([['Alex'], [3, 5, 0]]);
});

it('a waiting list ends when the event is completed or its bracket drawn', async () => {
  const app = shared();
  const [alex, admin] = [app.browser(), await app.admin()];
  const over = await fullEvent(app);
  const { id: drawn } = await aTournament(app.context, 4, { capacity: 4 });
  for (const id of [over, drawn]) expect((await join(alex, id, 'Alex')).statusCode).toBe(201);
  for (const status of ['in-progress', 'completed']) await admin.send(`PATCH /api/events/${over}/status`, { status });
  expect((await admin.send(`POST /api/events/${drawn}/generate-bracket`, { randomSeed: false })).statusCode).toBe(201);
  expect([await lines(alex), (await stateOf(app, over))?.[2], (await stateOf(app, drawn))?.[2]]).toEqual([[], 0, 0]);
  await admin.send(`DELETE /api/rsvps/${await placeOf(app, over, 'Holder 1')}`);
  expect(await stateOf(app, over)).toEqual([1, 2, 0]);
  expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
});

it('a waiting list ends without a promotion when a seat becomes free after the event', async () => {
  const app = await testApp();
  const eventId = await fullEvent(app);
  const alex = app.browser();
  await join(alex, eventId, 'Alex');
  // Its end is eight hours from now, and an organiser's session ends after four.
  app.clock.pass(8 * HOUR);
  const place = await placeOf(app, eventId, 'Holder 1');
  expect((await (await app.admin()).send(`DELETE /api/rsvps/${place}`)).statusCode).toBe(204);
  expect([await lines(alex), await places(alex), await stateOf(app, eventId)]).toEqual([[], [], [1, 2, 0]]);
});

it('a waiting list follows a renamed user, except where somebody in the event has the new name', async () => {
  const app = shared();
  const [one, other] = [await fullEvent(app), await fullEvent(app)];
  const [rosa, roza, admin] = [app.browser(), app.browser(), await app.admin()];
  const { id } = (await rosa.send('POST /api/users', { name: 'Rosa' })).json<{ id: string }>();
  for (const eventId of [one, other]) await join(rosa, eventId, 'Rosa');
  await join(roza, other, 'Roza');
  expect((await admin.send(`PATCH /api/users/${id}`, { name: 'Roza' })).statusCode).toBe(200);
  const names = (await lines(rosa)).map(({ eventId, playerName }) => [eventId, playerName]);
  expect(Object.fromEntries(names)).toEqual({ [one]: 'Roza', [other]: 'Rosa' });
  // A person waiting under the same name could not be promoted.
  const holder = (await admin.send('POST /api/users', { name: 'Holder 1' })).json<{ id: string }>();
  await join(roza, one, 'Waldo');
  expect((await admin.send(`PATCH /api/users/${holder.id}`, { name: 'Waldo' })).statusCode).toBe(200);
  expect([await placeOf(app, one, 'Holder 1'), await placeOf(app, other, 'Waldo')]).toEqual([
    expect.any(String),
    expect.any(String),
  ]);
  expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
});

it('a waiting list is shown to organisers in order with emails, who promote anybody by adding a seat', async () => {
  const app = await testApp();
  const eventId = await fullEvent(app, { title: 'Catan Open' });
  const [alex, bo, admin] = [app.browser(), app.browser(), await app.admin()];
  await join(alex, eventId, 'Alex');
  const { id } = (await join(bo, eventId, 'Bo', { playerEmail: 'bo@example.org' })).json<WaitingEntry>();
  const line = (await admin.send(`GET /api/admin/events/${eventId}/waiting`)).json<StaffEntry[]>();
  const createdAt = app.clock.now().toISOString();
  expect(line).toEqual([
    { id: expect.any(String), eventId, playerName: 'Alex', rank: 1, groupId: null, createdAt },
    { id, eventId, playerName: 'Bo', playerEmail: 'bo@example.org', rank: 2, groupId: null, createdAt },
  ]);
  expect((await admin.send(`GET /api/admin/events/${MISSING}/waiting`)).statusCode).toBe(404);
  const promoted = await admin.send(`POST /api/admin/waiting/${id}/promote`);
  expect(seen(promoted)).toEqual({
    status: 200,
    body: { id, eventId, playerName: 'Bo', playerEmail: 'bo@example.org', checkedIn: false },
  });
  expect([await stateOf(app, eventId), await places(bo), await lines(alex)]).toMatchObject([
    [3, 3, 1],
    ['Bo'],
    [{ rank: 1 }],
  ]);
  const [entry] = (await admin.send('GET /api/admin/audit')).json();
  expect(entry).toMatchObject({
    action: 'promoted from the waiting list',
    subject: 'Bo at Catan Open',
    before: { playerName: 'Bo', capacity: 2 },
    after: { playerName: 'Bo', capacity: 3 },
  });
  expect(seen(await admin.send(`POST /api/admin/waiting/${id}/promote`))).toMatchObject({ status: 404 });
  expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
});

it('a waiting list lends a seat by hand until its person leaves, whatever of the event is edited meanwhile', async () => {
  const app = shared();
  const eventId = await fullEvent(app);
  const [alex, bo, admin] = [app.browser(), app.browser(), await app.admin()];
  await join(alex, eventId, 'Alex');
  const { id } = (await join(bo, eventId, 'Bo')).json<WaitingEntry>();
  await admin.send(`POST /api/admin/waiting/${id}/promote`);
  const edit = (change: object) => admin.send(`PATCH /api/events/${eventId}`, change);
  await edit({ title: 'Catan Closed', capacity: 3 });
  expect((await edit({ capacity: 2 })).json()).toMatchObject({ capacity: 3, currentRegistrations: 3 });
  const before = (await edit({ title: 'Catan Open' })).json<FestivalEvent>().editRevision;
  expect((await bo.send(`DELETE /api/rsvps/${id}`)).statusCode).toBe(204);
  expect([await stateOf(app, eventId), await places(alex)]).toEqual([[2, 2, 1], []]);
  const stale = await edit({ capacity: 3, expectedRevision: before });
  expect(seen(stale)).toMatchObject({ status: 409, body: { code: 'CHANGED_MEANWHILE' } });
  expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
});

it('a waiting list keeps a lent seat of a removed place for the undo, and one that the capacity has room for', async () => {
  const app = await testApp();
  const eventId = await fullEvent(app);
  const [bo, admin] = [app.browser(), await app.admin()];
  const { id } = (await join(bo, eventId, 'Bo')).json<WaitingEntry>();
  await admin.send(`POST /api/admin/waiting/${id}/promote`);
  await join(app.browser(), eventId, 'Alex');
  const amended = (await admin.send(`POST /api/rsvps/${id}/remove`, {})).json<{ id: string }>();
  expect(await stateOf(app, eventId)).toEqual([2, 2, 1]);
  expect((await admin.send(`POST /api/amendments/${amended.id}/undo`)).json()).toMatchObject({ outcome: 'place' });
  expect(await stateOf(app, eventId)).toEqual([3, 3, 1]);
  const file = (await admin.send('GET /api/admin/exports/festival.json')).json<object>();
  await admin.send(`PATCH /api/events/${eventId}`, { capacity: 5 });
  await bo.send(`DELETE /api/rsvps/${id}`);
  expect(await stateOf(app, eventId)).toEqual([3, 5, 0]);
  const other = await testApp();
  const there = await other.admin();
  await there.send('POST /api/admin/imports/festival', file);
  await there.send(`DELETE /api/rsvps/${id}`);
  expect(await stateOf(other, eventId)).toEqual([2, 2, 1]);
  for (const { context } of [app, other]) expect(await problemsIn(context.db, 'sqlite')).toEqual([]);
});
