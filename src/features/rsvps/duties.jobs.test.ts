import { describe, expect, it } from 'vitest';
import { createEvent } from '#testing/calls.ts';
import { jobContext, ORGANISER, testClock, testContext } from '#testing/context.ts';
import { DIALECTS, everyRow, freshDatabase } from '#testing/database.ts';
import { anEvent } from '#testing/factories.ts';
import { dropOldEmails } from './duties.ts';
import { addRsvp } from './store.ts';

/** 17 December, 05:00 there: the end of the last day plus 30 days. */
const DUE = '2025-12-17T10:00:00.000Z';
const BEFORE = '2025-12-17T09:59:59.999Z';

describe.each(DIALECTS)('%s', (dialect) => {
  it('the emails of a past festival are deleted 30 days after its last day and not before, and nothing else is', async () => {
    const context = await testContext(await freshDatabase(dialect), testClock(BEFORE));
    const events = [
      await createEvent(context, ORGANISER, anEvent({ startTime: '2025-11-13T20:00:00.000Z' })),
      await createEvent(context, ORGANISER, anEvent({ startTime: '2025-11-17T08:59:00.000Z' })),
      // Later than the last day in festival.json.
      await createEvent(context, ORGANISER, anEvent({ startTime: '2025-11-18T20:00:00.000Z' })),
    ];
    for (const [index, { id: eventId }] of events.entries()) {
      const playerEmail = `alex.${index}@mail.example`;
      const place = { id: context.newId(), eventId, playerName: 'Alex', nameKey: 'alex', playerEmail, visitorId: null };
      await addRsvp(context.db, { ...place, createdAt: BEFORE });
    }
    const before = await everyRow(context.db);
    const job = dropOldEmails('rsvps', 'delete emails');
    expect(await job.run(jobContext(context))).toBe(0);
    expect(await everyRow(context.db)).toEqual(before);

    const later = jobContext(context, { now: () => new Date(DUE) });
    expect([await job.run(later), await job.run(later)]).toEqual([2, 0]);
    const expected = before.rsvps?.map((row) => row.replace(/"alex\.[01]@mail\.example"/, 'null')).sort();
    expect(await everyRow(context.db)).toEqual({ ...before, rsvps: expected });
    expect(JSON.stringify(expected)).toContain('alex.2@mail.example');
  });
});
