/** Registration paused by an organiser, through the real app. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { type Browser, seen, sharedApp, type TestApp, testApp } from '#testing/app.ts';
import { everyRow } from '#testing/database.ts';
import { aRegistration } from '#testing/factories.ts';
import { openAdmission, setPaused } from './admission.ts';

const shared = sharedApp();

const paused = {
  status: 503,
  body: { code: 'PAUSED', message: 'New places, accounts and games are paused for a moment.' },
};

/** Pauses as the dashboard does, then advances the clock past the time the state is kept in memory. */
async function pause({ context, clock }: TestApp, on = true): Promise<void> {
  await setPaused(context.db, on);
  clock.pass(1000);
}

const callsOf = (eventId: string, n: number) =>
  [
    ['POST /api/rsvps', aRegistration(eventId, { playerName: `Player ${n}` })],
    ['POST /api/users', { name: `User ${n}` }],
  ] as const;

/** Returns the statuses of these calls from a device with a place and an account. */
async function statusesOf(browser: Browser, eventId: string, n: number): Promise<number[]> {
  const statuses = [];
  for (const [call, body] of callsOf(eventId, n)) statuses.push((await browser.send(call, body)).statusCode);
  return statuses;
}

it('while registration is paused refuses writes of strangers and of known devices, and writes nothing', async () => {
  const app = shared();
  const id = await app.event();
  const known = app.browser();
  expect(await statusesOf(known, id, 1)).toEqual([201, 201]);
  await pause(app);
  const before = await everyRow(app.context.db);
  for (const browser of [known, app.browser()]) {
    for (const [call, body] of callsOf(id, 2)) {
      const refused = await browser.send(call, body, { 'idempotency-key': randomUUID() });
      expect(seen(refused)).toEqual(paused);
      expect(refused.headers['retry-after']).toBe('30');
      expect(refused.cookies.map(({ name }) => name)).toEqual([]);
    }
  }
  expect(await everyRow(app.context.db)).toEqual(before);
  await pause(app, false);
  expect(await statusesOf(known, id, 2)).toEqual([201, 201]);
  expect(await statusesOf(app.browser(), id, 3)).toEqual([201, 201]);
});

it('while registration is paused repeats an answer from before the pause, and accepts the same key after it', async () => {
  const app = shared();
  const [done, waiting] = [{ 'idempotency-key': randomUUID() }, { 'idempotency-key': randomUUID() }];
  const first = await app.browser().send('POST /api/users', { name: 'Alex' }, done);
  await pause(app);
  expect(seen(await app.browser().send('POST /api/users', { name: 'Alex' }, done))).toEqual(seen(first));
  expect(seen(await app.browser().send('POST /api/users', { name: 'Robin' }, waiting))).toEqual(paused);
  await pause(app, false);
  expect((await app.browser().send('POST /api/users', { name: 'Robin' }, waiting)).statusCode).toBe(201);
});

it('lets organisers add, and devices cancel', async () => {
  const app = await testApp();
  const id = await app.event();
  const known = app.browser();
  const place = (await known.send('POST /api/rsvps', aRegistration(id))).json<{ id: string }>();
  await pause(app);
  expect(await statusesOf(await app.admin(), id, 1)).toEqual([201, 201]);
  expect((await known.send(`DELETE /api/rsvps/${place.id}`)).statusCode).toBe(204);
});

it('is kept in memory until its topic is touched', async () => {
  const { context } = await testApp();
  const admission = openAdmission(context, null);
  const caller = { visitorId: 'v', deviceId: 'v', staff: null };
  const write = { caller, idempotency: null, network: null, badgeWord: null };
  await admission.admit(write);
  await setPaused(context.db, true);
  admission.touched(['events']);
  await admission.admit(write);
  admission.touched(['admission']);
  await expect(admission.admit(write)).rejects.toThrow('New places, accounts and games are paused for a moment.');
  await setPaused(context.db, false);
  // The connection to other instances was lost: anything may have changed.
  admission.touched(null);
  await admission.admit(write);
});

it('reaches another instance within a second', async () => {
  const app = await testApp('postgres');
  const known = app.browser();
  await known.send('POST /api/users', { name: 'Alex' });
  await setPaused(app.context.db, true);
  const message = JSON.stringify({ from: 'another instance', topics: ['admission'] });
  await sql`select pg_notify('boardwalk_touched', ${message})`.execute(app.context.db);
  await vi.waitFor(async () => expect(seen(await known.send('POST /api/users', { name: 'Alex' }))).toEqual(paused), {
    timeout: 5000,
    interval: 10,
  });
});
