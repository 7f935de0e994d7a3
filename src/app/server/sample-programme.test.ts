import { expect, test } from 'vitest';
import { NewEvent } from '#features/events/contract.ts';
import { DURATION } from '#features/events/limits.ts';
import { capacityState } from '#features/events/rules.ts';
import { NAMES } from './sample-names.ts';
import { PROGRAMME, type SampleEvent } from './sample-programme.ts';

const EVENTS = PROGRAMME.flat();
const titles = (events: readonly SampleEvent[]) => events.map(({ title }) => title);
const stateOf = ({ of, taken }: SampleEvent) => capacityState({ capacity: of, currentRegistrations: taken });

test('about forty events over four days, with something of every kind', () => {
  expect(PROGRAMME.map((day) => day.length)).toEqual([9, 11, 14, 8]);
  expect(new Set(EVENTS.map(({ type }) => type))).toEqual(new Set(['course', 'board-game', 'card-game', 'video-game']));
  expect(titles(EVENTS.filter(({ title }) => /karaoke/i.test(title)))).toHaveLength(3);
  expect(EVENTS.filter(({ cup }) => cup === 'single-elimination')).toHaveLength(5);
  expect(EVENTS.filter(({ cup }) => cup === 'double-elimination')).toHaveLength(4);
  expect(titles(EVENTS.filter(({ link }) => link !== undefined))).toEqual(['One-shot dungeon night']);
});

test('one is full, a few nearly', () => {
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

test('a course and a double elimination are moved to the present', () => {
  const moved = EVENTS.filter(({ startedAgo }) => startedAgo !== undefined);
  expect(moved.map(({ type, cup }) => ({ type, cup }))).toEqual([
    { type: 'course', cup: undefined },
    { type: 'video-game', cup: 'double-elimination' },
  ]);
  expect(PROGRAMME[1]).toEqual(expect.arrayContaining(moved));
});

test('each could have been made in the Create New Event dialog, and is told apart by title and description', () => {
  for (const { type, title, description, minutes, room, host, of, cup, link } of EVENTS) {
    const event = {
      title,
      eventType: type,
      description,
      startTime: '2025-11-13T20:00:00.000Z',
      duration: minutes,
      location: room,
      host,
      capacity: of,
      googleDocUrl: link ?? null,
      tournamentType: cup ?? null,
    };
    expect(NewEvent.parse(event)).toEqual(event);
    expect(minutes % DURATION.step).toBe(0);
  }
  expect(new Set(titles(EVENTS)).size).toBe(EVENTS.length);
  expect(new Set(EVENTS.map(({ description }) => description)).size).toBe(EVENTS.length);
});

test('hosts are people of the festival', () => {
  expect(EVENTS.map(({ host }) => host).filter((host) => !NAMES.includes(host))).toEqual([]);
});
