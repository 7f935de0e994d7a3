import { expect, it } from 'vitest';
import { listEntries } from '#features/audit/store.ts';
import { addEvent } from '#features/events/store.ts';
import { type Browser, seen, type TestApp, testApp } from '#testing/app.ts';
import { everyRow } from '#testing/database.ts';
import { anEvent } from '#testing/factories.ts';
import { aHelper } from '#testing/staff.ts';
import type { StaffRsvp } from './contract.ts';

const MISSING = '01890000-0000-7000-8000-000000000000';

async function scene(names: readonly string[], said: Parameters<typeof anEvent>[0] = {}) {
  const app = await testApp();
  const { id } = await addEvent(app.context.db, app.context.newId(), anEvent(said));
  for (const playerName of names) {
    const playerEmail = `${playerName.toLowerCase()}@example.org`;
    await app.browser().send('POST /api/rsvps', { eventId: id, playerName, playerEmail });
  }
  const admin = await app.admin();
  const list = async () => (await admin.send(`GET /api/events/${id}/rsvps`)).json<StaffRsvp[]>();
  const place = async (name: string) => (await list()).find((rsvp) => rsvp.playerName === name)?.id ?? '';
  const walkIn = (playerName: unknown) => admin.send(`POST /api/events/${id}/rsvps`, { playerName });
  return { app, id, admin, list, place, walkIn };
}
const taken = async (browser: Browser, id: string) =>
  (await browser.send('GET /api/events'))
    .json<{ id: string; currentRegistrations: number }[]>()
    .find((event) => event.id === id)?.currentRegistrations;
const audited = async ({ context }: TestApp) =>
  (await listEntries(context.db, {}, 10))
    .map(({ action, subject, before, after }) => ({ action, subject, before, after }))
    .toSorted((a, b) => a.action.localeCompare(b.action));

it('the staff list lists everybody with their email, sorted by name', async () => {
  const { app, id, list } = await scene(['Zoe', 'alex']);
  const now = app.clock.now().toISOString();
  const place = {
    id: expect.any(String),
    eventId: id,
    createdAt: now,
    checkedIn: false,
    checkedInAt: null,
    checkedInBy: null,
    checkedInByName: null,
  };
  expect(await list()).toEqual([
    { ...place, playerName: 'alex', playerEmail: 'alex@example.org' },
    { ...place, playerName: 'Zoe', playerEmail: 'zoe@example.org' },
  ]);
});

it('the staff list has no emails for a helper, who is at the door of the own event whatever they send', async () => {
  const { app, id, place } = await scene(['Alex']);
  const door = await aHelper(app, { role: 'door', eventId: id });
  const alex = await place('Alex');
  for (const { playerName, playerEmail } of (await door.send(`GET /api/events/${id}/rsvps`)).json<StaffRsvp[]>())
    expect([playerName, playerEmail]).toEqual(['Alex', undefined]);
  expect((await door.send(`POST /api/events/${id}/rsvps`, { playerName: 'Bo' })).json()).not.toHaveProperty(
    'playerEmail',
  );
  const other = await app.event();
  const tapped = await door.send(`PUT /api/rsvps/${alex}/check-in`, { eventId: other });
  expect(seen(tapped)).toMatchObject({ status: 200, body: { checkedIn: true } });
  expect(tapped.json()).not.toHaveProperty('playerEmail');
});

it('the staff list checks in and undoes it; repeating changes and records nothing', async () => {
  const { app, admin, place } = await scene(['Alex']);
  const id = await place('Alex');
  const at = app.clock.now().toISOString();
  const first = await admin.send(`PUT /api/rsvps/${id}/check-in`);
  expect(first.headers['x-touches']).toBe('rsvps');
  expect(seen(first)).toMatchObject({ status: 200, body: { checkedIn: true, checkedInAt: at } });
  app.clock.pass(60_000);
  expect(seen(await admin.send(`PUT /api/rsvps/${id}/check-in`))).toEqual(seen(first));
  const undone = await admin.send(`DELETE /api/rsvps/${id}/check-in`);
  expect(seen(undone)).toMatchObject({ status: 200, body: { checkedIn: false, checkedInAt: null } });
  expect(seen(await admin.send(`DELETE /api/rsvps/${id}/check-in`))).toEqual(seen(undone));
  const recorded = { id, eventId: expect.any(String), playerName: 'Alex', createdAt: at };
  const there = { ...recorded, checkedIn: true, checkedInAt: at, checkedInBy: 'staff' };
  const away = { ...recorded, checkedIn: false, checkedInAt: null, checkedInBy: null };
  expect(await audited(app)).toEqual([
    { action: 'check-in undone', subject: 'Alex at Catan Open', before: there, after: away },
    { action: 'checked in by staff', subject: 'Alex at Catan Open', before: away, after: there },
  ]);
});

it('the staff list says by name who checked in, until the check-in is undone', async () => {
  const { app, admin, list, place } = await scene(['Alex', 'Sam']);
  const mira = await aHelper(app, { name: 'Mira', role: 'door' });
  await mira.send(`PUT /api/rsvps/${await place('Alex')}/check-in`);
  await admin.send(`PUT /api/rsvps/${await place('Sam')}/check-in`);
  const named = async () => (await list()).map(({ checkedInByName }) => checkedInByName);
  expect(await named()).toEqual(['Mira', null]);
  await admin.send(`PUT /api/rsvps/${await place('Alex')}/check-in`);
  expect(await named()).toEqual(['Mira', null]);
  await mira.send(`DELETE /api/rsvps/${await place('Alex')}/check-in`);
  expect(await named()).toEqual([null, null]);
});

it('the staff list: a walk-in is registered and checked in, takes a seat, and belongs to no device', async () => {
  const { app, id, admin, walkIn, list } = await scene(['Alex']);
  const now = app.clock.now().toISOString();
  const answer = await walkIn('  Robin  ');
  const robin = {
    id: expect.any(String),
    eventId: id,
    playerName: 'Robin',
    checkedIn: true,
    checkedInAt: now,
    checkedInBy: 'staff',
    createdAt: now,
  };
  expect(seen(answer)).toEqual({ status: 201, body: { ...robin, checkedInByName: null } });
  expect(answer.headers['x-touches']).toBe('events,rsvps');
  expect(await list()).toHaveLength(2);
  expect(await taken(admin, id)).toBe(2);
  const row = app.context.db.selectFrom('rsvps').select('visitor_id').where('player_name', '=', 'Robin');
  expect(await row.executeTakeFirst()).toEqual({ visitor_id: null });
  const subject = 'Robin at Catan Open';
  expect(await audited(app)).toEqual([{ action: 'walk-in added', subject, before: null, after: robin }]);
});

it('the staff list refuses a walk-in by the rules of every place, and writes nothing', async () => {
  const { app, id, admin, walkIn } = await scene(['Alex'], { capacity: 2 });
  const refused = async (name: unknown, status: number, body: object) => {
    const before = await everyRow(app.context.db);
    expect(seen(await walkIn(name))).toEqual({ status, body });
    expect(await everyRow(app.context.db)).toEqual(before);
  };
  await refused('ALEX', 409, {
    code: 'ALREADY_REGISTERED',
    message: 'Someone called ALEX has a place already. Add an initial.',
    field: 'playerName',
  });
  await refused('  ', 400, { code: 'BAD_INPUT', message: 'Player name is missing.', field: 'playerName' });
  await walkIn('Bo');
  await refused('Cy', 409, { code: 'EVENT_FULL', message: 'This event is full.' });
  await admin.send(`PATCH /api/events/${id}/status`, { status: 'in-progress' });
  await admin.send(`PATCH /api/events/${id}/status`, { status: 'completed' });
  await refused('Cy', 409, { code: 'EVENT_OVER', message: 'This event is over.' });
});

it('the staff list does not change a completed event or a cancelled place', async () => {
  const { id, admin, place } = await scene(['Alex']);
  const alex = await place('Alex');
  await admin.send(`PATCH /api/events/${id}/status`, { status: 'in-progress' });
  await admin.send(`PATCH /api/events/${id}/status`, { status: 'completed' });
  for (const method of ['PUT', 'DELETE']) {
    const over = { code: 'EVENT_OVER', message: 'This event is over.' };
    expect(seen(await admin.send(`${method} /api/rsvps/${alex}/check-in`))).toEqual({ status: 409, body: over });
    const gone = { code: 'NOT_FOUND', message: 'This place was cancelled.' };
    expect(seen(await admin.send(`${method} /api/rsvps/${MISSING}/check-in`))).toEqual({ status: 404, body: gone });
  }
});
