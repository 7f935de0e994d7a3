import { expect, it } from 'vitest';
import { isGone } from './silent.ts';

const NOW = new Date('2025-11-15T17:00:00.000Z');
const A_DAY_AGO = '2025-11-14T17:00:00.000Z';

it.each([
  ['ten times in a row over a day, while others were reached', 10, A_DAY_AGO, '2025-11-15T16:00:00.000Z', true],
  ['nine times', 9, A_DAY_AGO, '2025-11-15T16:00:00.000Z', false],
  ['within a day', 10, '2025-11-14T17:00:00.001Z', '2025-11-15T16:00:00.000Z', false],
  ['while nobody at its push service was reached', 10, A_DAY_AGO, null, false],
  ['while others were reached only before', 10, A_DAY_AGO, '2025-11-14T16:00:00.000Z', false],
])('judges a phone that was not reached %s', (_, failed, failedSince, othersReachedAt, gone) => {
  expect(isGone({ failed, failedSince }, othersReachedAt, NOW)).toBe(gone);
});
