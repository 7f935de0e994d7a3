import { describe, expect, it } from 'vitest';
import { shownEvent } from '#testing/shown-event.ts';
import type { FestivalEvent } from '../contract.ts';
import { type Choice, choicesOf, findEvents, type SortKey, sortEvents } from './order.ts';

const ZONE = 'America/New_York';
const EVERYTHING: Choice = { q: '', day: null, room: null };
const event = (id: string, said: Partial<FestivalEvent>) =>
  shownEvent({ id, startTime: '2025-11-14T17:00:00.000Z', location: 'Hall', ...said });
const a = event('a', { title: 'Ábalone', startTime: '2025-11-14T19:00:00.000Z', capacity: 9, status: 'completed' });
const b = event('b', { title: 'bridge', eventType: 'card-game', host: 'Zoë', capacity: 100, location: 'Attic' });
const c = event('c', { title: 'Chess', eventType: 'course', host: 'Ann', status: 'in-progress' });
const all = [c, a, b];

it.each([
  ['startTime', false, 'bca'],
  ['startTime', true, 'bca'],
  ['title', false, 'abc'],
  ['title', true, 'cba'],
  ['eventType', false, 'bca'],
  ['host', false, 'cab'],
  ['location', false, 'bca'],
  ['capacity', false, 'acb'],
  ['capacity', true, 'bca'],
  ['status', false, 'cba'],
] as const satisfies readonly [SortKey, boolean, string][])('sorts by %s, descending %s', (key, descending, wanted) => {
  expect(
    sortEvents(all, key, descending)
      .map(({ id }) => id)
      .join(''),
  ).toBe(wanted);
  expect(all).toEqual([c, a, b]);
});

it.each([
  ['', 'cab'],
  ['  ', 'cab'],
  ['abalone', 'a'],
  ['ZOE attic', 'b'],
  ['hall', 'ca'],
  ['chess ann', 'c'],
  ['chess zoe', ''],
])('finds %j', (typed, wanted) => {
  expect(
    findEvents(all, { ...EVERYTHING, q: typed }, ZONE)
      .map(({ id }) => id)
      .join(''),
  ).toBe(wanted);
});

it('finds nothing for a search over 500 code units', () => {
  const long = event('d', { title: 'x'.repeat(600) });
  const found = (length: number) => findEvents([long], { ...EVERYTHING, q: 'x'.repeat(length) }, ZONE).length;
  expect([found(500), found(501)]).toEqual([1, 0]);
});

describe('the programme of three days in two rooms', () => {
  const at = (id: string, startTime: string, location: string) =>
    event(id, { title: id, host: 'Mo', startTime, location });
  const programme = [
    at('fri', '2025-11-14T20:00:00.000Z', 'Ballroom A'),
    at('karaoke', '2025-11-15T06:30:00.000Z', 'Ballroom B'),
    at('sat', '2025-11-15T20:00:00.000Z', 'ballroom a'),
    at('sun', '2025-11-16T20:00:00.000Z', 'Ballroom B'),
  ];
  const found = (choice: Partial<Choice>) =>
    findEvents(programme, { ...EVERYTHING, ...choice }, ZONE).map(({ id }) => id);

  it.each<[Partial<Choice>, string[]]>([
    [{ q: 'saturday' }, ['sat']],
    [{ q: 'nov 14' }, ['fri', 'karaoke']],
    [{ q: 'NOV 16 ballroom' }, ['sun']],
    [{ q: 'Ballroom A' }, ['fri', 'sat']],
    [{ day: '2025-11-14' }, ['fri', 'karaoke']],
    [{ room: 'ballroomb' }, ['karaoke', 'sun']],
    [{ day: '2025-11-14', room: 'ballroomb' }, ['karaoke']],
    [{ day: '2025-11-17' }, []],
  ])('finds by %j', (choice, ids) => {
    expect(found(choice)).toEqual(ids);
  });

  it('offers its days and its rooms, each once', () => {
    expect(choicesOf(programme, ZONE)).toEqual({
      days: ['2025-11-14', '2025-11-15', '2025-11-16'],
      rooms: [
        ['ballrooma', 'ballroom a'],
        ['ballroomb', 'Ballroom B'],
      ],
    });
  });
});
