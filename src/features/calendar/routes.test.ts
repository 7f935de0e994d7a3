import { readFileSync } from 'node:fs';
import ICAL from 'ical.js';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { finishDeletions } from '#features/events/commands.ts';
import { DAY } from '#platform/durations.ts';
import { type Browser, seen, sharedApp, type TestApp, testApp } from '#testing/app.ts';
import { aRegistration } from '#testing/factories.ts';
import { fullEvent } from '#testing/waiting.ts';
import type { Subscription } from './contract.ts';
import { revisionAt } from './rules.ts';
import { raiseRevisions } from './store.ts';

const shared = sharedApp();

const eventsIn = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
const eventAt = async (app: TestApp, path: string) =>
  eventsIn((await app.browser().send(`GET ${path}`)).body)[0] as ICAL.Event;
const titlesIn = (text: string) => eventsIn(text).map(({ summary }) => summary);

/** Registers on a new device. */
async function deviceWith(app: TestApp, eventId: string, playerName = 'Alex'): Promise<Browser> {
  const device = app.browser();
  await device.send('POST /api/rsvps', aRegistration(eventId, { playerName, playerEmail: 'private@example.org' }));
  return device;
}

const subscriptionOf = async (device: Browser, method = 'GET') =>
  (await device.send(`${method} /api/calendar/subscription`)).json<Subscription>();
const tally = (all: readonly number[]) =>
  Object.fromEntries([...new Set(all)].map((one) => [one, all.filter((status) => status === one).length]));
const pathOf = ({ address }: Subscription) => new URL(address).pathname;

it('calendars hold one event, and the whole programme, for everybody', async () => {
  const app = shared();
  const id = await app.event({ title: 'Chess before coffee' });
  await app.event({ title: 'Karaoke', startTime: '2025-11-15T05:30:00.000Z' });
  const one = await app.browser().send(`GET /calendar/events/${id}.ics`);
  expect([one.statusCode, one.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
  expect(titlesIn(one.body)).toEqual(['Chess before coffee']);
  const all = await app.browser().send('GET /calendar.ics');
  expect(titlesIn(all.body)).toEqual(['Chess before coffee', 'Karaoke']);
  const known = { 'if-none-match': String(all.headers.etag) };
  expect((await app.browser().send('GET /calendar.ics', undefined, known)).statusCode).toBe(304);
});

it('calendars of an event follow its edits, with the same UID and a higher SEQUENCE', async () => {
  const app = await testApp();
  const id = await app.event();
  const read = () => eventAt(app, `/calendar/events/${id}.ics`);
  const before = await read();
  await (await app.admin()).send(`PATCH /api/events/${id}`, { startTime: '2025-11-15T01:00:00.000Z' });
  const after = await read();
  expect([after.uid, after.sequence]).toEqual([before.uid, before.sequence + 1]);
  const file = (await (await app.admin()).send('GET /api/admin/exports/festival.json')).json<object>();
  const other = await testApp();
  await (await other.admin()).send('POST /api/admin/imports/festival', file);
  const imported = await eventAt(other, `/calendar/events/${id}.ics`);
  expect(imported.sequence).toBeGreaterThan(after.sequence);
  expect(imported.component.getFirstPropertyValue('dtstamp')?.toString()).toBe('2025-11-14T17:00:00Z');
  expect(after.startDate.toString()).toBe('2025-11-14T20:00:00');
});

it('calendars follow an event that runs late', async () => {
  const app = shared();
  const id = await app.event({ startTime: '2025-11-14T18:00:00.000Z', duration: 60 });
  const read = () => eventAt(app, `/calendar/events/${id}.ics`);
  const before = await read();
  await (await app.admin()).send(`PUT /api/events/${id}/late`, { minutes: 25 });
  const after = await read();
  expect(after.sequence).toBe(before.sequence + 1);
  expect([after.startDate, after.endDate].map(String)).toEqual(['2025-11-14T13:25:00', '2025-11-14T14:25:00']);
});

it('calendars of a visitor hold their events once, with reminders, and nothing of other people', async () => {
  const app = shared();
  const mine = await app.event({ title: 'Chess before coffee' });
  const other = await app.event({ title: 'Karaoke' });
  const device = await deviceWith(app, mine, 'Rosa');
  await device.send('POST /api/rsvps', aRegistration(mine, { playerName: 'Jo' }));
  await deviceWith(app, other, 'Somebody else');
  const subscription = await subscriptionOf(device);
  expect(subscription.address).toMatch(/^http:\/\/festival\.test\/calendar\/[\w-]+\.ics$/);
  // The calendar app has no cookie.
  const feed = await app.browser().send(`GET ${pathOf(subscription)}`);
  expect([feed.statusCode, feed.headers['cache-control']]).toEqual([200, 'private, no-cache']);
  expect(titlesIn(feed.body)).toEqual(['Chess before coffee']);
  expect(feed.body).toContain('TRIGGER:-PT15M');
  expect(feed.body).not.toMatch(/Rosa|Jo\b|Somebody|private@|example\.org/);
  const known = { 'if-none-match': `W/${feed.headers.etag}` };
  const again = await app.browser().send(`GET ${pathOf(subscription)}`, undefined, known);
  expect([again.statusCode, again.body]).toEqual([304, '']);
  await device.send('POST /api/rsvps', aRegistration(other, { playerName: 'Rosa' }));
  const changed = await app.browser().send(`GET ${pathOf(subscription)}`, undefined, known);
  expect([changed.statusCode, titlesIn(changed.body).length]).toEqual([200, 2]);
});

it('calendars of a visitor keep a cancelled event, without a reminder, until the end of the festival', async () => {
  const app = await testApp();
  const id = await app.event({ title: 'Chess before coffee' });
  const device = await deviceWith(app, id);
  const path = pathOf(await subscriptionOf(device));
  const read = async () => eventsIn((await app.browser().send(`GET ${path}`)).body);
  const [before] = await read();
  await (await app.admin()).send(`DELETE /api/events/${id}`);
  const [cancelled, ...others] = await read();
  expect(others).toEqual([]);
  expect(cancelled).toMatchObject({ uid: before?.uid, summary: 'Chess before coffee' });
  expect(cancelled?.component.getFirstPropertyValue('status')).toBe('CANCELLED');
  expect(cancelled?.sequence).toBeGreaterThan(before?.sequence ?? 0);
  expect(cancelled?.startDate.toString()).toBe(before?.startDate.toString());
  expect(cancelled?.component.getFirstSubcomponent('valarm')).toBeNull();
  app.clock.pass(7 * DAY);
  expect(await read()).toEqual([]);
});

it('calendars of a visitor follow a deletion and its undo with a higher SEQUENCE each time', async () => {
  const app = await testApp();
  const [admin, id] = [await app.admin(), await app.event()];
  const device = await deviceWith(app, id);
  const path = pathOf(await subscriptionOf(device));
  const read = async () => {
    const { component, sequence } = await eventAt(app, path);
    return [component.getFirstPropertyValue('status'), sequence, String(component.getFirstPropertyValue('dtstamp'))];
  };
  const states = [await read()];
  const later = () => app.clock.pass(10_000);
  for (let round = 0; round < 2; round += 1) {
    later();
    await admin.send(`DELETE /api/events/${id}`);
    states.push(await read());
    later();
    const notices = (await device.send('GET /api/notices/my')).json<{ id: string }[]>();
    await device.send('POST /api/notices/seen', { ids: notices.map((notice) => notice.id) });
    await admin.send(`POST /api/events/${id}/restore`);
    states.push(await read());
  }
  later();
  await admin.send(`DELETE /api/events/${id}`);
  app.clock.pass(60_000);
  await finishDeletions(app.context);
  states.push(await read());
  await raiseRevisions(app.context.db, 500);
  states.push(await read());
  await raiseRevisions(app.context.db, 500);
  states.push(await read());
  expect(states).toEqual([
    ['CONFIRMED', 0, '2025-11-14T17:00:00Z'],
    ['CANCELLED', 1, '2025-11-14T17:00:10Z'],
    ['CONFIRMED', 2, '2025-11-14T17:00:20Z'],
    ['CANCELLED', 3, '2025-11-14T17:00:30Z'],
    ['CONFIRMED', 4, '2025-11-14T17:00:40Z'],
    ['CANCELLED', 5, '2025-11-14T17:00:50Z'],
    ['CANCELLED', 499, '2025-11-14T17:00:50Z'],
    ['CANCELLED', 500, '2025-11-14T17:00:50Z'],
  ]);
});

it('calendars of a visitor do not hold a cancelled event for which they only waited', async () => {
  const app = shared();
  const [admin, id, device] = [await app.admin(), await fullEvent(app), app.browser()];
  await device.send('POST /api/waiting', aRegistration(id));
  const path = pathOf(await subscriptionOf(device));
  await admin.send(`DELETE /api/events/${id}`);
  expect((await device.send('GET /api/notices/my')).json()).toHaveLength(1);
  expect(titlesIn((await app.browser().send(`GET ${path}`)).body)).toEqual([]);
});

it('calendars of a visitor move to a new address, and the earlier one is void', async () => {
  const app = shared();
  const device = await deviceWith(app, await app.event());
  const first = await subscriptionOf(device);
  expect(await subscriptionOf(device)).toEqual(first);
  const second = await subscriptionOf(device, 'POST');
  expect(await subscriptionOf(device)).toEqual(second);
  const statusAt = async (one: Subscription) => (await app.browser().send(`GET ${pathOf(one)}`)).statusCode;
  expect([await statusAt(first), await statusAt(second)]).toEqual([404, 200]);
});

it('calendars of a visitor end when the visitor is forgotten', async () => {
  const app = shared();
  const device = await deviceWith(app, await app.event());
  const path = pathOf(await subscriptionOf(device));
  expect((await device.send('DELETE /api/visitor')).statusCode).toBe(204);
  expect((await app.browser().send(`GET ${path}`)).statusCode).toBe(404);
});

it('calendars of a visitor has an organiser none', async () => {
  const organiser = await shared().admin();
  for (const method of ['GET', 'POST'])
    expect(seen(await organiser.send(`${method} /api/calendar/subscription`))).toEqual({ status: 200, body: null });
});

it('a known address has a limit of its own, whatever its network asks for', async () => {
  const app = await testApp();
  const [mine, other] = [await deviceWith(app, await app.event()), await deviceWith(app, await app.event())];
  const paths = [pathOf(await subscriptionOf(mine)), pathOf(await subscriptionOf(other))];
  const read = (path = '') => app.browser().send(`GET ${path}`);
  const statuses = (await Promise.all(Array.from({ length: 40 }, () => read(paths[0])))).map((one) => one.statusCode);
  expect(tally(statuses)).toEqual({ 200: 30, 429: 10 });
  expect(Number((await read(paths[0])).headers['retry-after'])).toBeGreaterThan(0);
  expect((await read(paths[1])).statusCode).toBe(200);
  app.clock.pass(60_000);
  expect((await read(paths[0])).statusCode).toBe(200);
});

it('a guessed address is unknown, whatever it looks like, and limited for its network, while known ones are not', async () => {
  const app = await testApp();
  const device = await deviceWith(app, await app.event());
  const path = pathOf(await subscriptionOf(device));
  const other = `${path[10] === 'A' ? 'B' : 'A'}`;
  const guesses = [path.replace(/^\/calendar\/./, `/calendar/${other}`), '/calendar/x.ics', '/calendar/.ics'];
  const statusOf = async (guess: string) => (await app.browser().send(`GET ${guess}`)).statusCode;
  for (const guess of guesses) expect(await statusOf(guess), guess).toBe(404);
  const statuses = await Promise.all(Array.from({ length: 40 }, () => statusOf(guesses[0] ?? '')));
  expect(new Set(statuses)).toEqual(new Set([404, 429]));
  expect(await statusOf(path)).toBe(200);
  app.clock.pass(60_000);
  expect(await statusOf(guesses[0] ?? '')).toBe(404);
});

it('a guessed address is never in the log, nor is a known one', async () => {
  const app = shared();
  const device = await deviceWith(app, await app.event());
  const path = pathOf(await subscriptionOf(device));
  await app.browser().send(`GET ${path}`);
  expect(app.log.join('')).toContain('/calendar/….ics');
  expect(app.log.join('')).not.toContain(path.slice('/calendar/'.length, -'.ics'.length));
});

it('follow the restore of a PostgreSQL dump as that of a backup', async () => {
  const app = await testApp('postgres');
  const [kept, gone] = [await app.event(), await app.event({ title: 'Gone' })];
  const device = await deviceWith(app, gone);
  const admin = await app.admin();
  const path = pathOf(await subscriptionOf(device));
  await admin.send(`PATCH /api/events/${kept}`, { location: 'Deck' });
  await admin.send(`DELETE /api/events/${gone}`);
  await sql.raw(readFileSync('deploy/after-restore.sql', 'utf8')).execute(app.context.db);
  const lowest = revisionAt(new Date()) - 60;
  for (const from of [path, `/calendar/events/${kept}.ics`])
    expect((await eventAt(app, from)).sequence).toBeGreaterThan(lowest);
  const edited = app.context.db.selectFrom('events').select('id').where('edited_at', 'is not', null);
  expect(await edited.execute()).toEqual([]);
  expect((await admin.send('GET /api/admin/deleted-events')).statusCode).toBe(401);
});
