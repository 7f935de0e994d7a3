/**
 * Organisers who change events at the same moment. What was said of an event that runs late is kept; the control shows it lost
 * when the event is not locked.
 */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '#features/audit/contract.ts';
import { DIALECTS } from '#testing/database.ts';
import { anEvent } from '#testing/factories.ts';
import { CONSTELLATIONS, rivalsOn, tally, unguarded, untilBlocked } from '#testing/races.ts';
import { followersOf, latenessAfter } from '../../rules/lateness.ts';
import { addEvent, changeEvent, findEvent, listEvents, lockEvent } from '../../store.ts';

const ROUNDS = 3;
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

  it('answers everybody when devices forget themselves while a room’s delay changes', async () => {
    const { at, db, organisers } = await rivalsOn(dialect, instances);
    const ids = ['c', 'b', 'a'];
    for (const [hours, id] of ids.entries()) {
      const startTime = `2025-11-14T${18 + hours}:00:00.000Z`;
      await addEvent(db, id, anEvent({ title: id, startTime, duration: 60, location: 'Hall' }));
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      const phones = Array.from({ length: 3 }, (_, phone) => at(phone).browser());
      for (const phone of phones) {
        for (const eventId of ids)
          await phone.send('POST /api/rsvps', { eventId, playerName: `P${phones.indexOf(phone)}` });
      }
      const answers = await Promise.all([
        organisers[0].send('PUT /api/events/c/late', { minutes: 25 + round }),
        ...phones.map((phone) => phone.send('DELETE /api/visitor')),
        organisers[1].send('PUT /api/events/b/late', { minutes: 40 + round }),
        organisers[0].send(round % 2 ? 'DELETE /api/events/c' : 'POST /api/events/c/restore'),
        organisers[1].send('PATCH /api/events/b', { duration: 50 + round }),
      ]);
      expect(answers.map(({ statusCode }) => statusCode).filter((status) => status >= 500)).toEqual([]);
    }
  });
});

/** Each would deadlock with a transaction that locks the follower, whose id is smaller, and then the event. */
it.each([
  ['PUT /api/events/b/late', { minutes: 40 }],
  ['PATCH /api/events/b', { startTime: '2025-11-14T18:15:00.000Z' }],
  ['PATCH /api/events/b', { duration: 45 }],
  ['PATCH /api/events/b/status', { status: 'completed' }],
  ['DELETE /api/events/b', undefined],
  ['POST /api/events/b/restore', undefined],
  ['POST /api/events/b/undo-completion', undefined],
] as const)('locks nothing while it waits for the follower with the smaller id: %s %j', async (call, body) => {
  const { db, organisers } = await rivalsOn('postgres', 1);
  await addEvent(db, 'b', anEvent(FIRST));
  await addEvent(db, 'a', anEvent(SECOND));
  const [admin] = organisers;
  await admin.send('PUT /api/events/b/late', { minutes: 25 });
  await admin.send('PATCH /api/events/b/status', { status: 'in-progress' });
  if (call.endsWith('undo-completion')) await admin.send('PATCH /api/events/b/status', { status: 'completed' });
  if (call.endsWith('restore')) await admin.send('DELETE /api/events/b');
  const answer = await db.transaction().execute(async (tx) => {
    await lockEvent(tx, 'a');
    const sent = admin.send(call, body);
    await untilBlocked(db, 1);
    await sql`select 1 from events where id = 'b' for update nowait`.execute(tx);
    return { sent };
  });
  expect((await answer.sent).statusCode).toBeLessThan(300);
});

it.each(DIALECTS)('loses the longer delay when the follower is not locked, on %s', async (dialect) => {
  const { dbs } = await unguarded(dialect, []);
  const first = await addEvent(dbs[0], 'first', anEvent(FIRST));
  await addEvent(dbs[0], 'second', anEvent(SECOND));
  const late = latenessAfter(first, { ...first, lateMinutes: 25 }, followersOf(first, await listEvents(dbs[0])));
  await changeEvent(dbs[1], 'second', { lateMinutes: 40, editedAt: first.startTime });
  for (const [id, lateMinutes] of late) await changeEvent(dbs[0], id, { lateMinutes, editedAt: first.startTime });
  expect((await findEvent(dbs[0], 'second'))?.lateMinutes).toBe(25);
});

it('records one change when two organisers start an event at the same moment', async () => {
  const { db, organisers } = await rivalsOn('postgres', 1);
  await addEvent(db, 'catan', anEvent());
  const { sent } = await db.transaction().execute(async (tx) => {
    await lockEvent(tx, 'catan');
    const sent = organisers.map((admin) => admin.send('PATCH /api/events/catan/status', { status: 'in-progress' }));
    await untilBlocked(db, 2);
    return { sent };
  });
  expect((await Promise.all(sent)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const records = (await organisers[0].send('GET /api/admin/audit')).json<AuditEntry[]>();
  expect(records.map(({ action }) => action)).toEqual(['event started']);
});
