/** The locks of a cancellation. More races: app/tests/races.test.ts. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createEvent } from '#features/events/commands.ts';
import { lockEvent } from '#features/events/store.ts';
import { testApp } from '#testing/app.ts';
import { NOBODY } from '#testing/context.ts';
import { anEvent, aRegistration } from '#testing/factories.ts';
import { untilWaiting } from '#testing/races.ts';

it('on PostgreSQL a cancellation locks the event before the place, which an organiser is checking in', async () => {
  const app = await testApp('postgres');
  const { db } = app.context;
  const { id: eventId } = await createEvent(app.context, NOBODY, anEvent());
  const alex = app.browser();
  const { id } = (await alex.send('POST /api/rsvps', aRegistration(eventId))).json<{ id: string }>();
  let cancelling: ReturnType<typeof alex.send> | undefined;
  await db.transaction().execute(async (tx) => {
    await lockEvent(tx, eventId);
    cancelling = alex.send(`DELETE /api/rsvps/${id}`);
    await untilWaiting(db, 1);
    // If the place were already locked, both would now deadlock.
    await sql`select 1 from rsvps where id = ${id} for update nowait`.execute(tx);
  });
  expect((await cancelling)?.statusCode).toBe(204);
});

it('on PostgreSQL refuses a cancellation when the place is handed over while it waits for the lock', async () => {
  const app = await testApp('postgres');
  const { db } = app.context;
  const { id: eventId } = await createEvent(app.context, NOBODY, anEvent());
  const [alex, robin] = [app.browser(), app.browser()];
  const place = async (browser: typeof alex, name: string) =>
    (await browser.send('POST /api/rsvps', aRegistration(eventId, { playerName: name }))).json<{ id: string }>().id;
  const [id, robins] = [await place(alex, 'Alex'), await place(robin, 'Robin')];
  let cancelling: ReturnType<typeof alex.send> | undefined;
  await db.transaction().execute(async (tx) => {
    await lockEvent(tx, eventId);
    cancelling = alex.send(`DELETE /api/rsvps/${id}`);
    await untilWaiting(db, 1);
    const owned = tx.selectFrom('rsvps').select('visitor_id').where('id', '=', robins);
    await tx
      .updateTable('rsvps')
      .set(await owned.executeTakeFirstOrThrow())
      .where('id', '=', id)
      .execute();
  });
  expect((await cancelling)?.json()).toMatchObject({ code: 'NOT_YOURS' });
  expect((await robin.send('GET /api/rsvps/my')).json()).toHaveLength(2);
});
