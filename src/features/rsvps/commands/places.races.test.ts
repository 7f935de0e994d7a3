/** The locks of a cancellation, and groups that race for the last seats. More races: app/tests/races.test.ts. */

import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Db } from '#database/schema.ts';
import { testApp } from '#testing/app.ts';
import { cancel } from '#testing/calls.ts';
import { NOBODY } from '#testing/context.ts';
import { aRegistration } from '#testing/factories.ts';
import { describeRaces, namesIn, overtake, type Race, type Rivals, seatsOf, send, tally } from '#testing/races.ts';
import { eventWithLine } from '#testing/waiting.ts';
import { findRsvp } from '../store.ts';

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

const SEATS = 20;
const CLIENTS = 200;
/** Client 8 wants places for 8.0, 8.1 and 8.2. */
const groupOf = (client: number) => Array.from({ length: 1 + (client % 3) }, (_, index) => `${client}.${index}`);
const clients = Array.from({ length: CLIENTS }, (_, client) => client);

/** Returns whose group has some places and lacks others. */
async function splitGroups(rivals: Rivals, eventId: string): Promise<number[]> {
  const seated = new Set(await namesIn(rivals, 'rsvps', eventId));
  const isIn = (name: string) => seated.has(name);
  return clients.filter((client) => groupOf(client).some(isIn) && !groupOf(client).every(isIn));
}

const groupsForSeats: Race = async (rivals) => {
  const eventId = await rivals.at(0).event({ capacity: SEATS });
  const browsers = clients.map((client) => rivals.at(client).browser());
  const answers = await Promise.all(
    browsers.map((browser, client) => send(browser, 'POST /api/rsvps', { eventId, playerNames: groupOf(client) })),
  );
  expect(await splitGroups(rivals, eventId)).toEqual([]);
  const [taken = 0] = await seatsOf(rivals, eventId);
  const places = answers.flatMap((answer) => (answer.statusCode === 201 ? answer.json<unknown[]>() : []));
  expect([taken, (await namesIn(rivals, 'rsvps', eventId)).length]).toEqual([places.length, places.length]);
  // Single people fill what is left, and there are enough of them.
  expect(taken).toBe(SEATS);
  expect(Object.keys(tally(answers))).toEqual(['201', '409']);
};

const oneByOne: Race = async (rivals) => {
  const eventId = await rivals.at(0).event({ capacity: SEATS });
  const wanted = clients.flatMap((client) => groupOf(client).map((playerName) => ({ client, playerName })));
  await Promise.all(
    wanted.map(({ client, playerName }) =>
      send(rivals.at(client).browser(), 'POST /api/rsvps', { eventId, playerName }),
    ),
  );
  expect((await splitGroups(rivals, eventId)).length).toBeGreaterThan(0);
};

describeRaces(
  [
    ['200 groups for 20 seats: never more than 20, and all of a group or none', groupsForSeats],
    ['control: when each registers alone, groups are torn apart', oneByOne],
  ],
  1,
);
