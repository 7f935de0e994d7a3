/** The locks of a cancellation. More races: app/tests/races.test.ts. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Db } from '#database/schema.ts';
import { testApp } from '#testing/app.ts';
import { NOBODY } from '#testing/context.ts';
import { aRegistration } from '#testing/factories.ts';
import { overtake } from '#testing/races.ts';
import { eventWithLine } from '#testing/waiting.ts';
import { findRsvp } from '../store.ts';
import { cancel } from './places.ts';

it('on PostgreSQL a cancellation locks the event before the place, which an organiser is checking in', async () => {
  const app = await testApp('postgres');
  const { db } = app.context;
  const eventId = await app.event();
  const alex = app.browser();
  const { id } = (await alex.send('POST /api/rsvps', aRegistration(eventId))).json<{ id: string }>();
  const cancelled = await overtake(
    db,
    eventId,
    () => alex.send(`DELETE /api/rsvps/${id}`),
    // If the place were already locked, both would now deadlock.
    (tx) => sql`select 1 from rsvps where id = ${id} for update nowait`.execute(tx),
  );
  expect(cancelled.statusCode).toBe(204);
});

it('on PostgreSQL refuses a cancellation when the place is handed over while it waits for the lock', async () => {
  const { context, db, id, places } = await eventWithLine('postgres', ['Alex', 'Bo'], ['Cy', 'Di']);
  const [place = ''] = places;
  const give = (tx: Db, visitor_id: string) =>
    tx.updateTable('rsvps').set({ visitor_id }).where('id', '=', place).execute();
  await give(db, 'Cy');
  const cancelling = overtake(
    db,
    id,
    () => cancel(context, { ...NOBODY, visitorId: 'Cy', deviceId: 'Cy' }, place),
    (tx) => give(tx, 'Di'),
  );
  await expect(cancelling).rejects.toMatchObject({ code: 'NOT_YOURS' });
  expect((await findRsvp(db, place))?.visitorId).toBe('Di');
});
