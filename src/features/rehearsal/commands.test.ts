import { describe, expect, it } from 'vitest';
import { readMeta } from '#database/meta.ts';
import { movableClock } from '#platform/server/movable-clock.ts';
import { seen, testApp } from '#testing/app.ts';
import { testClock } from '#testing/context.ts';
import { DIALECTS } from '#testing/database.ts';
import { anEvent, aRegistration } from '#testing/factories.ts';
import { followClock, openRehearsal, REHEARSAL } from './commands.ts';

/** The app with a clock that organisers may move, Friday noon. */
async function rehearsal(dialect: (typeof DIALECTS)[number] = 'sqlite') {
  const clock = movableClock(testClock().now);
  return { clock, app: await testApp(dialect, { clock, now: clock.now }) };
}

const LATER = '2025-11-14T22:30:00.000Z';

describe.each(DIALECTS)('the rehearsal’s clock, on %s', (dialect) => {
  it('moves when an organiser asks, for everything that goes by the clock', async () => {
    const { app } = await rehearsal(dialect);
    const id = await app.event({ startTime: '2025-11-14T20:00:00.000Z', duration: 60 });
    const answer = await (await app.admin()).send('PUT /api/rehearsal/clock', { to: LATER });
    expect(seen(answer)).toEqual({ status: 200, body: { aheadMs: 5.5 * 3_600_000, shows: 'Friday, Nov 14, 5:30 PM' } });
    expect(seen(await app.browser().send('GET /api/rehearsal')).body).toEqual(answer.json());
    expect(seen(await app.browser().send('POST /api/rsvps', aRegistration(id)))).toMatchObject({
      status: 409,
      body: { code: 'EVENT_OVER' },
    });
  });

  it('goes on after a restart, and on another instance', async () => {
    const { app } = await rehearsal(dialect);
    await (await app.admin()).send('PUT /api/rehearsal/clock', { to: LATER });
    const { db } = app.context;
    const start = { isOn: true, isNew: false, machine: testClock().now };
    const again = await openRehearsal(db, start);
    expect(again).toMatchObject({ now: expect.any(Function) });
    const other = movableClock(testClock().now);
    await followClock(db, other);
    expect(other.now().toISOString()).toBe(LATER);
    expect(await openRehearsal(db, { ...start, isOn: false })).toEqual({ problem: expect.stringMatching(/rehearsal/) });
  });
});

it('refuses to go back, and writes nothing then', async () => {
  const { app, clock } = await rehearsal();
  await (await app.admin()).send('PUT /api/rehearsal/clock', { to: LATER });
  // The session of before ended in the hours that were skipped.
  const answer = await (await app.admin()).send('PUT /api/rehearsal/clock', { to: '2025-11-14T22:29:59.000Z' });
  expect(seen(answer)).toMatchObject({ status: 400, body: { code: 'BAD_INPUT', field: 'to' } });
  expect(clock.now().toISOString()).toBe(LATER);
  expect(await readMeta(app.context.db, REHEARSAL)).toBe(String(5.5 * 3_600_000));
});

it('has no call to move the clock without the setting', async () => {
  const app = await testApp('sqlite', { clock: null });
  const admin = await app.admin();
  expect((await admin.send('GET /api/rehearsal')).statusCode).toBe(404);
  expect((await admin.send('PUT /api/rehearsal/clock', { to: LATER })).statusCode).toBe(404);
});

it('ends an organiser’s session when the clock skips its hours', async () => {
  const { app } = await rehearsal();
  const admin = await app.admin();
  await admin.send('PUT /api/rehearsal/clock', { to: LATER });
  expect(seen(await admin.send('POST /api/events', anEvent()))).toMatchObject({
    status: 401,
    body: { code: 'LOCKED' },
  });
});
