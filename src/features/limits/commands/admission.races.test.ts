/** What is checked before a write stays within its limit when many write concurrently. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Browser, seen, testApp } from '#testing/app.ts';
import { aRegistration } from '#testing/factories.ts';
import { CONSTELLATIONS, rivalsOn, tally } from '#testing/races.ts';

const TEN_SECONDS = 10_000;
const account = (browser: Browser, name: string = randomUUID()) => browser.send('POST /api/users', { name });

describe.each(CONSTELLATIONS)('a limit under concurrent writes, on %s', (_name, dialect, instances) => {
  it('admits exactly the allowed number', async () => {
    const { at, db } = await rivalsOn(dialect, instances, { limits: { users: 20 } });
    const race = async () => tally(await Promise.all(Array.from({ length: 60 }, (_, n) => account(at(n).browser()))));
    expect(await race()).toEqual({ 201: 20, 409: 40 });
    // Again after a deletion: the rows are recounted while others add.
    await db.deleteFrom('users').where('id', 'in', db.selectFrom('users').select('id').limit(7)).execute();
    for (const n of [0, 1]) at(n).clock.pass(TEN_SECONDS);
    expect((await race())[201]).toBe(7);
    expect(await db.selectFrom('users').select('id').execute()).toHaveLength(20);
  });
});

it('a refused write costs as much as a registration when the name was taken concurrently', async () => {
  const app = await testApp('postgres', { limits: { newVisitors: { burst: 2, perMinute: 1 } } });
  const eventId = await app.event({ capacity: 9 });
  const both = [1, 2].map(() => app.browser().send('POST /api/rsvps', aRegistration(eventId)));
  expect(tally(await Promise.all(both))).toEqual({ 201: 1, 409: 1 });
  expect(seen(await account(app.browser(), 'Sam'))).toMatchObject({ status: 429, body: { code: 'TOO_FAST' } });
});
