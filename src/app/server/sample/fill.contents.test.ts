import { expect, test } from 'vitest';
import { TYPES } from '#features/brackets/engine/kinds.ts';
import { NewEvent } from '#features/events/contract.ts';
import { DURATION } from '#features/events/limits.ts';
import { capacityState } from '#features/events/rules/status.ts';
import { cleanName, nameKey } from '#platform/names.ts';
import { readContents, type SampleEvent } from './fill.ts';

const { people, programme: PROGRAMME } = readContents();
const NAMES = people.map(({ name }) => name);
const EVENTS = PROGRAMME.flat();
const titles = (events: readonly SampleEvent[]) => events.map(({ title }) => title);
const stateOf = ({ capacity, guests }: SampleEvent) => capacityState({ capacity, currentRegistrations: guests.length });

test('has about forty events over four days, of every kind', () => {
  expect(PROGRAMME.map((day) => day.length)).toEqual([9, 11, 14, 8]);
  expect(new Set(EVENTS.map(({ eventType }) => eventType))).toEqual(
    new Set(['course', 'board-game', 'card-game', 'video-game']),
  );
  expect(titles(EVENTS.filter(({ title }) => /karaoke/i.test(title)))).toHaveLength(3);
  const types = Map.groupBy(EVENTS, ({ tournamentType }) => tournamentType);
  expect(TYPES.map((type) => types.get(type)?.length)).toEqual([4, 2, 1, 1, 1]);
  expect(titles(EVENTS.filter(({ googleDocUrl }) => googleDocUrl !== null))).toEqual(['One-shot dungeon night']);
});

test('has one full event and a few nearly full', () => {
  expect(titles(EVENTS.filter((event) => stateOf(event) === 'FULL'))).toEqual(['Catan Championship']);
  expect(titles(EVENTS.filter((event) => stateOf(event) === 'ALMOST FULL'))).toEqual([
    'Learn to paint minis',
    'Poker for seashells',
    'Turbo Kart Grand Prix',
    'Murder at the buffet',
    'Design a game in ninety minutes',
    'Bubble Brawl Cup',
    'Lockpicking for honest rogues',
    'Cribbage on the boards',
  ]);
});

test('moves a course and a double elimination to the present', () => {
  const moved = EVENTS.filter(({ startedAgo }) => startedAgo !== undefined);
  expect(moved.map(({ eventType, tournamentType }) => [eventType, tournamentType])).toEqual([
    ['course', null],
    ['video-game', 'double-elimination'],
  ]);
  expect(PROGRAMME[1]).toEqual(expect.arrayContaining(moved));
});

test('has events that the Create New Event dialog accepts, each with its own title and description', () => {
  for (const { at: _, startedAgo: __, guests: ___, results: ____, ...event } of EVENTS) {
    const sent = { ...event, startTime: '2025-11-13T20:00:00.000Z' };
    expect(NewEvent.parse(sent)).toEqual(sent);
    expect(event.duration % DURATION.step).toBe(0);
  }
  expect(new Set(titles(EVENTS)).size).toBe(EVENTS.length);
  expect(new Set(EVENTS.map(({ description }) => description)).size).toBe(EVENTS.length);
});

test('has hosts from its own people', () => {
  expect(EVENTS.map(({ host }) => host).filter((host) => !NAMES.includes(host))).toEqual([]);
});

test('120 names that anyone could have typed, no two of them with one key', () => {
  expect(NAMES).toHaveLength(120);
  expect(NAMES.map(cleanName)).toEqual(NAMES.map((name) => ({ name })));
  expect(new Set(NAMES.map(nameKey)).size).toBe(120);
});

test('has guests from its own people, in a tournament with the highest score first', () => {
  const scores = new Map(people.map(({ name, score }) => [name, score]));
  for (const { guests, tournamentType } of EVENTS) {
    const points = guests.map((name) => scores.get(name) ?? Number.NaN);
    expect(points).not.toContain(Number.NaN);
    if (tournamentType !== null) expect(points).toEqual(points.toSorted((one, other) => other - one));
  }
});
