import { expect, it } from 'vitest';
import { isGone, silentHosts } from './rules.ts';

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

const waiting = (host: string, count: number, since: number) => Array.from({ length: count }, () => ({ host, since }));

it.each([
  ['silent after five unanswered for half a second', waiting('a', 5, 500), new Map(), ['a']],
  ['not silent with four, nor before', [...waiting('a', 4, 0), ...waiting('b', 50, 501)], new Map(), []],
  ['slow and not silent while phones are reached', waiting('a', 50, 0), new Map([['a', 0]]), []],
  ['silent again when no phone was reached for two seconds', waiting('a', 5, 0), new Map([['a', -1001]]), ['a']],
  ['silent with a hundred unanswered, whatever it answers', waiting('a', 100, 0), new Map([['a', 999]]), ['a']],
] as const)('takes a push service as %s', (_, onTheWay, reachedAt, silent) => {
  expect(silentHosts(onTheWay, reachedAt, 1000)).toEqual(silent);
});
