/** Many devices delete their data, 40 a second, in a festival with many names. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '#database/schema.ts';
import { hashOf } from '#features/access/session.ts';
import { nameKey } from '#platform/names.ts';
import { look } from '../../faults/checker.ts';
import { atMost, check, type Scenario } from '../scenario.ts';
import { add, newTally, sentIn } from '../wire.ts';

const PER_SECOND = 40;
/** Rows per insert; SQLite accepts 32,766 parameters. */
const PIECE = 1000;
const SEATS = 9000;
/** A busy machine disturbs most of them; of so many a few are left undisturbed. */
const ALONE = 25;
/** Limit as a multiple of adding a user, which is one durable write too. */
const AS_LONG = 6;
const NOW = '2025-11-14T12:00:00.000Z';

const tokenOf = (victim: number): string => `victim-${victim}`;

/** Every visitor has an account, and the first 9,000 have a place. */
async function addVictims(db: Db, first: number, count: number, eventId: string): Promise<void> {
  const victims = Array.from({ length: count }, (_, n) => ({ victim: first + n, id: randomUUID() }));
  const named = victims.map(({ victim, id }) => ({
    ...{ id: randomUUID(), visitor_id: id, created_at: NOW },
    ...{ name: `Victim ${victim}`, name_key: nameKey(`Victim ${victim}`) },
  }));
  await db
    .insertInto('visitors')
    .values(victims.map(({ id }) => ({ id, hold_key: id, created_at: NOW })))
    .execute();
  const times = { created_at: NOW, last_seen_at: NOW };
  await db
    .insertInto('devices')
    .values(
      victims.map(({ victim, id }) => ({ ...{ id, visitor_id: id }, ...times, token_hash: hashOf(tokenOf(victim)) })),
    )
    .execute();
  await db
    .insertInto('users')
    .values(named.map((row) => ({ ...row, score: 0 })))
    .execute();
  const seated = named.slice(0, Math.max(0, SEATS - first)).map(({ name, ...row }) => ({
    ...{ ...row, id: randomUUID(), event_id: eventId, player_name: name, player_email: null },
    ...{ checked_in: 0 as const, checked_in_at: null },
  }));
  if (seated.length === 0) return;
  await db
    .updateTable('events')
    .set((eb) => ({ seats_taken: eb('seats_taken', '+', seated.length) }))
    .where('id', '=', eventId)
    .execute();
  for (let at = 0; at < seated.length; at += PIECE) {
    await db
      .insertInto('rsvps')
      .values(seated.slice(at, at + PIECE))
      .execute();
  }
}

export const forget: Scenario = {
  name: 'forget',
  goal: 'forgetting stays fast with many names',
  seconds: 6,
  home: { p50: 60 },
  guards: [
    {
      file: 'src/features/people/users/store/users.ts',
      guard: "select(['id', 'name']).where('visitor_id', '=', visitorId)",
      without: "select(['id', 'name'])",
    },
  ],
  prepare: (databaseUrl, rows) =>
    look(databaseUrl, (db) =>
      db.transaction().execute(async (tx) => {
        const { id } = await tx
          .updateTable('events')
          .set({ capacity: 10_000 })
          .where('id', '=', (eb) => eb.selectFrom('events').select('id').where('status', '=', 'upcoming').limit(1))
          .returning('id')
          .executeTakeFirstOrThrow();
        for (let first = 0; first < rows; first += PIECE) {
          await addVictims(tx, first, Math.min(PIECE, rows - first), id);
        }
      }),
    ),
  async attack({ client, organiser }, { seconds }) {
    const hostile = client();
    const sent = newTally(`DELETE /api/visitor, ${PER_SECOND} a second`);
    const answers: Promise<void>[] = [];
    for (let victim = 0; victim < seconds * PER_SECOND; victim += 1) {
      const headers = { cookie: `fest_id=${tokenOf(victim)}` };
      answers.push(hostile.send({ call: 'DELETE /api/visitor', headers }).then(({ status }) => add(sent, status)));
      await pause(1000 / PER_SECOND);
    }
    await Promise.all(answers);
    const forgotten = sent.statuses.get(204) ?? 0;
    const removed: number[] = [];
    const added: number[] = [];
    for (let n = 0; n < ALONE; n += 1) {
      const headers = { cookie: `fest_id=${tokenOf(answers.length + n)}` };
      removed.push((await hostile.send({ call: 'DELETE /api/visitor', headers })).ms);
      const user = { call: 'POST /api/users', body: { name: `Guest ${n}` }, headers: { cookie: organiser } };
      added.push((await hostile.send(user)).ms);
    }
    return {
      sent: [sent],
      checks: [
        check('all are forgotten', forgotten, forgotten === sentIn(sent)),
        atMost('the fastest one alone, in times of adding a user', Math.min(...removed) / Math.min(...added), AS_LONG),
      ],
    };
  },
};
