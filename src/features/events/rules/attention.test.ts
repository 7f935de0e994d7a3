import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shownEvent } from '#testing/shown-event.ts';
import type { FestivalEvent } from '../contract.ts';
import { bracketsMissing, clashesOf, linesWaiting, overTheirEnd, roomsBookedTwice } from './attention.ts';

const NOW = '2025-11-14T17:00:00.000Z';
const at = (minutes: number): string => new Date(Date.parse(NOW) + minutes * 60_000).toISOString();

const event = (id: string, said: Partial<FestivalEvent> = {}) =>
  shownEvent({ id, title: id, startTime: at(0), duration: 60, location: 'Hall', ...said });
const ids = (events: readonly FestivalEvent[]) => events.map(({ id }) => id);
const pairs = (clashes: readonly (readonly FestivalEvent[])[]) => clashes.map(ids);

it('finds events that nobody completed by their end, the most overdue first', () => {
  const live = { status: 'in-progress' } as const;
  const events = [
    event('ends now', { ...live, startTime: at(-60) }),
    event('ends in a minute', { ...live, startTime: at(-59) }),
    event('long over', { ...live, startTime: at(-300) }),
    event('never started', { startTime: at(-200) }),
    event('decided', { ...live, startTime: at(-100), bracketDrawn: true, bracketDecided: true }),
    event('completed', { status: 'completed', startTime: at(-300) }),
  ];
  expect(ids(overTheirEnd(events, NOW))).toEqual(['long over', 'never started', 'decided', 'ends now']);
});

it('finds tournaments without a bracket from an hour before their start until their end', () => {
  const cup = { tournamentType: 'single-elimination' } as const;
  const events = [
    event('in an hour', { ...cup, startTime: at(60) }),
    event('later', { ...cup, startTime: at(61) }),
    event('drawn', { ...cup, bracketDrawn: true }),
    event('no tournament'),
    event('should have begun', { ...cup, startTime: at(-30) }),
    event('begun without', { ...cup, startTime: at(-40), status: 'in-progress' }),
    event('over', { ...cup, startTime: at(-60) }),
    event('completed', { ...cup, status: 'completed' }),
  ];
  expect(ids(bracketsMissing(events, NOW))).toEqual(['begun without', 'should have begun', 'in an hour']);
});

it('finds two events in one room at the same time, in whatever form the room is typed', () => {
  const events = [
    event('b', { startTime: at(30), location: ' hall ' }),
    event('a', { startTime: at(0), location: 'Hall' }),
    event('c', { startTime: at(60), location: 'HALL' }),
    event('elsewhere', { startTime: at(30), location: 'Hall 2' }),
  ];
  expect(pairs(roomsBookedTwice(events, NOW))).toEqual([
    ['a', 'b'],
    ['b', 'c'],
  ]);
});

it('compares rooms by when late events really are', () => {
  const late = event('late', { startTime: at(0), lateMinutes: 90 });
  const [between, clash] = [event('between', { startTime: at(30) }), event('clash', { startTime: at(120) })];
  expect(pairs(roomsBookedTwice([late, between], NOW))).toEqual([]);
  expect(pairs(roomsBookedTwice([late, between, clash], NOW))).toEqual([['late', 'clash']]);
});

it('ignores rooms that are used back to back, by completed events or in the past', () => {
  const events = [
    event('a', { startTime: at(0) }),
    event('next', { startTime: at(60) }),
    event('completed', { startTime: at(0), status: 'completed' }),
    event('over 1', { startTime: at(-300) }),
    event('over 2', { startTime: at(-300) }),
  ];
  expect(roomsBookedTwice(events, NOW)).toEqual([]);
});

it('names what is in the room of a planned event at its time, but not itself, completed ones or neighbours', () => {
  const events = [
    event('late', { startTime: at(45), location: 'HÁLL' }),
    event('early', { startTime: at(-30) }),
    event('itself'),
    event('before', { startTime: at(-60) }),
    event('after', { startTime: at(60) }),
    event('completed', { status: 'completed' }),
    event('elsewhere', { location: 'Hall 2' }),
  ];
  expect(ids(clashesOf(event('itself'), events))).toEqual(['early', 'late']);
  expect(ids(clashesOf({ ...event('x'), id: null }, events))).toEqual(['early', 'itself', 'late']);
});

it('finds the lines of events that are not over, the longest first', () => {
  const events = [
    event('short', { waiting: 1 }),
    event('none'),
    event('long', { waiting: 3, startTime: at(900) }),
    event('over', { waiting: 9, startTime: at(-60) }),
    event('to be drawn', { lottery: true }),
  ];
  expect(ids(linesWaiting(events, NOW))).toEqual(['long', 'short']);
});

it('finds the same pairs as comparing each with each, once each', () => {
  const some = fc.array(
    fc.record({
      start: fc.integer({ min: -200, max: 200 }),
      duration: fc.integer({ min: 15, max: 120 }),
      room: fc.constantFrom('A', 'B'),
      status: fc.constantFrom<FestivalEvent['status']>('upcoming', 'in-progress', 'completed'),
    }),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(some, (drawn) => {
      const events = drawn.map(({ start, room, ...said }, index) =>
        event(`e${String(index).padStart(2, '0')}`, { ...said, startTime: at(start), location: room }),
      );
      const end = (one: FestivalEvent) => Date.parse(one.startTime) + one.duration * 60_000;
      const counts = (one: FestivalEvent) => one.status !== 'completed' && end(one) > Date.parse(NOW);
      const wanted = events.flatMap((a, index) =>
        events
          .slice(index + 1)
          .filter((b) => counts(a) && counts(b) && a.location === b.location)
          .filter((b) => Date.parse(a.startTime) < end(b) && Date.parse(b.startTime) < end(a))
          .map((b) => [a.id, b.id].sort().join()),
      );
      const found = roomsBookedTwice(events, NOW).map(([a, b]) => [a.id, b.id].sort().join());
      expect(found.toSorted()).toEqual(wanted.toSorted());
    }),
  );
});
