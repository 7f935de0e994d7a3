import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { listEntries } from '#features/audit/store.ts';
import { addEvent } from '#features/events/store.ts';
import { HOUR, MINUTE } from '#platform/durations.ts';
import { seen, type TestApp, testApp } from '#testing/app.ts';
import { everyRow } from '#testing/database.ts';
import { anEvent } from '#testing/factories.ts';
import { codeToken } from './commands/by-code.ts';
import type { StaffRsvp } from './contract.ts';
import { dropOldTaps } from './duties.ts';

async function scene(said: Parameters<typeof anEvent>[0] = {}) {
  const app = await testApp();
  const { id: eventId } = await addEvent(app.context.db, app.context.newId(), anEvent(said));
  const visitor = app.browser();
  const { id } = (await visitor.send('POST /api/rsvps', { eventId, playerName: 'Alex' })).json<{ id: string }>();
  const admin = await app.admin();
  const isoAgo = (minutes: number) => new Date(app.clock.now().getTime() - minutes * MINUTE).toISOString();
  /** Sends a tap that was made so many minutes ago. */
  const tap = (method: 'PUT' | 'DELETE', minutes: number, more: object = {}) =>
    admin.send(`${method} /api/rsvps/${id}/check-in`, {
      ...{ tapId: randomUUID(), eventId, madeAt: isoAgo(minutes) },
      ...more,
    });
  const walkIn = (body: object) => admin.send(`POST /api/events/${eventId}/rsvps`, body);
  const list = async () => (await admin.send(`GET /api/events/${eventId}/rsvps`)).json<StaffRsvp[]>();
  const finish = async () => {
    await admin.send(`PATCH /api/events/${eventId}/status`, { status: 'in-progress' });
    await admin.send(`PATCH /api/events/${eventId}/status`, { status: 'completed' });
  };
  return { app, eventId, id, visitor, admin, isoAgo, tap, walkIn, list, finish };
}
const audited = async ({ context }: TestApp) => listEntries(context.db, {}, 10);

it('taps that waited for a network count from when they were made, and the audit names both times', async () => {
  const { app, tap, isoAgo } = await scene();
  const [now, then] = [app.clock.now().toISOString(), isoAgo(30)];
  expect(seen(await tap('PUT', 30))).toMatchObject({ status: 200, body: { checkedIn: true, checkedInAt: then } });
  expect(await audited(app)).toMatchObject([
    { action: 'checked in by staff', at: now, after: { checkedInAt: then, madeAt: then } },
  ]);
  await tap('DELETE', 20);
  expect((await audited(app)).find(({ action }) => action === 'check-in undone')).toMatchObject({
    at: now,
    before: { checkedInAt: then },
    after: { checkedIn: false, madeAt: isoAgo(20) },
  });
});

it('taps that waited for a network respect the check-in by the person’s own phone', async () => {
  const { app, eventId, visitor, tap, isoAgo } = await scene();
  const token = codeToken(app.context, { eventId, generation: 1 });
  expect((await visitor.send('POST /api/check-in', { token, playerName: 'Alex' })).statusCode).toBe(200);
  await tap('PUT', 10);
  expect((await tap('DELETE', 5)).json()).toMatchObject({ checkedIn: true, checkedInAt: isoAgo(0) });
});

it('taps that waited for a network leave the check-in by another phone to it when they are overruled', async () => {
  const { app, eventId, tap, list } = await scene();
  await tap('DELETE', 5);
  const token = codeToken(app.context, { eventId, generation: 1 });
  await app.browser().send('POST /api/check-in', { token, playerName: 'Alex' });
  const entries = await audited(app);
  expect((await tap('PUT', 10)).json()).toMatchObject({ checkedInBy: 'code' });
  expect(await audited(app)).toEqual(entries);
  await tap('PUT', 0);
  expect((await list())[0]).toMatchObject({ checkedInBy: 'staff' });
});

it('taps that waited for a network do not follow a place to another event, nor back when the move is undone', async () => {
  const { app, eventId, id, admin, tap, isoAgo } = await scene();
  const { id: otherId } = await addEvent(app.context.db, app.context.newId(), anEvent({ title: 'Uno' }));
  await tap('PUT', 60);
  const moved = (await admin.send(`POST /api/rsvps/${id}/move`, { eventId: otherId })).json<{ id: string }>();
  expect((await tap('PUT', 10, { eventId: otherId })).json()).toMatchObject({ checkedInAt: isoAgo(10) });
  await admin.send(`POST /api/amendments/${moved.id}/undo`);
  expect((await tap('DELETE', 20, { eventId })).json()).toMatchObject({ checkedIn: false, checkedInAt: null });
});

it('taps that waited for a network change nothing when sent again, also after somebody undid them', async () => {
  const { app, tap, admin, id } = await scene();
  const tapId = randomUUID();
  await tap('PUT', 10, { tapId });
  await admin.send(`DELETE /api/rsvps/${id}/check-in`);
  const before = await everyRow(app.context.db);
  expect((await tap('PUT', 0, { tapId })).json()).toMatchObject({ checkedIn: false });
  expect(await everyRow(app.context.db)).toEqual(before);
  expect(seen(await tap('DELETE', 10, { tapId }))).toMatchObject({ status: 422, body: { code: 'KEY_REUSED' } });
});

it('taps that waited for a network do not check in again whom an organiser took out with all check-ins by other phones', async () => {
  const { app, eventId, admin, tap } = await scene();
  const token = codeToken(app.context, { eventId, generation: 1 });
  await app.browser().send('POST /api/check-in', { token, playerName: 'Alex' });
  const undone = async () => (await admin.send(`POST /api/events/${eventId}/undo-check-ins`, { minutes: 15 })).json();
  expect([await undone(), await undone()]).toEqual([{ undone: 1 }, { undone: 0 }]);
  expect((await tap('PUT', 5)).json()).toMatchObject({ checkedIn: false, checkedInAt: null });
  expect((await audited(app)).map(({ action }) => action)).toEqual(['check-ins by other phones undone']);
});

it('taps that waited for a network refuse the id of a tap on somebody else', async () => {
  const { app, eventId, admin, tap, list } = await scene();
  const other = await app.browser().send('POST /api/rsvps', { eventId, playerName: 'Bo' });
  const tapId = randomUUID();
  await tap('PUT', 10, { tapId });
  const again = await admin.send(`PUT /api/rsvps/${other.json<{ id: string }>().id}/check-in`, {
    tapId,
    eventId,
    madeAt: app.clock.now().toISOString(),
  });
  const body = { code: 'KEY_REUSED', message: 'This tap has the id of another one.' };
  expect(seen(again)).toEqual({ status: 422, body });
  expect((await list()).map(({ checkedIn }) => checkedIn)).toEqual([true, false]);
});

it('taps that waited for a network refuses the id of a tap at another event’s door, also at the same moment', async () => {
  const { app, admin, walkIn } = await scene();
  const { id: otherId } = await addEvent(app.context.db, app.context.newId(), anEvent({ title: 'Uno' }));
  const elsewhere = (body: object) => admin.send(`POST /api/events/${otherId}/rsvps`, body);
  const tapId = randomUUID();
  expect((await walkIn({ playerName: 'Anna', tapId })).statusCode).toBe(201);
  expect(seen(await elsewhere({ playerName: 'Berta', tapId }))).toMatchObject({
    status: 422,
    body: { code: 'KEY_REUSED' },
  });
  for (let round = 0; round < 3; round += 1) {
    const [one, shared] = [`Round ${round}`, randomUUID()];
    const both = [walkIn({ playerName: one, tapId: shared }), elsewhere({ playerName: one, tapId: shared })];
    const statuses = (await Promise.all(both)).map(({ statusCode }) => statusCode);
    expect(statuses.sort()).toEqual([201, 422]);
  }
});

it('taps that waited for a network refuses a tap for a moved place or a completed event', async () => {
  const { app, eventId, id, admin, tap, finish } = await scene();
  const refused = async (answer: Promise<Parameters<typeof seen>[0]>, status: number, message: string) =>
    expect(seen(await answer)).toMatchObject({ status, body: { message } });
  const { id: otherId } = await addEvent(app.context.db, app.context.newId(), anEvent({ title: 'Uno' }));
  await refused(tap('PUT', 24 * 60 + 1), 410, 'Not applied: the tap is more than 24 hours old.');
  await refused(tap('PUT', 5, { madeAt: 'noon' }), 400, 'Made at is not an ISO 8601 time.');
  await admin.send(`POST /api/rsvps/${id}/move`, { eventId: otherId });
  await refused(tap('PUT', 5), 409, 'This place was moved to Uno.');
  await admin.send(`POST /api/rsvps/${id}/move`, { eventId });
  await finish();
  await refused(tap('PUT', 5), 409, 'This event is over.');
  await admin.send(`DELETE /api/rsvps/${id}`);
  await refused(tap('PUT', 5), 404, 'This place was cancelled.');
  await admin.send(`DELETE /api/events/${eventId}`);
  await refused(tap('PUT', 5), 404, 'This event was cancelled.');
  expect(await app.context.db.selectFrom('door_taps').selectAll().execute()).toEqual([]);
});

it('taps that waited for a network tell of a renamed place by its present name', async () => {
  const { id, admin, tap } = await scene();
  await admin.send(`POST /api/rsvps/${id}/rename`, { playerName: 'Alexandra' });
  expect((await tap('PUT', 5)).json()).toMatchObject({ playerName: 'Alexandra', checkedIn: true });
});

it('taps that waited for a network tell when the bracket was drawn without the player', async () => {
  const { eventId, id, admin, walkIn, tap } = await scene({ tournamentType: 'single-elimination' });
  await walkIn({ playerName: 'Robin' });
  await walkIn({ playerName: 'Kim' });
  const drawn = await admin.send(`POST /api/events/${eventId}/generate-bracket`, {
    randomSeed: false,
    without: [id],
  });
  expect(drawn.statusCode).toBe(201);
  expect((await tap('PUT', 5)).json()).toMatchObject({ checkedIn: true, leftOut: true });
  expect((await tap('DELETE', 1)).json()).not.toHaveProperty('leftOut');
});

it('taps that waited for a network add a walk-in once, checked in when they came', async () => {
  const { admin, walkIn, list, isoAgo } = await scene({ capacity: 2 });
  const body = { playerName: 'Robin', tapId: randomUUID(), madeAt: isoAgo(10) };
  const added = await walkIn(body);
  expect(seen(added)).toMatchObject({ status: 201, body: { checkedInAt: isoAgo(10) } });
  const both = await Promise.all([walkIn({ ...body, madeAt: isoAgo(11) }), walkIn(body)]);
  expect(both.map(seen)).toEqual([seen(added), seen(added)]);
  expect(await list()).toHaveLength(2);
  const full = { code: 'EVENT_FULL', message: 'This event is full.' };
  expect(seen(await walkIn({ ...body, playerName: 'Kim', tapId: randomUUID() }))).toEqual({
    status: 409,
    body: full,
  });
  await admin.send(`DELETE /api/rsvps/${added.json<StaffRsvp>().id}`);
  expect(seen(await walkIn(body))).toMatchObject({
    status: 410,
    body: { message: 'Not added: an organiser has removed this person.' },
  });
  expect(await list()).toHaveLength(1);
});

it('taps that waited for a network are known for another day after they could have arrived, and then dropped', async () => {
  const { app, eventId, id, tap, walkIn, isoAgo } = await scene();
  const [tapId, walkInId] = [randomUUID(), randomUUID()];
  await tap('PUT', 10, { tapId });
  await walkIn({ playerName: 'Robin', tapId: walkInId, madeAt: isoAgo(0) });
  const madeAt = isoAgo(60);
  app.clock.pass(25 * HOUR);
  const admin = await app.admin();
  const again = (call: string, body: object) => admin.send(call, { madeAt, ...body });
  await dropOldTaps.run(app.context);
  expect((await again(`PUT /api/rsvps/${id}/check-in`, { tapId })).json()).toMatchObject({ checkedIn: true });
  const walkIns = `POST /api/events/${eventId}/rsvps`;
  expect((await again(walkIns, { playerName: 'Robin', tapId: walkInId })).statusCode).toBe(201);
  expect((await again(walkIns, { playerName: 'Kim', tapId: randomUUID() })).statusCode).toBe(410);
  app.clock.pass(23 * HOUR - 11 * MINUTE);
  expect(await dropOldTaps.run(app.context)).toBe(0);
  app.clock.pass(2 * MINUTE);
  expect(await dropOldTaps.run(app.context)).toBe(1);
});
