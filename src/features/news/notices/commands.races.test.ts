/**
 * Changing an event while people register for it and cancel: nobody keeps an old time without being told. The control
 * shows the check failing when the event is not locked.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { addVisitor } from '#features/access/store/callers.ts';
import { finishDeletions } from '#features/events/commands.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { changeEvent, findEvent, takeSeat } from '#features/events/store.ts';
import type { Rsvp } from '#features/rsvps/contract.ts';
import { addRsvp } from '#features/rsvps/store.ts';
import { LIMITS } from '#platform/server/limits.ts';
import { createEvent } from '#testing/calls.ts';
import { ORGANISER, TEST_HOOKS, testFestival } from '#testing/context.ts';
import { DIALECTS } from '#testing/database.ts';
import { anEvent } from '#testing/factories.ts';
import { CONSTELLATIONS, type Rivals, rivalsOn, tally, unguarded } from '#testing/races.ts';
import { problemsIn } from '#testing/soundness.ts';
import { notifyEvent } from './commands.ts';
import { listNoticesOf } from './store.ts';

const ROUNDS = 3;
const PEOPLE = 20;
const NEW_START = '2025-11-15T01:00:00.000Z';

const eventIn = ({ at }: Rivals) => at(0).event({ capacity: 100 });

/** Registers, then looks at the event. Returns what this device was told of its time, on the list or by a notice. */
async function registerAndLook({ at }: Rivals, index: number, eventId: string) {
  const phone = at(index).browser();
  const answer = await phone.send('POST /api/rsvps', { eventId, playerName: `Player ${index}` });
  const events = (await phone.send('GET /api/events')).json<FestivalEvent[]>();
  const start = events.find(({ id }) => id === eventId)?.startTime ?? null;
  return { phone, answer, start };
}

const toldOf = async ({ db }: Rivals, eventId: string): Promise<Map<string, string>> => {
  const rows = await db
    .selectFrom('notices')
    .select(['visitor_id', 'became'])
    .where('event_id', '=', eventId)
    .execute();
  return new Map(rows.map(({ visitor_id, became }) => [visitor_id, became]));
};
const holderOf = async ({ db }: Rivals, { id }: Rsvp) =>
  (await db.selectFrom('rsvps').select('visitor_id').where('id', '=', id).executeTakeFirst())?.visitor_id ?? '';

describe.each(CONSTELLATIONS)('on %s', (_, dialect, instances) => {
  it('everybody who registers while an event moves has read the new time or has a notice', async () => {
    const rivals = await rivalsOn(dialect, instances);
    for (let round = 0; round < ROUNDS; round += 1) {
      const eventId = await eventIn(rivals);
      const registering = Array.from({ length: PEOPLE }, (_, index) => registerAndLook(rivals, index, eventId));
      const move = rivals.organisers[1].send(`PATCH /api/events/${eventId}`, {
        startTime: NEW_START,
        editedAt: NEW_START,
      });
      const phones = await Promise.all(registering);
      expect((await move).statusCode).toBe(200);
      const told = await toldOf(rivals, eventId);
      for (const { answer, start } of phones) {
        expect(answer.statusCode).toBe(201);
        if (start !== NEW_START) expect(told.get(await holderOf(rivals, answer.json()))).toContain(NEW_START);
      }
    }
    expect(await problemsIn(rivals.db, dialect)).toEqual([]);
  });

  it('everybody who gets a place while the event is deleted has a notice, and nobody gets one afterwards', async () => {
    const rivals = await rivalsOn(dialect, instances);
    for (let round = 0; round < ROUNDS; round += 1) {
      const eventId = await eventIn(rivals);
      const registering = Array.from({ length: PEOPLE }, (_, index) => registerAndLook(rivals, index, eventId));
      const deletion = rivals.organisers[0].send(`DELETE /api/events/${eventId}`);
      const answers = (await Promise.all(registering)).map(({ answer }) => answer);
      expect((await deletion).statusCode).toBe(204);
      const told = await toldOf(rivals, eventId);
      const placed = answers.filter(({ statusCode }) => statusCode === 201);
      for (const place of placed) expect(told.has(await holderOf(rivals, place.json()))).toBe(true);
      expect(tally(answers)[404] ?? 0).toBe(PEOPLE - placed.length);
    }
    expect(await problemsIn(rivals.db, dialect)).toEqual([]);
  });

  it('moves an event while everybody cancels', async () => {
    const rivals = await rivalsOn(dialect, instances);
    const eventId = await eventIn(rivals);
    const phones = await Promise.all(
      Array.from({ length: PEOPLE }, (_, index) => registerAndLook(rivals, index, eventId)),
    );
    const cancelling = phones.map(({ phone, answer }) => phone.send(`DELETE /api/rsvps/${answer.json<Rsvp>().id}`));
    const move = rivals.organisers[0].send(`PATCH /api/events/${eventId}`, {
      startTime: NEW_START,
      editedAt: NEW_START,
    });
    expect(tally([...(await Promise.all(cancelling)), await move])).toEqual({ 200: 1, 204: PEOPLE });
    expect(await problemsIn(rivals.db, dialect)).toEqual([]);
  });

  it('a deletion is undone or final, never both', async () => {
    const rivals = await rivalsOn(dialect, instances);
    for (const [waitMs, restored] of [
      [59_999, true],
      [60_000, false],
    ] as const) {
      const eventId = await eventIn(rivals);
      await rivals.organisers[0].send(`DELETE /api/events/${eventId}`);
      for (const app of new Set([rivals.at(0), rivals.at(1)])) app.clock.pass(waitMs);
      const [undone, ...finished] = await Promise.all([
        rivals.organisers[1].send(`POST /api/events/${eventId}/restore`),
        finishDeletions(rivals.at(0).context),
        finishDeletions(rivals.at(1).context),
      ]);
      expect([undone.statusCode, finished.reduce((sum, count) => sum + count, 0)]).toEqual(
        restored ? [200, 0] : [404, 1],
      );
      expect((await findEvent(rivals.db, eventId)) !== null).toBe(restored);
    }
  });
});

it.each(DIALECTS)('somebody keeps the old time untold when the event is not locked, on %s', async (dialect) => {
  const { dbs } = await unguarded(dialect, []);
  const [organiser, phone] = dbs;
  const base = {
    secret: '',
    limits: LIMITS,
    hooks: TEST_HOOKS,
    festivalFile: testFestival(),
    now: () => new Date(0),
    newId: randomUUID,
  };
  const context = { db: organiser, ...base };
  const before = await createEvent(context, ORGANISER, anEvent());
  await addVisitor(phone, { id: 'rosa', tokenHash: 'rosa', now: '' });
  // The organiser's statements, with a registration between them that a lock would have kept out.
  await notifyEvent(
    context,
    organiser,
    { event: before, cancelled: false },
    { event: { ...before, startTime: NEW_START }, cancelled: false },
  );
  const seat = await takeSeat(phone, before.id);
  const place = { id: 'r', eventId: before.id, playerName: 'Rosa', nameKey: 'rosa', playerEmail: null, createdAt: '' };
  await addRsvp(phone, { ...place, visitorId: 'rosa' });
  await changeEvent(organiser, before.id, { startTime: NEW_START, editedAt: NEW_START });
  expect([seat?.startTime, await listNoticesOf(phone, 'rosa')]).toEqual([before.startTime, []]);
});
