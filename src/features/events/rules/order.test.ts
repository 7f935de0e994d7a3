import { expect, it } from 'vitest';
import { shownEvent } from '#testing/shown-event.ts';
import type { FestivalEvent } from '../contract.ts';
import { findEvents, type SortKey, sortEvents } from './order.ts';

const event = (id: string, said: Partial<FestivalEvent>) =>
  shownEvent({ id, startTime: '2025-11-14T17:00:00.000Z', location: 'Hall', ...said });
const a = event('a', { title: 'Ábalone', startTime: '2025-11-14T19:00:00.000Z', capacity: 9, status: 'completed' });
const b = event('b', { title: 'bridge', eventType: 'card-game', host: 'Zoë', capacity: 100, location: 'Attic' });
const c = event('c', { title: 'Chess', eventType: 'course', host: 'Ann', status: 'in-progress' });
const all = [c, a, b];

it.each([
  ['startTime', false, 'bca'],
  ['startTime', true, 'abc'],
  ['title', false, 'abc'],
  ['title', true, 'cba'],
  ['eventType', false, 'abc'],
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
    findEvents(all, typed)
      .map(({ id }) => id)
      .join(''),
  ).toBe(wanted);
});

it('finds nothing for a search over 500 code units', () => {
  const long = event('d', { title: 'x'.repeat(600) });
  const found = (length: number) => findEvents([long], 'x'.repeat(length)).length;
  expect([found(500), found(501)]).toEqual([1, 0]);
});
