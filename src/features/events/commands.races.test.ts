/**
 * Saying that two events of one room are late at once: what was said of the second is kept. The control shows it lost when
 * the second is not locked.
 */
import { describe, expect, it } from 'vitest';
import { DIALECTS } from '#testing/database.ts';
import { anEvent } from '#testing/factories.ts';
import { CONSTELLATIONS, rivalsOn, tally, unguarded } from '#testing/races.ts';
import { followersOf, latenessAfter } from './rules/lateness.ts';
import { addEvent, changeEvent, findEvent, listEvents } from './store.ts';

const ROUNDS = 10;
const FIRST = { startTime: '2025-11-14T18:00:00.000Z', duration: 60 };
const SECOND = { startTime: '2025-11-14T19:00:00.000Z', duration: 60 };

describe.each(CONSTELLATIONS)('on %s', (_, dialect, instances) => {
  it('keeps a longer delay of a follower that is said at the same moment', async () => {
    const { at, db, organisers } = await rivalsOn(dialect, instances);
    for (let round = 0; round < ROUNDS; round += 1) {
      const location = `Room ${round}`;
      const [first, second] = [await at(0).event({ ...FIRST, location }), await at(0).event({ ...SECOND, location })];
      const answers = await Promise.all([
        organisers[0].send(`PUT /api/events/${first}/late`, { minutes: 25 }),
        organisers[1].send(`PUT /api/events/${second}/late`, { minutes: 40 }),
      ]);
      expect(tally(answers)).toEqual({ 200: 2 });
      expect([await findEvent(db, first), await findEvent(db, second)]).toMatchObject([
        { lateMinutes: 25 },
        { lateMinutes: 40 },
      ]);
    }
  });
});

it.each(DIALECTS)('loses the longer delay when the follower is not locked, on %s', async (dialect) => {
  const { dbs } = await unguarded(dialect, []);
  const first = await addEvent(dbs[0], 'first', anEvent(FIRST));
  await addEvent(dbs[0], 'second', anEvent(SECOND));
  const late = latenessAfter(first, 25, followersOf(first, await listEvents(dbs[0])));
  await changeEvent(dbs[1], 'second', { lateMinutes: 40 });
  for (const [id, lateMinutes] of late) await changeEvent(dbs[0], id, { lateMinutes });
  expect((await findEvent(dbs[0], 'second'))?.lateMinutes).toBe(25);
});
