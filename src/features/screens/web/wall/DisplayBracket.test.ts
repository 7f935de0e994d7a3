import { expect, it } from 'vitest';
import { fold } from '#features/brackets/engine/fold.ts';
import type { Slot } from '#features/brackets/engine/graph.ts';
import type { State } from '#features/brackets/engine/state.ts';
import { championOf, firstChangedResult } from '#features/brackets/web/parts/rounds.ts';
import { win } from '#testing/bracket.ts';
import { DOUBLE, drawnOf, SINGLE, THIRD } from '#testing/bracket-sizes.ts';
import { asShown } from '#testing/shown-bracket.ts';
import { shownLanes, takesTurns } from './DisplayBracket.tsx';

const played = (state: State, results: Record<string, Slot>): State =>
  fold(
    state.graph,
    Object.entries(results).map(([match, slot]) => win(match, slot)),
  );

const seen = (state: State) =>
  shownLanes(asShown(state)).map(({ bracket, rows, rounds }) => ({
    bracket,
    rows,
    rounds: rounds.map(({ label, matches, more }) => `${label}: ${matches.length}${more ? ` +${more}` : ''}`),
  }));

it('rounds shown are all of a small bracket', () => {
  expect(seen(drawnOf(8, SINGLE))).toEqual([
    { bracket: 'winners', rows: 4, rounds: ['Round 1: 4', 'Semifinal: 2', 'Final: 1'] },
  ]);
});

it('rounds shown keep the places of byes, so that winners are beside their next match', () => {
  const [lane] = shownLanes(asShown(drawnOf(6, SINGLE)));
  expect(lane?.rounds[0]?.matches.map(({ status }) => status)).toEqual(['bye', 'ready', 'bye', 'ready']);
});

it('rounds shown show third place beside the final, not in its column', () => {
  const lane = shownLanes(asShown(drawnOf(4, THIRD)))[0];
  expect(lane?.thirdPlace?.label).toBe('Third place');
  expect(lane?.rounds.map(({ matches }) => matches.length)).toEqual([2, 1]);
});

it('rounds shown leave out third place with a bye', () => {
  const absent = fold(drawnOf(4, THIRD).graph, [{ kind: 'forfeit', match: 'W1-1', player: 'both' }]);
  expect(shownLanes(asShown(absent)).map(({ thirdPlace }) => thirdPlace)).toEqual([null]);
});

it('rounds shown begin with the first that can be played, end with the last, and count what is not drawn', () => {
  expect(seen(drawnOf(64, SINGLE))).toEqual([
    {
      bracket: 'winners',
      rows: 8,
      rounds: ['Round 1: 8 +24', 'Round 2: 4 +12', 'Round 3: 2 +6', 'Final: 1'],
    },
  ]);
});

it('rounds shown show the parts of a long round by turns, as long as something in them can be played', () => {
  const first = (state: State, turn: number) =>
    shownLanes(asShown(state), { turn, news: null })[0]?.rounds[0]?.matches.map(({ position }) => position)[0];
  const turns = (state: State) => [0, 1, 2, 3, 4].map((turn) => first(state, turn));
  expect(turns(drawnOf(64, SINGLE))).toEqual([1, 9, 17, 25, 1]);
  const second = Object.fromEntries([9, 10, 11, 12, 13, 14, 15, 16].map((at) => [`W1-${at}`, 1 as const]));
  const semifinals = { ...second, 'W2-5': 1, 'W2-6': 1, 'W2-7': 1, 'W2-8': 1, 'W3-3': 1, 'W3-4': 1 } as const;
  expect(turns(played(drawnOf(64, SINGLE), second))).toEqual([1, 9, 17, 25, 1]);
  expect(turns(played(drawnOf(64, SINGLE), semifinals))).toEqual([1, 17, 25, 1, 17]);
});

it('rounds shown show the part where a result has just come, even when nothing more is to be played there', () => {
  const last = Object.fromEntries([25, 26, 27, 28, 29, 30, 31, 32].map((at) => [`W1-${at}`, 1 as const]));
  const all = { ...last, 'W2-13': 1, 'W2-14': 1, 'W2-15': 1, 'W2-16': 1, 'W3-7': 1, 'W3-8': 1 } as const;
  const [before, now] = [asShown(played(drawnOf(64, SINGLE), last)), asShown(played(drawnOf(64, SINGLE), all))];
  expect(firstChangedResult(now, now)).toBeUndefined();
  expect(firstChangedResult(before, now)?.id).toBe('catan_W2-13');
  const first = (news: string | null) => shownLanes(now, { turn: 0, news })[0]?.rounds[0]?.matches[0]?.position;
  expect([first(null), first('catan_W2-13'), first('catan_W3-7')]).toEqual([1, 25, 25]);
});

it('rounds shown take no turns where all are drawn', () => {
  const turns = [8, 16, 32].filter((entrants) => takesTurns(shownLanes(asShown(drawnOf(entrants, SINGLE)))));
  expect(turns).toEqual([32]);
});

it('rounds shown leave out a losers bracket that nobody is in yet', () => {
  expect(seen(drawnOf(16, DOUBLE)).map(({ bracket, rows }) => [bracket, rows])).toEqual([['winners', 8]]);
});

it('rounds shown give both brackets of a double elimination their half', () => {
  const state = played(drawnOf(16, DOUBLE), { 'W1-1': 1 });
  expect(seen(state)).toEqual([
    {
      bracket: 'winners',
      rows: 4,
      rounds: ['Winners round 1: 4 +4', 'Winners round 2: 2 +2', 'Winners semifinal: 1 +1', 'Grand final: 1'],
    },
    {
      bracket: 'losers',
      rows: 4,
      rounds: ['Losers round 1: 4', 'Losers round 2: 4', 'Losers round 3: 2', 'Losers final: 1'],
    },
  ]);
});

it('rounds shown beside called matches are as long as without, and fewer, so that names stay large', () => {
  const call = { table: '1', calledAt: '2025-11-14T17:00:00.000Z', seenBy: [] };
  const lanesOf = (state: State) => shownLanes(asShown(state).map((match) => ({ ...match, call })));
  const sizesOf = (state: State) => lanesOf(state).map(({ rows, rounds }) => [rows, rounds.length]);
  expect(sizesOf(drawnOf(16, SINGLE))).toEqual([[8, 3]]);
  expect(sizesOf(played(drawnOf(16, DOUBLE), { 'W1-1': 1 }))).toEqual([
    [4, 3],
    [4, 3],
  ]);
});

it('rounds shown pass over a round of the losers bracket that nobody plays', () => {
  const state = drawnOf(5, DOUBLE);
  const real = state.matches.find(({ status }) => status === 'ready' || status === 'waiting')?.match.id ?? '';
  expect(shownLanes(asShown(played(state, { [real]: 1 })))[1]?.rounds[0]?.label).toBe('Losers round 2');
});

it('rounds shown end with the match that everybody wants to get to', () => {
  const state = played(drawnOf(64, DOUBLE), { 'W1-1': 1 });
  const ends = shownLanes(asShown(state)).map(({ rounds }) => [rounds.at(-2)?.next, rounds.at(-1)?.label]);
  expect(ends).toEqual([
    ['gap', 'Grand final'],
    ['gap', 'Losers final'],
  ]);
});

it('the champion is nobody before there is a bracket', () => {
  expect([championOf([]), shownLanes([])]).toEqual([null, []]);
});
