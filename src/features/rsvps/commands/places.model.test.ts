/** Random festivals compared with a simple model of the rules: counts always equal the rows. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Db } from '#database/schema.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { addVisitor } from '#features/access/store/callers.ts';
import { listEvents } from '#features/events/store.ts';
import { Refusal } from '#platform/refusal.ts';
import { cancel, createEvent, deleteEvent, editEvent, register } from '#testing/calls.ts';
import { ORGANISER, testContext } from '#testing/context.ts';
import { openUntilEnd } from '#testing/database.ts';
import { anEvent } from '#testing/factories.ts';

const EVENTS = 3;
const DEVICES = ['one', 'two'];
const PLACES_PER_VISITOR = 6;

type Model = { capacity: number; taken: Map<string, { device: string; id: string }> } | null;

const event = fc.nat(EVENTS - 1);
const device = fc.constantFrom(...DEVICES);
const name = fc.nat(8).map((number) => `player ${number}`);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('register' as const), event, device, name }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('cancel' as const), event, device, name }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('resize' as const), event, capacity: fc.integer({ min: 2, max: 8 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('replace' as const), event }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

type Festival = { context: CommandContext; ids: string[]; model: Model[] };

/** Returns what the rules demand: 'done' or the refusal's code. */
function wanted(model: Model, taken: Step): string {
  if (model === null || taken.kind === 'replace') return 'done';
  if (taken.kind === 'resize') return taken.capacity < model.taken.size ? 'CAPACITY_TAKEN' : 'done';
  const place = model.taken.get(taken.name);
  if (taken.kind === 'cancel') {
    if (place === undefined) return 'NOT_FOUND';
    return place.device === taken.device ? 'done' : 'NOT_YOURS';
  }
  if (place !== undefined) return 'ALREADY_REGISTERED';
  const own = [...model.taken.values()].filter((other) => other.device === taken.device).length;
  if (own >= PLACES_PER_VISITOR) return 'TOO_MANY_HERE';
  return model.taken.size >= model.capacity ? 'EVENT_FULL' : 'done';
}

/** Takes a step, and updates the model when it succeeded. */
async function act({ context, ids, model }: Festival, taken: Step): Promise<void> {
  const id = ids[taken.event] ?? '';
  const known = model[taken.event] ?? { capacity: 0, taken: new Map() };
  const caller = (visitorId: string) => ({ visitorId, deviceId: visitorId, staff: null });
  if (taken.kind === 'register') {
    const [place] = await register(context, caller(taken.device), { eventId: id, playerName: taken.name });
    known.taken.set(taken.name, { device: taken.device, id: place?.id ?? '' });
  } else if (taken.kind === 'cancel') {
    await cancel(context, caller(taken.device), known.taken.get(taken.name)?.id ?? 'missing');
    known.taken.delete(taken.name);
  } else if (taken.kind === 'resize') {
    await editEvent(context, ORGANISER, id, { capacity: taken.capacity });
    known.capacity = taken.capacity;
  } else {
    await deleteEvent(context, ORGANISER, id);
    ids[taken.event] = (await createEvent(context, ORGANISER, anEvent({ capacity: known.capacity }))).id;
    known.taken.clear();
  }
}

async function counted(db: Db): Promise<Record<string, number>> {
  const rows = await db.selectFrom('rsvps').select('event_id').execute();
  const counts: Record<string, number> = {};
  for (const { event_id } of rows) counts[event_id] = (counts[event_id] ?? 0) + 1;
  return counts;
}

it('currentRegistrations equals the number of RSVPs, in any order of events', { timeout: 60_000 }, async () => {
  const context = await testContext(await openUntilEnd('sqlite::memory:'));
  for (const id of DEVICES) await addVisitor(context.db, { id, tokenHash: id, now: '' });

  const play = fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
    await context.db.deleteFrom('events').execute();
    const ids: string[] = [];
    const model: Model[] = [];
    for (let index = 0; index < EVENTS; index += 1) {
      ids.push((await createEvent({ ...context, newId: randomUUID }, ORGANISER, anEvent({ capacity: 4 }))).id);
      model.push({ capacity: 4, taken: new Map() });
    }
    for (const taken of steps) {
      const outcome = wanted(model[taken.event] ?? null, taken);
      const became = await act({ context, ids, model }, taken).then(
        () => 'done',
        (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
      );
      expect([taken, became]).toEqual([taken, outcome]);
      const rows = await counted(context.db);
      for (const { id, currentRegistrations, capacity } of await listEvents(context.db)) {
        const known = model[ids.indexOf(id)];
        expect([currentRegistrations, rows[id] ?? 0, capacity]).toEqual([
          known?.taken.size,
          known?.taken.size,
          known?.capacity,
        ]);
      }
    }
  });
  await fc.assert(play, { numRuns: 60 });
});
