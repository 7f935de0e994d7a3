import { expect, it } from 'vitest';
import { type Browser, seen, type TestApp, testApp } from '#testing/app.ts';
import { everyRow } from '#testing/database.ts';

/** The app's clock stands at noon in New York. */
const FIRST = { title: 'First', startTime: '2025-11-14T17:30:00.000Z', duration: 60 };
const SECOND = { title: 'Second', startTime: '2025-11-14T18:40:00.000Z', duration: 60, location: 'ballroom  A' };

const late = async (app: TestApp): Promise<Record<string, number>> => {
  const events = await app.events();
  return Object.fromEntries(events.map(({ title, lateMinutes }) => [title, lateMinutes]));
};
const eventOf = async (app: TestApp, id: string) => (await app.events()).find((event) => event.id === id);
const say = (admin: Browser, id: string, minutes: unknown) => admin.send(`PUT /api/events/${id}/late`, { minutes });
const news = async (device: Browser) =>
  (await device.send('GET /api/notices/my')).json<{ was: object; is: { title: string; lateMinutes?: number } }[]>();

async function twoEvents() {
  const app = await testApp();
  const [first, second] = [await app.event(FIRST), await app.event(SECOND)];
  await app.event({ title: 'Elsewhere', startTime: SECOND.startTime, location: 'Arcade' });
  return { app, first, second, admin: await app.admin() };
}

it('an event that runs late delays what follows it in its room, as far as the gap does not take it up, until it is on time again', async () => {
  const { app, first, admin } = await twoEvents();
  const answer = await say(admin, first, 25);
  expect([answer.statusCode, answer.json().lateMinutes, answer.headers['x-touches']]).toEqual([200, 25, 'events']);
  expect(await late(app)).toEqual({ First: 25, Second: 15, Elsewhere: 0 });
  await say(admin, first, 0);
  expect(await late(app)).toEqual({ First: 0, Second: 0, Elsewhere: 0 });
});

it.each([
  [
    'completed',
    async (admin: Browser, id: string) => {
      await admin.send(`PATCH /api/events/${id}/status`, { status: 'in-progress' });
      return admin.send(`PATCH /api/events/${id}/status`, { status: 'completed' });
    },
  ],
  [
    'given another time',
    (admin: Browser, id: string) => admin.send(`PATCH /api/events/${id}`, { startTime: '2025-11-14T17:45:00.000Z' }),
  ],
  ['deleted', (admin: Browser, id: string) => admin.send(`DELETE /api/events/${id}`)],
])('an event that runs late is on time again, with what follows it, when it is %s', async (_, act) => {
  const { app, first, admin } = await twoEvents();
  await say(admin, first, 25);
  expect((await act(admin, first)).statusCode).toBeLessThan(300);
  expect(await late(app)).toMatchObject({ Second: 0, Elsewhere: 0 });
  expect((await late(app)).First ?? 0).toBe(0);
});

it('an event that runs late stays late in another room, and delays what follows it there instead of what followed it before', async () => {
  const { app, first, second, admin } = await twoEvents();
  const device = app.browser();
  for (const eventId of [first, second]) await device.send('POST /api/rsvps', { eventId, playerName: 'Rosa' });
  await say(admin, first, 25);
  const moved = await admin.send(`PATCH /api/events/${first}`, { location: 'Arcade', duration: 65 });
  expect(moved.json()).toMatchObject({ location: 'Arcade', lateMinutes: 25 });
  expect(await late(app)).toEqual({ First: 25, Second: 0, Elsewhere: 20 });
  expect((await news(device)).map(({ is }) => is)).toMatchObject([{ location: 'Arcade', lateMinutes: 25 }]);
  await admin.send(`PATCH /api/events/${first}`, { location: ' arcade' });
  expect(await late(app)).toEqual({ First: 25, Second: 0, Elsewhere: 20 });
});

it.each([
  ['deletion', 'DELETE /api/events/ID', 'POST /api/events/ID/restore', {}],
  ['completion', 'PATCH /api/events/ID/status', 'POST /api/events/ID/undo-completion', { First: 0 }],
])(
  'an event that runs late is as late as before, with what follows it, when its %s is undone',
  async (what, act, undo, own) => {
    const { app, first, second, admin } = await twoEvents();
    const device = app.browser();
    for (const eventId of [first, second]) await device.send('POST /api/rsvps', { eventId, playerName: 'Rosa' });
    await admin.send(`PATCH /api/events/${first}/status`, { status: 'in-progress' });
    await say(admin, first, 25);
    const revision = async () => (await eventOf(app, first))?.editRevision ?? 0;
    const before = await revision();
    await admin.send(act.replace('ID', first), what === 'completion' ? { status: 'completed' } : undefined);
    expect(await late(app)).toEqual({ ...own, Second: 0, Elsewhere: 0 });
    expect((await admin.send(undo.replace('ID', first))).json()).toMatchObject({ lateMinutes: 25 });
    expect(await late(app)).toEqual({ First: 25, Second: 15, Elsewhere: 0 });
    expect(await revision()).toBe(before + 2);
    const told = (await news(device)).map(({ is }) => [is.title, is.lateMinutes]);
    expect(told.sort()).toEqual([
      ['First', 25],
      ['Second', 15],
    ]);
  },
);

it('an event that runs late does not bring back a delay that ended or was said again before the undo', async () => {
  const { app, first, second, admin } = await twoEvents();
  await say(admin, first, 25);
  await admin.send(`PATCH /api/events/${first}/status`, { status: 'in-progress' });
  await admin.send(`PATCH /api/events/${first}/status`, { status: 'completed' });
  await say(admin, second, 40);
  await admin.send(`POST /api/events/${first}/undo-completion`);
  expect(await late(app)).toEqual({ First: 25, Second: 40, Elsewhere: 0 });
  await admin.send(`PATCH /api/events/${first}/status`, { status: 'completed' });
  await admin.send(`PATCH /api/events/${first}`, { startTime: '2025-11-14T17:15:00.000Z' });
  await admin.send(`POST /api/events/${first}/undo-completion`);
  expect(await late(app)).toEqual({ First: 0, Second: 40, Elsewhere: 0 });
});

it('an event that runs late stays late when anything else of it changes, and delays what follows by its new end', async () => {
  const { app, first, admin } = await twoEvents();
  await say(admin, first, 25);
  await admin.send(`PATCH /api/events/${first}`, { host: 'Noor', startTime: FIRST.startTime });
  await admin.send(`PATCH /api/events/${first}/status`, { status: 'in-progress' });
  expect(await late(app)).toMatchObject({ First: 25, Second: 15 });
  await admin.send(`PATCH /api/events/${first}`, { duration: 65 });
  expect(await late(app)).toMatchObject({ First: 25, Second: 20 });
});

it('an event that runs late takes places until its later end', async () => {
  const { app, first, admin } = await twoEvents();
  await say(admin, first, 25);
  const register = async (playerName: string) =>
    (await app.browser().send('POST /api/rsvps', { eventId: first, playerName })).statusCode;
  app.clock.pass((90 + 24) * 60_000);
  expect(await register('Rosa')).toBe(201);
  app.clock.pass(60_000);
  expect(await register('Alex')).toBe(409);
});

it('an event that runs late tells everybody with a place, also in what follows it, and takes it back when nobody has seen it', async () => {
  const { app, first, second, admin } = await twoEvents();
  const device = app.browser();
  for (const eventId of [first, second]) await device.send('POST /api/rsvps', { eventId, playerName: 'Rosa' });
  await say(admin, first, 25);
  const told = (await news(device)).map(({ is }) => [is.title, is.lateMinutes]);
  expect(told.sort()).toEqual([
    ['First', 25],
    ['Second', 15],
  ]);
  await say(admin, first, 0);
  expect(await news(device)).toEqual([]);
});

it('an event that runs late is written into the list of changes once, and not at all when it says the same', async () => {
  const { first, admin } = await twoEvents();
  await say(admin, first, 25);
  const { revision } = (await say(admin, first, 25)).json();
  expect((await say(admin, first, 25)).json().revision).toBe(revision);
  await say(admin, first, 0);
  const entries = (await admin.send(`GET /api/admin/audit?event=${first}`)).json<{ action: string }[]>();
  expect(entries.map(({ action }) => action).slice(0, 2)).toEqual(['event on time', 'event running late']);
});

it('an event that runs late is refused for other days, completed and unknown events and for odd numbers, and writes nothing', async () => {
  const { app, first, admin } = await twoEvents();
  const tomorrow = await app.event({ startTime: '2025-11-15T17:00:00.000Z' });
  await admin.send(`PATCH /api/events/${first}/status`, { status: 'in-progress' });
  await admin.send(`PATCH /api/events/${first}/status`, { status: 'completed' });
  const before = await everyRow(app.context.db);
  expect(seen(await say(admin, tomorrow, 5))).toEqual({
    status: 409,
    body: {
      code: 'NOT_TODAY',
      message: 'Only what is live, or planned within 12 hours of now, can be late. Edit the start time instead.',
    },
  });
  expect(seen(await say(admin, first, 5))).toMatchObject({ status: 409, body: { code: 'EVENT_OVER' } });
  expect((await say(admin, 'gone', 5)).statusCode).toBe(404);
  for (const minutes of [-1, 181, 1.5, '5', null]) {
    expect(seen(await say(admin, tomorrow, minutes))).toMatchObject({ status: 400, body: { field: 'minutes' } });
  }
  expect(await everyRow(app.context.db)).toEqual(before);
});
