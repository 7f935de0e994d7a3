import { expect, it } from 'vitest';
import { type CodeRow, codesToDrop } from './names.ts';

const NOW = new Date('2025-11-14T17:00:00.000Z');
const row = (code: string, network: string, minutesAgo: number, polledSecondsAgo: number | null = null): CodeRow => ({
  code,
  network,
  made_at: new Date(NOW.getTime() - minutesAgo * 60_000).toISOString(),
  polled_at: polledSecondsAgo === null ? null : new Date(NOW.getTime() - polledSecondsAgo * 1000).toISOString(),
});

it.each<[string, CodeRow[], number, string[]]>([
  ['nothing while there is room', [row('a', 'x', 5), row('b', 'x', 1)], 2, []],
  [
    'the oldest of the network with the most',
    [row('a', 'x', 9), row('b', 'y', 5), row('c', 'y', 3), row('d', 'x', 1)],
    3,
    ['a'],
  ],
  ['the oldest where networks have as many', [row('a', 'x', 5), row('b', 'y', 9), row('c', 'z', 1)], 2, ['b']],
  [
    'one that was asked for in the last minute only after the others of its network',
    [row('a', 'x', 9, 59), row('b', 'x', 5), row('c', 'y', 1)],
    2,
    ['b'],
  ],
  [
    'one that was asked for a minute ago as any other',
    [row('a', 'x', 9, 61), row('b', 'x', 5), row('c', 'x', 1)],
    2,
    ['a'],
  ],
  [
    'those of a stranger who asks for all of theirs, and not a wall that has just begun',
    [row('b', 'y', 5, 1), row('c', 'y', 4, 1), row('d', 'y', 3, 1), row('a', 'x', 0)],
    2,
    ['b', 'c'],
  ],
  [
    'not the newest, also where its network has the most',
    [row('a', 'x', 5, 1), row('b', 'x', 4, 1), row('c', 'x', 0)],
    2,
    ['a'],
  ],
])('drops %s', (_, rows, most, dropped) => {
  expect(codesToDrop(rows, most, NOW)).toEqual(dropped);
});
