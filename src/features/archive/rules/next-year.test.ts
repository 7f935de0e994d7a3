import { expect, it } from 'vitest';
import { movedStart, whyNotFirstDay } from './next-year.ts';

const FORMER = '2025-11-13';

it.each(['2025-11-20', '2026-11-12', '2027-11-11'])('%s has the weekday of the former first day', (next) => {
  expect(whyNotFirstDay(FORMER, next)).toBeNull();
});

it.each([
  ['2026-11-13', 'Thursday, Nov 19, 2026'],
  ['2026-11-11', 'Thursday, Nov 12, 2026'],
  ['2025-11-14', 'Thursday, Nov 20, 2025'],
  // Not after the former one.
  ['2025-11-13', 'Thursday, Nov 20, 2025'],
  ['2024-11-14', 'Thursday, Nov 20, 2025'],
])('%s is refused as a first day, and %s fits', (next, fits) => {
  expect(whyNotFirstDay(FORMER, next)).toMatchObject({
    code: 'BAD_INPUT',
    field: 'firstDay',
    message: `The first day was Thursday, Nov 13, 2025, and weekdays stay. Choose ${fits} or a number of weeks later.`,
  });
});

it.each([
  ['in one offset', '2025-11-13T20:00:00.000Z', 364, '2026-11-12T20:00:00.000Z'],
  ['from winter time to summer time', '2025-11-13T20:00:00.000Z', 140, '2026-04-02T19:00:00.000Z'],
  ['from summer time to winter time', '2025-10-30T19:00:00.000Z', 14, '2025-11-13T20:00:00.000Z'],
  ['over midnight of UTC', '2025-11-14T04:30:00.000Z', 140, '2026-04-03T03:30:00.000Z'],
  // 01:30 of both: the first of the two times.
  ['out of an hour that the clocks show twice', '2025-11-02T06:30:00.000Z', 364, '2026-11-01T05:30:00.000Z'],
  // 02:30 is skipped on 8 March 2026: 03:30.
  ['into an hour that the clocks skip', '2026-03-01T07:30:00.000Z', 7, '2026-03-08T07:30:00.000Z'],
])('an event keeps its local time %s', (_, start, days, moved) => {
  expect(movedStart(start, days, 'America/New_York')).toBe(moved);
});
