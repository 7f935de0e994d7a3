/** Voids, absence and disqualification, match by match; `fold.properties.test.ts` has the rest. */
import { expect, it } from 'vitest';
import { win } from '#testing/bracket.ts';
import { build } from './build.ts';
import { fold } from './fold.ts';
import type { Entry, State } from './state.ts';

const DOUBLE = { tournamentType: 'double-elimination' } as const;
const SINGLE = { tournamentType: 'single-elimination' } as const;

const double = (entrants: number, ...entries: Entry[]) => fold(build(entrants, DOUBLE), entries);
const single = (entrants: number, ...entries: Entry[]) => fold(build(entrants, SINGLE), entries);
const third = (...entries: Entry[]) => fold(build(4, { ...SINGLE, thirdPlace: true }), entries);

const absent = (match: string): Entry => ({ kind: 'forfeit', match, player: 'both' });
const forfeit = (match: string, player: 1 | 2): Entry => ({ kind: 'forfeit', match, player });
const thrownOut = (match: string, player: 1 | 2 | 'both'): Entry => ({ kind: 'disqualification', match, player });

const lines = ({ matches }: State) =>
  matches.map(({ match, status, players: [one, two], winner, reason }) =>
    [match.id, status, `${one ?? '?'} v ${two ?? '?'}`, winner ? `won by ${winner}` : '', reason ?? '']
      .join(' ')
      .trim(),
  );

const ended = ({ champion, over }: State) => ({ champion, over });

it('byes pass through the losers bracket, and nobody plays against one', () => {
  expect(lines(double(5))).toEqual([
    'W1-1 bye 1 v void won by 1',
    'W1-2 ready 4 v 5',
    'W1-3 bye 2 v void won by 1',
    'W1-4 bye 3 v void won by 1',
    'W2-1 waiting 1 v ?',
    'W2-2 ready 2 v 3',
    'W3-1 waiting ? v ?',
    'L1-1 bye void v ?',
    'L1-2 bye void v void',
    'L2-1 waiting ? v ?',
    'L2-2 bye ? v void',
    'L3-1 waiting ? v ?',
    'L4-1 waiting ? v ?',
    'GF waiting ? v ?',
  ]);
});

it('the grand final ends the bracket when the winners bracket’s champion wins it, without a second match', () => {
  const state = double(2, win('W1-1', 1), win('GF', 1));
  expect(lines(state)).toEqual(['W1-1 done 1 v 2 won by 1 score', 'GF done 1 v 2 won by 1 score']);
  expect(ended(state)).toEqual({ champion: 1, over: true });
});

it('the grand final is followed by one reset with the same players in the same order when the other one wins it', () => {
  const once = double(2, win('W1-1', 1), win('GF', 2));
  expect(lines(once).at(-1)).toBe('GR ready 1 v 2');
  expect(ended(once)).toEqual({ champion: null, over: false });
  expect(ended(double(2, win('W1-1', 1), win('GF', 2), win('GR', 2)))).toEqual({ champion: 2, over: true });
});

it('the grand final is not followed by a reset when both are absent', () => {
  const state = double(2, win('W1-1', 1), absent('GF'));
  expect(lines(state)).toEqual(['W1-1 done 1 v 2 won by 1 score', 'GF done 1 v 2  forfeit']);
  expect(ended(state)).toEqual({ champion: null, over: true });
});

it('the grand final has a champion without a match when one side is void', () => {
  const state = double(4, win('W1-1', 1), win('W1-2', 1), absent('W2-1'), win('L1-1', 2));
  expect(lines(state).slice(3)).toEqual([
    'L1-1 done 4 v 3 won by 2 score',
    'L2-1 bye void v 3 won by 2',
    'GF bye void v 3 won by 2',
  ]);
  expect(ended(state)).toEqual({ champion: 3, over: true });
});

it('both absent in every match of the first round leaves no champion', () => {
  expect(ended(double(4, absent('W1-1'), absent('W1-2')))).toEqual({ champion: null, over: true });
  expect(ended(single(4, absent('W1-1'), absent('W1-2')))).toEqual({ champion: null, over: true });
});

it('both absent in one semifinal makes the other’s winner the champion without a final', () => {
  const state = single(4, absent('W1-1'), win('W1-2', 2));
  expect(lines(state)).toEqual([
    'W1-1 done 1 v 4  forfeit',
    'W1-2 done 2 v 3 won by 2 score',
    'W2-1 bye void v 3 won by 2',
  ]);
  expect(ended(state)).toEqual({ champion: 3, over: true });
});

it('both absent in the final leaves no champion, but third place is still played', () => {
  const state = third(win('W1-1', 1), win('W1-2', 1), absent('W2-1'));
  expect(ended(state)).toEqual({ champion: null, over: false });
  expect(lines(state).at(-1)).toBe('3P ready 4 v 3');
});

it('a forfeit lets the other one advance, and the absent one may play their next match', () => {
  const state = double(4, forfeit('W1-1', 1));
  expect(lines(state)[0]).toBe('W1-1 done 1 v 4 won by 2 forfeit');
  expect(lines(state)[3]).toBe('L1-1 waiting 1 v ?');
});

it('a disqualified player forfeits each later match', () => {
  const before = double(4, thrownOut('W1-1', 1));
  expect(lines(before)[3]).toBe('L1-1 waiting 1 v ?');
  const state = double(4, thrownOut('W1-1', 1), win('W1-2', 1));
  expect(lines(state)).toEqual([
    'W1-1 done 1 v 4 won by 2 disqualification',
    'W1-2 done 2 v 3 won by 1 score',
    'W2-1 ready 4 v 2',
    'L1-1 done 1 v 3 won by 2 disqualification',
    'L2-1 waiting ? v 3',
    'GF waiting ? v ?',
  ]);
});

it('a disqualified player does not advance through a void, so that nobody disqualified can win', () => {
  const state = double(4, thrownOut('W1-1', 1), absent('W1-2'));
  expect(lines(state).slice(3)).toEqual(['L1-1 bye 1 v void', 'L2-1 bye void v void', 'GF bye 4 v void won by 1']);
  expect(ended(state)).toEqual({ champion: 4, over: true });
});

it('a disqualified player who was the winners bracket’s champion loses the reset too', () => {
  const state = double(2, win('W1-1', 1), thrownOut('GF', 1));
  expect(lines(state).at(-1)).toBe('GR done 1 v 2 won by 2 disqualification');
  expect(ended(state)).toEqual({ champion: 2, over: true });
});

it('a disqualified player and another in the same match leave a void each way', () => {
  expect(lines(double(4, thrownOut('W1-1', 'both'), win('W1-2', 1)))).toEqual([
    'W1-1 done 1 v 4  disqualification',
    'W1-2 done 2 v 3 won by 1 score',
    'W2-1 bye void v 2 won by 2',
    'L1-1 bye void v 3 won by 2',
    'L2-1 bye void v 3 won by 2',
    'GF ready 2 v 3',
  ]);
});

it('plays a format without a final to the end, without a champion', () => {
  const graph = build(3, { tournamentType: 'round-robin' });
  const ids = graph.matches.map(({ id }) => id);
  const state = fold(
    graph,
    ids.map((match) => win(match, 1)),
  );
  expect([ids.length, state.over, state.champion]).toEqual([3, true, null]);
});
