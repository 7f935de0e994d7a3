import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#platform/durations.ts';
import { type Browser, seen, sharedApp, type TestApp, testApp } from '#testing/app.ts';
import { editEvent } from '#testing/calls.ts';
import { jobContext, ORGANISER } from '#testing/context.ts';
import { everyRow } from '#testing/database.ts';
import { deviceOf } from '#testing/devices.ts';
import { aRegistration } from '#testing/factories.ts';
import { problemsIn } from '#testing/soundness.ts';
import { sendAll, subscribe, toldNow } from '#testing/subscriptions.ts';
import { fullEvent } from '#testing/waiting.ts';
import { notifyPlace } from './commands.ts';
import type { Notice } from './contract.ts';
import { dropOldNotices, tellWhatStarts } from './duties.ts';

const shared = sharedApp();

const MOVED = { startTime: '2025-11-15T00:00:00.000Z', location: 'Game Library' };
const STATE = { title: 'Catan Open', startTime: '2025-11-14T23:00:00.000Z', location: 'Ballroom A', cancelled: false };

const noticesOf = async (browser: Browser) => (await browser.send('GET /api/notices/my')).json<Notice[]>();

async function scene() {
  const app = await testApp();
  const [admin, eventId, rosa] = [await app.admin(), await app.event(), app.browser()];
  await rosa.send('POST /api/rsvps', aRegistration(eventId, { playerName: 'Rosa' }));
  const edit = (change: object) => admin.send(`PATCH /api/events/${eventId}`, change);
  return { app, admin, eventId, rosa, edit };
}

/** Returns "kind: title. body" of what the phones of these browsers are to get. */
async function pushedTo(app: TestApp, ...browsers: Browser[]): Promise<string[]> {
  const rows = await toldNow(app.context);
  const devices = await Promise.all(browsers.map((browser) => deviceOf(app, browser)));
  return rows
    .filter(({ deviceId }) => devices.includes(deviceId))
    .map(({ kind, title, body, url }) => `${kind}: ${title} – ${body} ${url}`)
    .sort();
}

describe('what phones are told', () => {
  const phoneOf = async (app: TestApp, browser: Browser) => subscribe(app.context.db, await deviceOf(app, browser));

  it('is what changed for those with a place or in line, as it is when it is sent, and not another title', async () => {
    const app = shared();
    const [admin, eventId, rosa] = [await app.admin(), await fullEvent(app), app.browser()];
    await rosa.send('POST /api/waiting', aRegistration(eventId, { playerName: 'Rosa' }));
    await phoneOf(app, rosa);
    await admin.send(`PATCH /api/events/${eventId}`, MOVED);
    await admin.send(`PATCH /api/events/${eventId}`, MOVED);
    await admin.send(`PATCH /api/events/${eventId}`, { title: 'Catan Cup' });
    const said = 'changed: Catan Cup – Catan Open → Catan Cup, 6:00 PM → 7:00 PM, Ballroom A → Game Library /schedule';
    expect(await pushedTo(app, rosa)).toEqual([said]);
    await sendAll(app.context);
    expect(await pushedTo(app, rosa)).toEqual([]);
    await admin.send(`PATCH /api/events/${eventId}`, { location: 'Attic' });
    await admin.send(`DELETE /api/events/${eventId}`);
    expect(await pushedTo(app, rosa)).toEqual(['changed: Catan Cup – Catan Cup is cancelled. /schedule']);
    await sendAll(app.context);
    await admin.send(`POST /api/events/${eventId}/restore`);
    await admin.send(`PATCH /api/events/${eventId}`, { location: 'Pier' });
    expect(await pushedTo(app, rosa)).toEqual([
      'changed: Catan Cup – Catan Cup takes place after all: Nov 14, 7:00 PM, Pier. /schedule',
    ]);
  });

  it('is nothing of an event that is back as it was, or whose place is given back before it is sent', async () => {
    const app = await testApp();
    const [admin, eventId, rosa] = [await app.admin(), await app.event(), app.browser()];
    const place = (await rosa.send('POST /api/rsvps', aRegistration(eventId, { playerName: 'Rosa' }))).json<{
      id: string;
    }>();
    await phoneOf(app, rosa);
    for (const location of ['Attic', 'Pier', 'Ballroom A'])
      await admin.send(`PATCH /api/events/${eventId}`, { location });
    expect(await pushedTo(app, rosa)).toEqual([]);
    await admin.send(`PATCH /api/events/${eventId}`, { location: 'Attic' });
    expect(await pushedTo(app, rosa)).toHaveLength(1);
    await rosa.send(`DELETE /api/rsvps/${place.id}`);
    expect(await pushedTo(app, rosa)).toEqual([]);
  });

  it('is one message in the morning for three changes in a night, of the event as it is then', async () => {
    const app = await testApp();
    const rosa = app.browser();
    const eventId = await app.event({ startTime: '2025-11-15T20:00:00.000Z' });
    await rosa.send('POST /api/rsvps', aRegistration(eventId, { playerName: 'Rosa' }));
    await phoneOf(app, rosa);
    app.clock.pass(Date.parse('2025-11-15T07:00:00.000Z') - app.clock.now().getTime());
    const admin = await app.admin();
    for (const location of ['Attic', 'Pier', 'Terrace']) {
      await admin.send(`PATCH /api/events/${eventId}`, { location });
      expect(await sendAll(app.context)).toEqual([]);
    }
    app.clock.pass(6 * HOUR);
    expect(await sendAll(app.context)).toEqual(['Catan Open: Ballroom A → Terrace']);
  });

  it('is a place from the line, once for two people of one phone, by no name', async () => {
    const app = shared();
    const [admin, rosa, full] = [await app.admin(), app.browser(), await fullEvent(app)];
    for (const playerName of ['Rosa', 'Lena'])
      await rosa.send('POST /api/waiting', aRegistration(full, { playerName }));
    await phoneOf(app, rosa);
    await admin.send(`PATCH /api/events/${full}`, { capacity: 4 });
    expect(await noticesOf(rosa)).toHaveLength(2);
    expect(await pushedTo(app, rosa)).toEqual([
      'promoted: You have a place in Catan Open – Nov 14, 6:00 PM, Ballroom A /schedule',
    ]);
  });

  it('is a place from the line of who still has it, also when the first of two people gave theirs up', async () => {
    const app = await testApp();
    const [admin, rosa, full] = [await app.admin(), app.browser(), await fullEvent(app)];
    for (const playerName of ['Rosa', 'Lena'])
      await rosa.send('POST /api/waiting', aRegistration(full, { playerName }));
    await phoneOf(app, rosa);
    await admin.send(`PATCH /api/events/${full}`, { capacity: 4 });
    const places = (await rosa.send('GET /api/rsvps/my')).json<{ id: string; playerName: string }[]>();
    const leave = (name: string) =>
      rosa.send(`DELETE /api/rsvps/${places.find(({ playerName }) => playerName === name)?.id}`);
    await leave('Rosa');
    expect(await pushedTo(app, rosa)).toEqual([
      'promoted: You have a place in Catan Open – Nov 14, 6:00 PM, Ballroom A /schedule',
    ]);
    await leave('Lena');
    expect(await pushedTo(app, rosa)).toEqual([]);
  });

  it('is nothing of what was seen in the app, nor of a removal when the person registered again', async () => {
    const app = await testApp();
    const [admin, rosa, eventId] = [await app.admin(), app.browser(), await app.event({ capacity: 9 })];
    const register = async () =>
      (await rosa.send('POST /api/rsvps', aRegistration(eventId, { playerName: 'Rosa' }))).json<{ id: string }>().id;
    const placeId = await register();
    await phoneOf(app, rosa);
    await admin.send(`PATCH /api/events/${eventId}`, MOVED);
    expect(await pushedTo(app, rosa)).toHaveLength(1);
    await rosa.send('POST /api/notices/seen', { ids: (await noticesOf(rosa)).map(({ id }) => id) });
    expect(await pushedTo(app, rosa)).toEqual([]);
    await admin.send(`POST /api/rsvps/${placeId}/remove`, {});
    expect(await pushedTo(app, rosa)).toHaveLength(1);
    await register();
    expect(await pushedTo(app, rosa)).toEqual([]);
  });

  it('is that an event starts in 15 minutes, to those with a place or a star, and again when it starts later', async () => {
    const app = await testApp();
    const [admin, eventId, rosa, lena] = [await app.admin(), await fullEvent(app), app.browser(), app.browser()];
    await rosa.send('POST /api/waiting', aRegistration(eventId, { playerName: 'Rosa' }));
    await admin.send(`PATCH /api/events/${eventId}`, { capacity: 3 });
    await lena.send('POST /api/waiting', aRegistration(eventId, { playerName: 'Lena' }));
    await phoneOf(app, rosa);
    await phoneOf(app, lena);
    const mo = app.browser();
    await mo.send(`PUT /api/events/${eventId}/star`);
    await phoneOf(app, mo);
    await app.context.db.deleteFrom('outbox').execute();
    const run = () => tellWhatStarts.run(jobContext(app.context));
    app.clock.pass(Date.parse(STATE.startTime) - app.clock.now().getTime() - 16 * MINUTE);
    await run();
    expect(await pushedTo(app, rosa, lena)).toEqual([]);
    app.clock.pass(MINUTE);
    await run();
    app.clock.pass(MINUTE);
    await run();
    const said = 'starts: Catan Open starts at 6:00 PM – Ballroom A /schedule';
    expect(await pushedTo(app, rosa, lena, mo)).toEqual([said, said]);
    await mo.send(`DELETE /api/events/${eventId}/star`);
    expect(await pushedTo(app, rosa, lena, mo)).toEqual([said]);
    const later = await (await app.admin()).send(`PUT /api/events/${eventId}/late`, { minutes: 10 });
    expect(later.statusCode).toBe(200);
    await app.context.db.deleteFrom('outbox').where('kind', '=', 'changed').execute();
    await run();
    // It starts in 24 minutes.
    expect(await pushedTo(app, rosa)).toEqual([]);
    app.clock.pass(10 * MINUTE);
    await run();
    const late = said.replace('6:00', '6:10');
    expect(await pushedTo(app, rosa)).toEqual([late]);
    await run();
    await (await app.admin()).send(`DELETE /api/events/${eventId}`);
    expect((await pushedTo(app, rosa)).filter((words) => words.startsWith('starts'))).toEqual([]);
  });
});

it('notices tell a device with a place what an event was and is', async () => {
  const { app, eventId, rosa, edit } = await scene();
  expect(await noticesOf(app.browser())).toEqual([]);
  await edit(MOVED);
  const [notice, ...others] = await noticesOf(rosa);
  expect(others).toEqual([]);
  expect(notice).toMatchObject({ eventId, kind: 'event', was: STATE, is: { ...STATE, ...MOVED }, seen: false });
  expect(await noticesOf(app.browser())).toEqual([]);
});

it('notices tell a device in the line, too', async () => {
  const app = shared();
  const [admin, eventId, rosa] = [await app.admin(), await fullEvent(app), app.browser()];
  await rosa.send('POST /api/waiting', aRegistration(eventId, { playerName: 'Rosa' }));
  await admin.send(`PATCH /api/events/${eventId}`, MOVED);
  expect(await noticesOf(rosa)).toMatchObject([{ eventId, kind: 'event', is: MOVED, seen: false }]);
});

it('notices say nothing of other changes, nor when nothing changed', async () => {
  const { rosa, edit } = await scene();
  await edit({ description: 'New', duration: 60, capacity: 20, host: 'Mo' });
  await edit({ title: STATE.title });
  expect(await noticesOf(rosa)).toEqual([]);
});

it('notices are seen when the device says so, and only by it', async () => {
  const { app, rosa, edit, eventId } = await scene();
  const lena = app.browser();
  await lena.send('POST /api/rsvps', aRegistration(eventId, { playerName: 'Lena' }));
  await edit(MOVED);
  const ids = (await noticesOf(rosa)).map(({ id }) => id);
  expect(seen(await rosa.send('POST /api/notices/seen', { ids }))).toEqual({ status: 204, body: null });
  expect((await noticesOf(rosa)).map((notice) => notice.seen)).toEqual([true]);
  expect((await noticesOf(lena)).map((notice) => notice.seen)).toEqual([false]);
});

it('notices say that an event is cancelled, and nothing when the deletion is undone before anybody saw it', async () => {
  const { admin, eventId, rosa } = await scene();
  await admin.send(`DELETE /api/events/${eventId}`);
  expect((await noticesOf(rosa)).map(({ is }) => is.cancelled)).toEqual([true]);
  await admin.send(`POST /api/events/${eventId}/restore`);
  expect(await noticesOf(rosa)).toEqual([]);
});

it('notices say that the event takes place after all, in place of the notice that it was cancelled, to those who saw that', async () => {
  const { admin, eventId, rosa } = await scene();
  await admin.send(`DELETE /api/events/${eventId}`);
  await rosa.send('POST /api/notices/seen', { ids: (await noticesOf(rosa)).map(({ id }) => id) });
  await admin.send(`POST /api/events/${eventId}/restore`);
  const cancelled = async () => (await noticesOf(rosa)).map(({ was, is }) => [was.cancelled, is.cancelled]);
  expect(await cancelled()).toEqual([[true, false]]);
  await admin.send(`DELETE /api/events/${eventId}`);
  expect(await cancelled()).toEqual([[true, true]]);
});

it('notices become one within five minutes, and two later', async () => {
  const { app, rosa, edit } = await scene();
  await edit({ location: 'Arcade' });
  app.clock.pass(5 * MINUTE - 1);
  await edit({ location: 'Game Library' });
  expect((await noticesOf(rosa)).map(({ was, is }) => [was.location, is.location])).toEqual([
    ['Ballroom A', 'Game Library'],
  ]);
  app.clock.pass(1);
  await edit({ location: 'Lounge' });
  expect(await noticesOf(rosa)).toHaveLength(2);
});

it('notices are written with the change or not at all', async () => {
  const { app, eventId } = await scene();
  await editEvent(app.context, ORGANISER, eventId, { description: 'No news.' });
  const taken = await app.context.db.selectFrom('audit_entries').select('id').executeTakeFirstOrThrow();
  const before = await everyRow(app.context.db);
  // The list of changes, which is written after the notice, has a row of this id.
  const context = { ...app.context, newId: () => taken.id };
  await expect(editEvent(context, ORGANISER, eventId, MOVED)).rejects.toThrow(/unique/i);
  expect(await everyRow(app.context.db)).toEqual(before);
});

it('notices tell one device what happened to its place, and nobody of a walk-in’s', async () => {
  const { app, eventId, rosa } = await scene();
  const { db } = app.context;
  const { visitor_id: visitorId } = await db.selectFrom('rsvps').select('visitor_id').executeTakeFirstOrThrow();
  const event = (await rosa.send('GET /api/events')).json()[0];
  const news = { kind: 'promoted', playerName: 'Rosa', event } as const;
  await notifyPlace(app.context, db, { ...news, visitorId });
  await notifyPlace(app.context, db, { ...news, visitorId: null });
  expect(await noticesOf(rosa)).toMatchObject([{ eventId, kind: 'promoted', playerName: 'Rosa', is: STATE }]);
  expect(await problemsIn(db, 'sqlite')).toEqual([]);
});

it('notices say that a place came from the waiting list, also by hand', async () => {
  const app = shared();
  const [admin, eventId] = [await app.admin(), await app.event({ capacity: 2 })];
  const [rosa, lena, mo] = [app.browser(), app.browser(), app.browser()];
  for (const playerName of ['Rosa', 'Ada']) await rosa.send('POST /api/rsvps', aRegistration(eventId, { playerName }));
  await lena.send('POST /api/waiting', aRegistration(eventId, { playerName: 'Lena' }));
  await mo.send('POST /api/waiting', aRegistration(eventId, { playerName: 'Mo' }));
  const [entry] = (await mo.send('GET /api/waiting/my')).json<{ id: string }[]>();
  await admin.send(`POST /api/admin/waiting/${entry?.id}/promote`);
  const [place] = (await rosa.send('GET /api/rsvps/my')).json<{ id: string }[]>();
  await rosa.send(`DELETE /api/rsvps/${place?.id}`);
  const read = async (browser: Browser) => (await noticesOf(browser)).map(({ kind, playerName }) => [kind, playerName]);
  expect([await read(rosa), await read(lena), await read(mo)]).toEqual([
    [],
    [['promoted', 'Lena']],
    [['promoted', 'Mo']],
  ]);
});

it('notices: name what a place from the waiting list overlaps, for that person alone', async () => {
  const app = shared();
  const [full, go] = [await fullEvent(app), await app.event({ title: 'Go' })];
  await app.event({ title: 'Later', startTime: '2025-11-15T23:00:00.000Z' });
  const others = (await app.events()).filter(({ id }) => id !== full);
  const [rosa, admin] = [app.browser(), await app.admin()];
  for (const { id } of others) await rosa.send('POST /api/rsvps', aRegistration(id, { playerName: 'Rosa' }));
  await rosa.send('POST /api/rsvps', aRegistration(go, { playerName: 'Jo' }));
  for (const playerName of ['ROSA', 'Lena']) await rosa.send('POST /api/waiting', aRegistration(full, { playerName }));
  await admin.send(`PATCH /api/events/${full}`, { capacity: 4 });
  const told = (await noticesOf(rosa)).map(({ playerName, is }) => [playerName, is.overlaps]);
  expect(new Map(told as [string, unknown][])).toEqual(
    new Map<string, unknown>([
      ['ROSA', [{ title: 'Go', startTime: STATE.startTime }]],
      ['Lena', undefined],
    ]),
  );
  expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
});

it('notices are deleted after the festival', async () => {
  const { app, rosa, edit } = await scene();
  await edit(MOVED);
  const context = jobContext(app.context);
  expect(await dropOldNotices.run(context)).toBe(0);
  app.clock.pass(3 * DAY);
  expect(await dropOldNotices.run(context)).toBe(1);
  expect(await noticesOf(rosa)).toEqual([]);
});
