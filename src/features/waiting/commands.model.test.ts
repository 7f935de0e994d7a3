/** Random festivals compared with a simple model of the rules: who has a place, and who stands where in the line. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { hashOf } from '#features/access/session.ts';
import { addVisitor } from '#features/access/store/callers.ts';
import { createEvent, editEvent } from '#features/events/commands.ts';
import { findEvent } from '#features/events/store.ts';
import { cancel, register } from '#features/rsvps/commands/places.ts';
import { Refusal } from '#platform/refusal.ts';
import { ORGANISER, testContext } from '#testing/context.ts';
import { openUntilEnd } from '#testing/database.ts';
import { anEvent } from '#testing/factories.ts';
import { forgetVisitor } from '#testing/forget.ts';
import { problemsIn } from '#testing/soundness.ts';
import { join, leave, promoteByHand } from './commands.ts';

const PEOPLE = 9;

/** Each person has a device. */
type Model = {
  capacity: number;
  seated: number[];
  line: number[];
  /** Whose seats are lent, and everybody who has waited; both in the order of joining the line. */
  lent: number[];
  joined: number[];
};

const who = fc.nat(PEOPLE - 1);
const kinds = ['register', 'cancel', 'join', 'leave', 'promote', 'forget'] as const;
const step = fc.oneof(
  { weight: 9, arbitrary: fc.record({ kind: fc.constantFrom(...kinds), who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('resize' as const), who: fc.integer({ min: 2, max: 7 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const without = (list: number[], one: number) => list.filter((other) => other !== one);

/** Returns the model after the step, or the refusal's code. */
function wanted({ capacity, seated, line, lent, joined }: Model, { kind, who }: Step): Model | string {
  const [sits, waits, isFull] = [seated.includes(who), line.includes(who), seated.length >= capacity];
  const filled = (places: number[], left: number[], seats = capacity): Model => {
    const taken = Math.max(0, Math.min(seats - places.length, left.length));
    const seatedNow = [...places, ...left.slice(0, taken)];
    return { capacity: seats, seated: seatedNow, line: left.slice(taken), lent, joined };
  };
  const leaves = (left: number[]): Model => ({
    ...filled(without(seated, who), left, lent.includes(who) ? capacity - 1 : capacity),
    lent: without(lent, who),
  });
  const resized = (): Model => {
    const kept = Math.max(0, seated.length - who);
    return { ...filled(seated, line, who + kept), lent: lent.slice(Math.max(0, lent.length - kept)) };
  };
  switch (kind) {
    case 'resize':
      if (who === capacity) return filled(seated, line);
      return who < seated.length - lent.length ? 'CAPACITY_TAKEN' : resized();
    case 'register':
      if (sits) return 'ALREADY_REGISTERED';
      return isFull ? 'EVENT_FULL' : filled([...seated, who], line);
    case 'cancel':
      return sits ? leaves(line) : 'NOT_FOUND';
    case 'join':
      if (sits || waits) return 'ALREADY_REGISTERED';
      return isFull ? { ...filled(seated, [...line, who]), joined: [...without(joined, who), who] } : 'SEAT_FREE';
    case 'leave':
      return waits ? filled(seated, without(line, who)) : 'NOT_FOUND';
    case 'promote':
      if (!waits) return 'NOT_FOUND';
      return {
        ...filled([...seated, who], without(line, who), capacity + 1),
        lent: joined.filter((one) => one === who || lent.includes(one)),
      };
    case 'forget':
      return leaves(without(line, who));
  }
}

type Festival = { context: CommandContext; eventId: string; devices: string[]; ids: Map<number, string> };

async function act({ context, eventId, devices, ids }: Festival, { kind, who }: Step): Promise<void> {
  const visitorId = devices[who] ?? '';
  const caller = { visitorId, deviceId: visitorId, staff: null };
  const write = { caller, idempotency: null, network: null, badgeWord: null };
  const registration = { eventId, playerName: `player ${who}` };
  const id = ids.get(who) ?? 'missing';
  if (kind === 'register') ids.set(who, (await register(context, write, registration)).answer.id);
  else if (kind === 'join') ids.set(who, (await join(context, write, registration)).answer.id);
  else if (kind === 'cancel') await cancel(context, caller, id);
  else if (kind === 'leave') await leave(context, caller, id);
  else if (kind === 'promote') await promoteByHand(context, ORGANISER, id);
  else if (kind === 'resize') await editEvent(context, ORGANISER, eventId, { capacity: who });
  else {
    await forgetVisitor(context, visitorId);
    devices[who] = await aDevice(context);
  }
}

async function aDevice(context: CommandContext): Promise<string> {
  const id = context.newId();
  await addVisitor(context.db, { id, tokenHash: hashOf(id), now: context.now().toISOString() });
  return id;
}

const numberOf = ({ player_name }: { player_name: string }): number => Number(player_name.split(' ')[1]);

async function present({ context: { db }, eventId }: Festival): Promise<Omit<Model, 'joined'>> {
  const event = await findEvent(db, eventId);
  const placesIn = db.selectFrom('rsvps').select(['id', 'player_name', 'lent']).where('event_id', '=', eventId);
  const places = await placesIn.orderBy('id').execute();
  const line = db.selectFrom('waiting_entries').select('player_name').where('event_id', '=', eventId);
  const entries = await line.orderBy('position').execute();
  expect([event?.currentRegistrations, event?.waiting]).toEqual([places.length, entries.length]);
  const seated = places.map(numberOf).sort();
  const lent = places.filter((place) => place.lent === 1).map(numberOf);
  return { capacity: event?.capacity ?? 0, seated, line: entries.map(numberOf), lent };
}

it('gives each freed seat to the first in line unless it was lent, in any order of events', {
  timeout: 60_000,
}, async () => {
  const context = await testContext(await openUntilEnd('sqlite::memory:'));
  const play = fc.asyncProperty(fc.array(step, { maxLength: 50 }), async (steps) => {
    const { id: eventId } = await createEvent(context, ORGANISER, anEvent({ capacity: 2 }));
    const devices: string[] = [];
    for (let n = 0; n < PEOPLE; n += 1) devices.push(await aDevice(context));
    const festival = { context, eventId, devices, ids: new Map() };
    let model: Model = { capacity: 2, seated: [], line: [], lent: [], joined: [] };
    for (const taken of steps) {
      const outcome = wanted(model, taken);
      const became = await act(festival, taken).then(
        () => 'done',
        (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
      );
      expect([taken, became]).toEqual([taken, typeof outcome === 'string' ? outcome : 'done']);
      if (typeof outcome !== 'string') model = outcome;
      const { joined: _, ...stored } = model;
      expect([taken, await present(festival)]).toEqual([taken, { ...stored, seated: model.seated.toSorted() }]);
    }
    expect(await problemsIn(context.db, 'sqlite')).toEqual([]);
    await context.db.deleteFrom('events').execute();
  });
  await fc.assert(play, { numRuns: 60 });
});
