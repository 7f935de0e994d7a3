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
    ['google doc url', 'none', 'https://docs.example/a'],
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

it('accepts values that are not objects, and shortens long ones', () => {
  expect(said(1, 2)).toEqual([['value', '1', '2']]);
  expect(said(null, ['a', 'b'])).toEqual([['value', null, 'a, b']]);
  expect(said({ description: '' }, { description: 'x'.repeat(121) })).toEqual([
    ['description', 'none', `${'x'.repeat(120)}…`],
  ]);
});

it('finds no difference between a value and itself', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => differences({ before: value, after: value }, sayMoment).length === 0),
  );
});
