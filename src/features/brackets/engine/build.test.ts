import { expect, it } from 'vitest';
import { build } from './build.ts';
import { dropOrder } from './double-elimination.ts';
import { type Graph, matchTitle, type Source } from './graph.ts';

const DOUBLE = { tournamentType: 'double-elimination' } as const;
const SINGLE = { tournamentType: 'single-elimination' } as const;

const from = (source: Source): string => {
  if (source.kind === 'seed') return `#${source.seed}`;
  return source.kind === 'bye' ? 'bye' : `${source.kind} of ${source.of}`;
};

const lines = ({ matches }: Graph) =>
  matches.map(({ id, label, slots, winnerTo, loserTo }) =>
    [id, label, ...slots.map(from), winnerTo?.match ?? '', loserTo?.match ?? ''].join(' | '),
  );

it('double elimination of 8 players', () => {
  expect(lines(build(8, DOUBLE))).toEqual([
    'W1-1 | Winners round 1 | #1 | #8 | W2-1 | L1-1',
    'W1-2 | Winners round 1 | #4 | #5 | W2-1 | L1-1',
    'W1-3 | Winners round 1 | #2 | #7 | W2-2 | L1-2',
    'W1-4 | Winners round 1 | #3 | #6 | W2-2 | L1-2',
    'W2-1 | Winners semifinal | winner of W1-1 | winner of W1-2 | W3-1 | L2-2',
    'W2-2 | Winners semifinal | winner of W1-3 | winner of W1-4 | W3-1 | L2-1',
    'W3-1 | Winners final | winner of W2-1 | winner of W2-2 | GF | L4-1',
    'L1-1 | Losers round 1 | loser of W1-1 | loser of W1-2 | L2-1 | ',
    'L1-2 | Losers round 1 | loser of W1-3 | loser of W1-4 | L2-2 | ',
    'L2-1 | Losers round 2 | loser of W2-2 | winner of L1-1 | L3-1 | ',
    'L2-2 | Losers round 2 | loser of W2-1 | winner of L1-2 | L3-1 | ',
    'L3-1 | Losers round 3 | winner of L2-1 | winner of L2-2 | L4-1 | ',
    'L4-1 | Losers final | loser of W3-1 | winner of L3-1 | GF | ',
    'GF | Grand final | winner of W3-1 | winner of L4-1 | GR | GR',
    'GR | Grand final reset | loser of GF | winner of GF |  | ',
  ]);
});

it('double elimination of 2 players has no losers bracket', () => {
  expect(lines(build(2, DOUBLE))).toEqual([
    'W1-1 | Winners final | #1 | #2 | GF | GF',
    'GF | Grand final | winner of W1-1 | loser of W1-1 | GR | GR',
    'GR | Grand final reset | loser of GF | winner of GF |  | ',
  ]);
});

it('double elimination drops losers in a cycle: as is, reversed, each half reversed, halves swapped', () => {
  const list = [1, 2, 3, 4];
  expect([1, 2, 3, 4, 5].map((round) => dropOrder(round, list))).toEqual([
    [1, 2, 3, 4],
    [4, 3, 2, 1],
    [2, 1, 4, 3],
    [3, 4, 1, 2],
    [1, 2, 3, 4],
  ]);
});

it('double elimination has 2(k − 1) losers rounds, and every stage is later than the stages that lead to it', () => {
  for (let entrants = 2; entrants <= 256; entrants += 1) {
    const { matches, indexOf } = build(entrants, DOUBLE);
    const rounds = (bracket: string) =>
      Math.max(0, ...matches.filter((match) => match.bracket === bracket).map(({ round }) => round));
    expect(rounds('losers')).toBe(2 * (rounds('winners') - 1));
    for (const match of matches) {
      for (const target of [match.winnerTo, match.loserTo]) {
        const next = target && matches[indexOf.get(target.match) ?? -1];
        if (next && next.stage <= match.stage) expect.fail(`${match.id} leads to ${next.id}`);
      }
    }
  }
});

it('single elimination of 4 players with a third place', () => {
  expect(lines(build(4, { ...SINGLE, thirdPlace: true }))).toEqual([
    'W1-1 | Semifinal | #1 | #4 | W2-1 | 3P',
    'W1-2 | Semifinal | #2 | #3 | W2-1 | 3P',
    'W2-1 | Final | winner of W1-1 | winner of W1-2 |  | ',
    '3P | Third place | loser of W1-1 | loser of W1-2 |  | ',
  ]);
});

it('single elimination has no third place with 3 players, nor by default', () => {
  expect(lines(build(3, { ...SINGLE, thirdPlace: true }))).toEqual([
    'W1-1 | Semifinal | #1 | bye | W2-1 | ',
    'W1-2 | Semifinal | #2 | #3 | W2-1 | ',
    'W2-1 | Final | winner of W1-1 | winner of W1-2 |  | ',
  ]);
  expect(build(8, SINGLE).matches.map(({ id }) => id)).not.toContain('3P');
});

it('names a match by its round, and by its number in a round of several', () => {
  const graph = build(8, DOUBLE);
  expect(graph.matches.map((match) => matchTitle(graph, match))).toEqual([
    ...[1, 2, 3, 4].map((position) => `Winners round 1, match ${position}`),
    ...['Winners semifinal, match 1', 'Winners semifinal, match 2', 'Winners final', 'Losers round 1, match 1'],
    ...['Losers round 1, match 2', 'Losers round 2, match 1', 'Losers round 2, match 2', 'Losers round 3'],
    ...['Losers final', 'Grand final', 'Grand final reset'],
  ]);
});

it.each([0, 1, 257, 2.5, Number.NaN])('throws for %d players', (entrants) => {
  expect(() => build(entrants, DOUBLE)).toThrow(RangeError);
});
