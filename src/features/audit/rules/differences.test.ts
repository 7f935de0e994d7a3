import fc from 'fast-check';
import { expect, it } from 'vitest';
import { differences } from './differences.ts';

const sayMoment = (iso: string) => `at ${iso.slice(11, 16)}`;
const said = (before: unknown, after: unknown) =>
  differences({ before, after }, sayMoment).map((one) => [one.field, one.before, one.after]);

it('lists only the changed fields, in words', () => {
  const before = {
    id: 'a',
    title: 'Catan',
    startTime: '2025-11-14T23:00:00.000Z',
    capacity: 16,
    googleDocUrl: null,
    checkedIn: false,
    host: 'Priya',
  };
  const after = {
    ...before,
    id: 'b',
    startTime: '2025-11-14T23:30:00.000Z',
    capacity: 1600,
    googleDocUrl: 'https://docs.example/a',
    checkedIn: true,
  };
  expect(said(before, after)).toEqual([
    ['start time', 'at 23:00', 'at 23:30'],
    ['capacity', '16', '1,600'],
    ['document link', 'none', 'https://docs.example/a'],
    ['checked in', 'no', 'yes'],
  ]);
});

it('lists all fields of what is new or deleted', () => {
  expect(said(null, { id: 'a', name: 'Jo', score: 0 })).toEqual([
    ['name', null, 'Jo'],
    ['score', null, '0'],
  ]);
  expect(said({ name: 'Jo' }, null)).toEqual([['name', 'Jo', null]]);
});

it('names a step of the ceremony', () => {
  expect(said({ to: 2 }, { to: 1 })).toEqual([['announced down to', '2', '1']]);
});

it('accepts values that are not objects, and shortens long ones', () => {
  expect(said(1, 2)).toEqual([['value', '1', '2']]);
  expect(said(null, ['a', 'b'])).toEqual([['value', null, 'a, b']]);
  expect(said({ description: '' }, { description: 'x'.repeat(121) })).toEqual([
    ['description', 'none', `${'x'.repeat(120)}…`],
  ]);
});

it('says no raw JSON: nested fields, lists and what is in them', () => {
  const points = { places: [10, 5], takingPart: 1 };
  expect(
    said({ points, closedTables: {} }, { points: { ...points, takingPart: 2 }, closedTables: { '2': 'wet' } }),
  ).toEqual([
    ['points, for taking part', '1', '2'],
    ['closed tables, 2', null, 'wet'],
  ]);
  expect(said({ points: null }, { points })).toEqual([
    ['points, by place', null, '10, 5'],
    ['points, for taking part', null, '1'],
  ]);
  const result = { kind: 'score', match: 'W1-1', scores: [2, 0] };
  expect(said({ results: [result] }, { results: [] })).toEqual([
    ['results', 'kind score match W1-1 scores 2, 0', 'none'],
  ]);
});

it('says of lists only the items that differ, and all when the order does', () => {
  expect(said({ pages: ['now', 'next', 'points'] }, { pages: ['now', 'sponsors', 'points'] })).toEqual([
    ['pages', 'next', 'sponsors'],
  ]);
  expect(said({ players: ['Bo', 'Alex'] }, { players: ['Alex', 'Bo'] })).toEqual([['players', 'Bo, Alex', 'Alex, Bo']]);
});

it('says what screens choose from a list in their words, and nothing else', () => {
  const before = { eventType: 'board-game', status: 'upcoming', location: 'Co-op' };
  const after = { eventType: 'card-game', status: 'in-progress', location: 'Pier-1' };
  expect(said(before, after)).toEqual([
    ['event type', 'board game', 'card game'],
    ['status', 'upcoming', 'in progress'],
    ['location', 'Co-op', 'Pier-1'],
  ]);
});

it('finds no difference between a value and itself', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => differences({ before: value, after: value }, sayMoment).length === 0),
  );
});
