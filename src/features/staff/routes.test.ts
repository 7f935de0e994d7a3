import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#platform/durations.ts';
import { type Browser, PASSWORD, sharedApp, type TestApp, testApp } from '#testing/app.ts';
import { everyRow } from '#testing/database.ts';
import { aRegistration } from '#testing/factories.ts';
import { aHelper } from '#testing/staff.ts';
import type { Helper, Work } from './contract.ts';

const shared = sharedApp();

const work = async (browser: Browser): Promise<Work | null> => (await browser.send('GET /api/staff')).json();
const listed = async (app: TestApp): Promise<Helper[]> => (await (await app.admin()).send('GET /api/helpers')).json();

async function make(app: TestApp, helper: object) {
  const made = await (await app.admin()).send('POST /api/helpers', { name: 'Mira', role: 'door', ...helper });
  const answer = made.json<{ id: string; link: string; endsAt: string }>();
  return { status: made.statusCode, answer, secret: answer.link?.split('#')[1] ?? '' };
}
const open = (browser: Browser, secret: string) => browser.send('POST /api/helpers/open', { secret });

it('a helper’s link opens a desk that says who works where, and shows its secret only once', async () => {
  const app = await testApp();
  const eventId = await app.event();
  const { status, answer, secret } = await make(app, { eventId });
  expect([status, answer.link]).toEqual([201, `http://festival.test/helper#${secret}`]);
  const phone = app.browser();
  expect(await work(phone)).toBeNull();
  const desk = { name: 'Mira', role: 'door', eventId, location: null, endsAt: answer.endsAt };
  expect((await open(phone, secret)).json()).toEqual(desk);
  expect(await work(phone)).toEqual(desk);
  const [helper] = await listed(app);
  const at = app.clock.now().toISOString();
  expect(helper).toMatchObject({ id: answer.id, ...desk, devices: [{ openedAt: at, lastUsedAt: at }] });
  expect(JSON.stringify([helper, await everyRow(app.context.db)])).not.toContain(secret);
});

it('a helper’s link opens on three devices, on each once, and on another when one has left', async () => {
  const app = shared();
  const { secret } = await make(app, {});
  const phones = [app.browser(), app.browser(), app.browser(), app.browser()] as const;
  const opened = await Promise.all(phones.map((phone) => open(phone, secret)));
  const statuses = opened.map(({ statusCode }) => statusCode);
  expect(statuses.toSorted()).toEqual([200, 200, 200, 409]);
  const [first] = phones.filter((_, index) => statuses[index] === 200);
  const late = phones[statuses.indexOf(409)];
  if (first === undefined || late === undefined) throw new Error('Nobody was refused.');
  expect((await open(first, secret)).statusCode).toBe(200);
  expect((await listed(app))[0]?.devices).toHaveLength(3);
  expect((await first.send('DELETE /api/staff')).statusCode).toBe(204);
  expect(await work(first)).toBeNull();
  expect((await open(late, secret)).statusCode).toBe(200);
});

it('a helper’s link is open once on a phone that opens another link and comes back', async () => {
  const app = await testApp();
  const [door, judge] = [await make(app, {}), await make(app, { name: 'Jo', role: 'judge' })];
  const phone = app.browser();
  for (const { secret } of [door, judge, door, judge, door, judge, door])
    expect((await open(phone, secret)).statusCode).toBe(200);
  expect((await listed(app)).map(({ name, devices }) => [name, devices.length])).toEqual([
    ['Jo', 0],
    ['Mira', 1],
  ]);
  expect((await work(phone))?.role).toBe('door');
});

it('a helper’s link knows nothing under an id that cannot be one', async () => {
  const app = shared();
  const host = await aHelper(app, { role: 'host' });
  for (const call of ['GET /api/events/ID/rsvps', 'GET /api/matches/ID/entries', 'PUT /api/rsvps/ID/check-in']) {
    expect([call, (await host.send(call.replace('ID', '%00_W1'))).statusCode]).toEqual([call, 404]);
  }
});

it('a helper’s link closes its desks when it is stopped, and when its time is over', async () => {
  const app = await testApp();
  const mira = await aHelper(app, {});
  const jo = await aHelper(app, { role: 'judge', endsAt: new Date(app.clock.now().getTime() + HOUR).toISOString() });
  const stopping = async () => (await app.admin()).send(`DELETE /api/helpers/${mira.id}`);
  expect([(await stopping()).statusCode, (await stopping()).statusCode]).toEqual([204, 404]);
  expect([await work(mira), (await work(jo))?.role]).toEqual([null, 'judge']);
  app.clock.pass(HOUR - 1);
  expect((await work(jo))?.role).toBe('judge');
  app.clock.pass(1);
  expect([await work(jo), (await listed(app)).map(({ name }) => name)]).toEqual([null, ['Mira']]);
  app.clock.pass(DAY);
  expect(await listed(app)).toEqual([]);
});

const patch = async (app: TestApp, id: string, endsAt: string | null = null) =>
  (await (await app.admin()).send(`PATCH /api/helpers/${id}`, { endsAt })).statusCode;

it('a helper’s link ends two hours after its event as it is now: moved, late, longer, restored', async () => {
  const app = await testApp();
  const made = app.clock.now().getTime();
  const inDays = (days: number, hours = 0) => new Date(made + days * DAY + hours * HOUR).toISOString();
  const eventId = await app.event({ startTime: inDays(8), duration: 60 });
  const mira = await aHelper(app, { eventId });
  const end = async () => (await work(mira))?.endsAt;
  expect(await end()).toBe(inDays(8, 3));
  app.clock.pass(9 * DAY - HOUR);
  const admin = await app.admin();
  await admin.send(`PATCH /api/events/${eventId}`, { startTime: inDays(9), duration: 120 });
  expect(await end()).toBe(inDays(9, 4));
  await admin.send(`PUT /api/events/${eventId}/late`, { minutes: 60 });
  expect(await end()).toBe(inDays(9, 5));
  await admin.send(`DELETE /api/events/${eventId}`);
  await admin.send(`POST /api/events/${eventId}/restore`);
  expect(await end()).toBe(inDays(9, 5));
  await admin.send(`DELETE /api/events/${eventId}`);
  app.clock.pass(MINUTE);
  await app.context.db.deleteFrom('events').where('id', '=', eventId).execute();
  expect(await work(mira)).toBeNull();
});

it('a helper’s link of a room ends at 05:00 after the last day, and no end is later', async () => {
  const app = await testApp();
  const { answer } = await make(app, { location: 'Ballroom A' });
  expect(answer.endsAt).toBe('2025-11-17T10:00:00.000Z');
  expect((await make(app, { endsAt: '2025-11-17T10:00:00.001Z' })).status).toBe(400);
});

it('a helper’s link is extended without a new one, also when it has ended, until it follows its event again', async () => {
  const app = await testApp();
  const eventId = await app.event({ startTime: app.clock.now().toISOString(), duration: 60 });
  const soon = new Date(app.clock.now().getTime() + HOUR).toISOString();
  const mira = await aHelper(app, { eventId, endsAt: soon });
  app.clock.pass(HOUR);
  expect(await work(mira)).toBeNull();
  const later = new Date(app.clock.now().getTime() + 5 * HOUR).toISOString();
  expect(await patch(app, mira.id, later)).toBe(204);
  expect((await work(mira))?.endsAt).toBe(later);
  expect(await patch(app, mira.id)).toBe(204);
  expect((await work(mira))?.endsAt).toBe(new Date(app.clock.now().getTime() + 2 * HOUR).toISOString());
  expect([await patch(app, mira.id, soon), await patch(app, 'nobody')]).toEqual([400, 404]);
});

it('a helper’s link follows its event again when it was extended after the event, which then moves', async () => {
  const app = await testApp();
  const eventId = await app.event({ startTime: app.clock.now().toISOString(), duration: 60 });
  const mira = await aHelper(app, { eventId });
  app.clock.pass(4 * HOUR);
  expect(await patch(app, mira.id)).toBe(204);
  const extended = (await work(mira))?.endsAt ?? '';
  expect(extended > app.clock.now().toISOString()).toBe(true);
  // The dialog offers the end that the link has.
  expect(await patch(app, mira.id, extended)).toBe(204);
  const startTime = new Date(app.clock.now().getTime() + DAY).toISOString();
  const moved = await (await app.admin()).send(`PATCH /api/events/${eventId}`, { startTime });
  expect(moved.statusCode).toBe(200);
  expect((await work(mira))?.endsAt).toBe(new Date(Date.parse(startTime) + 3 * HOUR).toISOString());
});

it('a helper’s link opens on another phone when an organiser frees a single device', async () => {
  const app = await testApp();
  const { secret } = await make(app, {});
  const phones = [app.browser(), app.browser(), app.browser()] as const;
  for (const phone of phones) await open(phone, secret);
  const late = app.browser();
  expect((await open(late, secret)).statusCode).toBe(409);
  const [first] = (await listed(app))[0]?.devices ?? [];
  const free = async () => (await (await app.admin()).send(`DELETE /api/desks/${first?.id}`)).statusCode;
  expect([await free(), await free()]).toEqual([204, 404]);
  expect((await Promise.all(phones.map(work))).filter((one) => one === null)).toHaveLength(1);
  expect((await open(late, secret)).statusCode).toBe(200);
});

it('a helper’s link refuses a wrong, a stopped and an ended secret with 403', async () => {
  const app = await testApp();
  const stopped = await make(app, {});
  await (await app.admin()).send(`DELETE /api/helpers/${stopped.answer.id}`);
  const ended = await make(app, { endsAt: new Date(app.clock.now().getTime() + MINUTE).toISOString() });
  app.clock.pass(MINUTE);
  for (const secret of ['', 'guessed', stopped.secret, ended.secret]) {
    const answer = await open(app.browser(), secret);
    expect([answer.statusCode, answer.cookies]).toEqual([403, []]);
  }
});

it('a helper keeps their own places on the phone', async () => {
  const app = shared();
  const phone = app.browser();
  await phone.send('POST /api/rsvps', aRegistration(await app.event()));
  const { secret } = await make(app, {});
  await open(phone, secret);
  const places = (await phone.send('GET /api/rsvps/my')).json<unknown[]>();
  expect([places.length, (await work(phone))?.name]).toEqual([1, 'Mira']);
  await phone.send('DELETE /api/staff');
  expect((await phone.send('GET /api/rsvps/my')).json<unknown[]>()).toHaveLength(1);
});

it.each([
  ['whose name is missing', { name: ' ' }],
  ['with both event and room', { location: 'Ballroom A' }],
  ['that is an organiser', { role: 'organiser' }],
  ['whose end has passed', { endsAt: '2025-11-14T16:59:59.000Z' }],
])('a helper is not made %s', async (_, wrong) => {
  const app = shared();
  const before = await everyRow(app.context.db);
  expect((await make(app, { eventId: await app.event(), ...wrong })).status).toBe(400);
  expect((await everyRow(app.context.db)).helpers).toEqual(before.helpers);
});

it('a helper is not made for an event that is not there', async () => {
  expect((await make(shared(), { eventId: 'nowhere' })).status).toBe(404);
});

it('a helper leaves the scope of a room with an event that moves out of it', async () => {
  const app = shared();
  const eventId = await app.event({ location: 'Ballroom A' });
  const mira = await aHelper(app, { location: 'Ballroom A' });
  const read = async () => (await mira.send(`GET /api/events/${eventId}/rsvps`)).statusCode;
  expect(await read()).toBe(200);
  await (await app.admin()).send(`PATCH /api/events/${eventId}`, { location: 'Ballroom B' });
  expect(await read()).toBe(403);
});

it('a helper works in a room however its name is spelled', async () => {
  const app = shared();
  const mira = await aHelper(app, { location: 'Ballroom A' });
  const read = async (location: string) =>
    (await mira.send(`GET /api/events/${await app.event({ location })}/rsvps`)).statusCode;
  expect([await read('ballroom a'), await read('Ballroom  A'), await read('Ballroom B')]).toEqual([200, 200, 403]);
});

it.each([
  ['a walk-in', 'rsvps', ['{"playerName"', ':"Alex"}']],
  ['a call without body that sends one', 'undo-completion', ['{', '}']],
] as const)(
  'a helper who is stopped while a request is on its way changes nothing with it: %s',
  async (_, call, parts) => {
    const app = shared();
    const eventId = await app.event();
    const mira = await aHelper(app, { eventId, role: 'host' });
    const before = await everyRow(app.context.db);
    const body = new Readable({ read: () => undefined });
    const sent = app.fastify.inject({
      method: 'POST',
      url: `/api/events/${eventId}/${call}`,
      headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
      cookies: Object.fromEntries(mira.cookies),
      payload: body,
    });
    body.push(parts[0]);
    await (await app.admin()).send(`DELETE /api/helpers/${mira.id}`);
    body.push(parts[1]);
    body.push(null);
    expect((await sent).statusCode).toBe(401);
    const { rsvps, events } = await everyRow(app.context.db);
    expect([rsvps, events]).toEqual([before.rsvps, before.events]);
  },
);

it('a helper is told that a place is gone, as an organiser is', async () => {
  const app = shared();
  const eventId = await app.event();
  const phone = app.browser();
  const { id } = (await phone.send('POST /api/rsvps', aRegistration(eventId))).json<{ id: string }>();
  await phone.send(`DELETE /api/rsvps/${id}`);
  const mira = await aHelper(app, { eventId });
  const tap = await mira.send(`PUT /api/rsvps/${id}/check-in`, { eventId });
  expect([tap.statusCode, tap.json()]).toEqual([
    404,
    expect.objectContaining({ message: 'This place was cancelled.' }),
  ]);
});

it('a helper works at the event of the link and at no other', async () => {
  const app = shared();
  const [eventId, other] = [await app.event(), await app.event()];
  const mira = await aHelper(app, { eventId });
  const read = async (id: string) => (await mira.send(`GET /api/events/${id}/rsvps`)).statusCode;
  expect([await read(eventId), await read(other)]).toEqual([200, 403]);
});

it('a helper who unlocks with the password is an organiser with the name that they gave', async () => {
  const app = shared();
  const mira = await aHelper(app, {});
  await mira.send('POST /api/admin/verify', { password: 'wrong', name: 'Priya' });
  expect((await work(mira))?.role).toBe('door');
  await mira.send('POST /api/admin/verify', { password: PASSWORD, name: ' Priya ' });
  expect(await work(mira)).toMatchObject({ name: 'Priya', role: 'organiser', endsAt: null });
  await mira.send('DELETE /api/staff');
  expect((await work(mira))?.role).toBe('door');
});
