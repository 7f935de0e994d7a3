/** Random festivals compared with a simple model of the rules: who has a place, and who stands where in the line. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { hashOf } from '#features/access/session.ts';
import { addVisitor } from '#features/access/store/callers.ts';
import { findEvent } from '#features/events/store.ts';
import { Refusal } from '#platform/refusal.ts';
import { cancel, createEvent, editEvent, join, leave, promoteByHand, register } from '#testing/calls.ts';
import { ORGANISER, testContext } from '#testing/context.ts';
import { openUntilEnd } from '#testing/database.ts';
import { anEvent } from '#testing/factories.ts';
import { forgetVisitor } from '#testing/forget.ts';
import { problemsIn } from '#testing/soundness.ts';

const PEOPLE = 9;
const LARGEST_GROUP = 3;

/** `owner` is the device that registered the person. */
type Person = { readonly who: number; readonly owner: number };
/** Who waits together has the same group. */
type Waiter = Person & { readonly group: number };

type Model = {
  capacity: number;
  seated: Person[];
  line: Waiter[];
  /** Whose seats are lent, and everybody who has waited; both in the order of joining the line. */
  lent: number[];
  joined: number[];
  groups: number;
};

const who = fc.nat(PEOPLE - 1);
const kinds = ['register', 'cancel', 'join', 'leave', 'promote', 'forget'] as const;
const step = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({ kind: fc.constantFrom(...kinds), who, size: fc.integer({ min: 1, max: LARGEST_GROUP }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      ...{ kind: fc.constant('resize' as const), who: fc.integer({ min: 2, max: 7 }), size: fc.constant(1) },
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A device registers its own person, alone or with the next ones. */
const peopleOf = ({ who, size }: Pick<Step, 'who' | 'size'>) =>
  Array.from({ length: size }, (_, index) => (who + index) % PEOPLE);

const has = (list: readonly Person[], one: number) => list.some(({ who }) => who === one);
const without = <P extends Person>(list: readonly P[], one: number) => list.filter(({ who }) => who !== one);

/** While somebody waits every seat is taken or held. */
const takenIn = ({ capacity, seated, line }: Pick<Model, 'capacity' | 'seated' | 'line'>) =>
  line.length > 0 ? capacity : seated.length;

/** Groups of more people than there are seats wait as single people. */
const withoutLargeGroups = (line: readonly Waiter[], seats: number): Waiter[] =>
  line.map((waiter) => {
    const { length } = line.filter(({ group }) => group === waiter.group);
    return length > seats ? { ...waiter, group: -1 - waiter.who } : waiter;
  });

/** Returns the model after the step, or the refusal's code. */
function wanted(model: Model, step: Step): Model | string {
  const { capacity, seated, line, lent, joined, groups } = model;
  const { kind, who } = step;
  const free = capacity - takenIn(model);
  const people = peopleOf(step);
  /** Whole groups get places in their order, and nobody overtakes one that lacks seats. */
  const filled = (places: readonly Person[], left: readonly Waiter[], seats = capacity): Model => {
    const [seatedNow, rest] = [[...places], withoutLargeGroups(left, seats)];
    for (;;) {
      const group = rest.filter((waiter) => waiter.group === rest[0]?.group);
      if (group.length === 0 || group.length > seats - seatedNow.length) break;
      seatedNow.push(...group.map(({ who, owner }) => ({ who, owner })));
      rest.splice(0, group.length);
    }
    return { capacity: seats, seated: seatedNow, line: rest, lent, joined, groups };
  };
  const leave = (isLeaving: (person: Person) => boolean): Model => {
    const ended = seated.filter((person) => isLeaving(person) && lent.includes(person.who)).map((person) => person.who);
    const stay = (person: Person) => !isLeaving(person);
    const after = filled(seated.filter(stay), line.filter(stay), capacity - ended.length);
    return { ...after, lent: lent.filter((one) => !ended.includes(one)) };
  };
  const resized = (): Model => {
    const kept = Math.max(0, seated.length - who);
    return { ...filled(seated, line, who + kept), lent: lent.slice(Math.max(0, lent.length - kept)) };
  };
  switch (kind) {
    case 'resize':
      if (who === capacity) return filled(seated, line);
      return who < seated.length - lent.length ? 'CAPACITY_TAKEN' : resized();
    case 'register': {
      const looked = people.length <= free ? people : people.slice(0, 1);
      if (looked.some((one) => has(seated, one))) return 'ALREADY_REGISTERED';
      if (people.length > free) return 'EVENT_FULL';
      return filled([...seated, ...people.map((one) => ({ who: one, owner: who }))], line);
    }
    case 'cancel':
      return has(seated, who) ? leave((person) => person.who === who && has(seated, who)) : 'NOT_FOUND';
    case 'join': {
      const looked = free > 0 || people.length > capacity ? people.slice(0, 1) : people;
      if (looked.some((one) => has(seated, one) || has(line, one))) return 'ALREADY_REGISTERED';
      if (free > 0) return 'SEAT_FREE';
      if (people.length > capacity) return 'GROUP_TOO_LARGE';
      const together = people.map((one) => ({ who: one, owner: who, group: groups }));
      const inOrder = [...joined.filter((one) => !people.includes(one)), ...people];
      return { ...filled(seated, [...line, ...together]), joined: inOrder, groups: groups + 1 };
    }
    case 'leave':
      return has(line, who) ? filled(seated, without(line, who)) : 'NOT_FOUND';
    case 'promote': {
      const waiter = line.find((one) => one.who === who);
      if (waiter === undefined) return 'NOT_FOUND';
      const placed = [...seated, { who, owner: waiter.owner }];
      const lentNow = joined.filter((one) => one === who || lent.includes(one));
      return { ...filled(placed, without(line, who), capacity + 1), lent: lentNow };
    }
    case 'forget':
      return leave(({ owner }) => owner === who);
  }
}

type Festival = { context: CommandContext; eventId: string; devices: string[]; ids: Map<number, string> };

async function act({ context, eventId, devices, ids }: Festival, step: Step, owner: number): Promise<void> {
  const { kind, who } = step;
  const callerOf = (device: number) => ({
    ...{ visitorId: devices[device] ?? '', deviceId: devices[device] ?? '', staff: null },
  });
  const people = peopleOf(step);
  const registration = { eventId, playerNames: people.map((one) => `player ${one}`) };
  const id = ids.get(who) ?? 'missing';
  if (kind === 'register' || kind === 'join') {
    const entries = await (kind === 'register' ? register : join)(context, callerOf(who), registration);
    for (const [index, { id }] of entries.entries()) ids.set(people[index] ?? -1, id);
  } else if (kind === 'cancel') await cancel(context, callerOf(owner), id);
  else if (kind === 'leave') await leave(context, callerOf(owner), id);
  else if (kind === 'promote') await promoteByHand(context, ORGANISER, id);
  else if (kind === 'resize') await editEvent(context, ORGANISER, eventId, { capacity: who });
  else {
    await forgetVisitor(context, devices[who] ?? '');
    devices[who] = await aDevice(context);
  }
}

async function aDevice(context: CommandContext): Promise<string> {
  const id = context.newId();
  await addVisitor(context.db, { id, tokenHash: hashOf(id), now: context.now().toISOString() });
  return id;
}

const numberOf = ({ player_name }: { player_name: string }): number => Number(player_name.split(' ')[1]);

async function present({ context: { db }, eventId }: Festival) {
  const event = await findEvent(db, eventId);
  const placesIn = db.selectFrom('rsvps').select(['id', 'player_name', 'lent']).where('event_id', '=', eventId);
  const places = await placesIn.orderBy('id').execute();
  const line = db.selectFrom('waiting_entries').select(['player_name', 'holds_seat']).where('event_id', '=', eventId);
  const entries = await line.orderBy('position').execute();
  const held = entries.filter((entry) => entry.holds_seat === 1);
  // Those who hold seats are the first in line.
  expect(held).toEqual(entries.slice(0, held.length));
  return {
    ...{ capacity: event?.capacity, taken: event?.currentRegistrations, waiting: event?.waiting, held: held.length },
    seated: places.map(numberOf).sort(),
    lent: places.filter((place) => place.lent === 1).map(numberOf),
    line: entries.map(numberOf),
  };
}

const expected = (model: Model) => {
  const { capacity, seated, line, lent } = model;
  const taken = takenIn(model);
  return {
    ...{ capacity, taken, waiting: line.length, held: taken - seated.length },
    ...{ seated: seated.map(({ who }) => who).sort(), lent, line: line.map(({ who }) => who) },
  };
};

it('gives freed seats to the first in line, whole groups only, unless they were lent, in any order of events', {
  timeout: 120_000,
}, async () => {
  let made = 0;
  // In order also within a millisecond: whose lent seat ends first goes by it.
  const newId = () => String(++made).padStart(12, '0');
  const context = { ...(await testContext(await openUntilEnd('sqlite::memory:'))), newId };
  const play = fc.asyncProperty(fc.array(step, { maxLength: 50, size: 'max' }), async (steps) => {
    const { id: eventId } = await createEvent(context, ORGANISER, anEvent({ capacity: 2 }));
    const devices: string[] = [];
    for (let n = 0; n < PEOPLE; n += 1) devices.push(await aDevice(context));
    const festival = { context, eventId, devices, ids: new Map() };
    let model: Model = { capacity: 2, seated: [], line: [], lent: [], joined: [], groups: 0 };
    for (const taken of steps) {
      const outcome = wanted(model, taken);
      const owner = [...model.seated, ...model.line].find(({ who }) => who === taken.who)?.owner ?? taken.who;
      const became = await act(festival, taken, owner).then(
        () => 'done',
        (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
      );
      expect([taken, became]).toEqual([taken, typeof outcome === 'string' ? outcome : 'done']);
      if (typeof outcome !== 'string') model = outcome;
      expect([taken, await present(festival)]).toEqual([taken, expected(model)]);
    }
    expect(await problemsIn(context.db, 'sqlite')).toEqual([]);
    await context.db.deleteFrom('events').execute();
  });
  await fc.assert(play, { numRuns: 150 });
});
