import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connect } from '#database/connect.ts';
import { readMeta, writeMeta } from '#database/meta.ts';
import { MIGRATIONS, migrate, NEWEST } from '#database/migrate.ts';
import type { Db } from '#database/schema.ts';
import { HOUR } from '#platform/durations.ts';
import { movableClock } from '#platform/server/movable-clock.ts';
import { seen, testApp } from '#testing/app.ts';
import { testClock } from '#testing/context.ts';
import { emptyUrl, freshDatabase } from '#testing/database.ts';
import { anEvent, aRegistration } from '#testing/factories.ts';
import { admit, followClock, REHEARSAL, readAhead } from './commands.ts';

/** The app with a clock that organisers may move, Friday noon. */
async function rehearsal() {
  const clock = movableClock(testClock().now);
  return { clock, app: await testApp('sqlite', { clock, now: clock.now }) };
}

const LATER = '2025-11-14T22:30:00.000Z';

it('the rehearsal’s clock moves when an organiser asks, for everything that goes by the clock', async () => {
  const { app } = await rehearsal();
  const id = await app.event({ startTime: '2025-11-14T20:00:00.000Z', duration: 60 });
  const answer = await (await app.admin()).send('PUT /api/rehearsal/clock', { to: LATER });
  expect(seen(answer)).toEqual({ status: 200, body: { aheadMs: 5.5 * HOUR, shows: 'Friday, Nov 14, 5:30 PM' } });
  expect(seen(await app.browser().send('GET /api/rehearsal')).body).toEqual(answer.json());
  expect(seen(await app.browser().send('POST /api/rsvps', aRegistration(id)))).toMatchObject({
    status: 409,
    body: { code: 'EVENT_OVER' },
  });
});

it('the rehearsal’s clock goes on after a restart, and on another instance', async () => {
  const { app } = await rehearsal();
  await (await app.admin()).send('PUT /api/rehearsal/clock', { to: LATER });
  const { db } = app.context;
  expect(await readAhead(db)).toBe(5.5 * HOUR);
  const other = movableClock(testClock().now);
  await followClock(db, other);
  expect(other.now().toISOString()).toBe(LATER);
});

describe('a start', () => {
  const start = (isOn: boolean) => async (tx: Db, isNew: boolean) => {
    const problem = await admit(tx, { isOn, isNew });
    if (problem !== null) throw new Error(problem);
  };
  const versions = (db: Db) => sql`select version from schema_version`.execute(db).then(({ rows }) => rows);

  it.each([
    ['a newer rehearsal', true, null, /needs a database of its own/],
    ['a newer festival', false, '0', /belongs to a rehearsal/],
  ])('migrates nothing when %s is refused', async (_title, isOn, mark, why) => {
    const { db } = await freshDatabase('sqlite');
    if (mark !== null) await writeMeta(db, REHEARSAL, mark);
    const newer = [...MIGRATIONS, () => ['create table newer (id integer)']];
    await expect(migrate(db, 'sqlite', newer, start(isOn))).rejects.toThrow(why);
    expect(await versions(db)).toEqual([{ version: NEWEST }]);
    await expect(sql`select * from newer`.execute(db)).rejects.toThrow(/newer/);
  });

  it('marks a rehearsal’s new database in the transaction that makes it', async () => {
    const url = await emptyUrl('sqlite');
    const fails = async () => {
      throw new Error('killed');
    };
    await expect(connect(url, () => {}, fails)).rejects.toThrow('killed');
    const { db, close } = await connect(url, () => {}, start(true));
    onTestFinished(close);
    expect(await readMeta(db, REHEARSAL)).toBe('0');
    await expect(connect(url, () => {}, start(false))).rejects.toThrow(/belongs to a rehearsal/);
  });
});

it('refuses to go back, and writes nothing then', async () => {
  const { app, clock } = await rehearsal();
  await (await app.admin()).send('PUT /api/rehearsal/clock', { to: LATER });
  // The session of before ended in the hours that were skipped.
  const answer = await (await app.admin()).send('PUT /api/rehearsal/clock', { to: '2025-11-14T22:29:59.000Z' });
  expect(seen(answer)).toMatchObject({ status: 400, body: { code: 'BAD_INPUT', field: 'to' } });
  expect(clock.now().toISOString()).toBe(LATER);
  expect(await readMeta(app.context.db, REHEARSAL)).toBe(String(5.5 * HOUR));
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
