import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readStart } from './programme.ts';

const ZONE = 'America/New_York';
const three = { iso: '2025-11-14T20:00:00.000Z' };

it.each([
  ...['2025-11-14 15:00', '2025-11-14T15:00', '2025-11-14 15:00:00', '2025-11-14, 3:00 PM', '2025-11-14 3:00 p.m.'],
  ...['14.11.2025 15:00', '14.11.2025 15.00', '14-11-2025 15:00', '2025/11/14 15:00', '11/14/2025 15:00'],
  ...[
    '14/11/2025 3:00 pm',
    '2025-11-14\u00a015:00',
    '14.11.2025,\u202f3:00\u00a0PM',
    '2025-11-14T20:00:00Z',
    '2025-11-14T15:00-05:00',
  ],
])('%s is three in the afternoon', (typed) => {
  expect(readStart(typed, ZONE)).toEqual(three);
});

const WRONG = 'is not a date and time. Write it like 2025-11-14 15:00.';
it.each([
  ...['', 'Friday', '2025-11-14', '2025-11-14 13:00 PM', '2025-02-30 10:00'].map((typed) => [typed, WRONG]),
  ...['13/14/2025 10:00', '2025-02-30 24:30', '2025-11-14 24:60', '2025-11-14 25:00'].map((typed) => [typed, WRONG]),
  ['2025-11-14T25:00Z', 'is not a date and time'],
  ['11/12/2025 10:00', 'can be read as two days. Write it like 2025-11-14 15:00.'],
  ['2026-03-08 02:30', 'is skipped when the clocks go forward. The next time there is 2026-03-08 03:00.'],
])('%j is refused', (typed = '', problem = '') => {
  expect(readStart(typed, ZONE)).toEqual({ problem });
});

it('reads midnight and noon as 12-hour times, and equal day and month as one day', () => {
  expect(readStart('11/11/2025 12:00 AM', ZONE)).toEqual({ iso: '2025-11-11T05:00:00.000Z' });
  expect(readStart('11/11/2025 12:00 PM', ZONE)).toEqual({ iso: '2025-11-11T17:00:00.000Z' });
  expect(readStart('03/3/2025 10:00', ZONE)).toEqual({ iso: '2025-03-03T15:00:00.000Z' });
});

it.each([
  ['2025-11-14 24:30', '2025-11-15T05:30:00.000Z'],
  ['31.12.2025 24:00', '2026-01-01T05:00:00.000Z'],
])('reads %s as a time of the next day', (typed, iso) => expect(readStart(typed, ZONE)).toEqual({ iso }));

it('takes the festival’s day of two readings', () => {
  const during = (firstDay: string, lastDay: string) => readStart('11/06/2025 15:00', ZONE, { firstDay, lastDay });
  expect(during('2025-11-03', '2025-11-05')).toEqual({ iso: '2025-11-06T20:00:00.000Z' });
  expect(during('2025-06-11', '2025-06-11')).toEqual({ iso: '2025-06-11T19:00:00.000Z' });
  expect(during('2025-07-01', '2025-07-02')).toEqual(during('2025-01-01', '2025-12-31'));
  expect(during('2025-07-01', '2025-07-02')).toMatchObject({ problem: expect.stringContaining('two days') });
});

it('returns a result for any text', () => {
  const text = fc.string({ unit: fc.constantFrom(...'0123456789-/.:T apmZ+') });
  fc.assert(fc.property(text, (typed) => void readStart(typed, ZONE)));
});
