import { expect, it } from 'vitest';
import { shownMatches } from '#testing/shown-bracket.ts';
import type { Match } from '../../contract.ts';
import type { Entry } from '../../engine/state.ts';
import { outcomeOf, type Seat, typedFor, winnerWords } from './outcome.ts';

const heat = (...entries: Entry[]): Match => {
  const round: Entry = { kind: 'round', round: 1, matches: [[1, 2, 3]], bye: null };
  const [match] = shownMatches(['Priya', 'Marcus', 'Lena'], [round, ...entries], { tournamentType: 'heats' });
  if (match === undefined) throw new Error('no heat');
  return match;
};
const seat = (place: string, score = '', isAbsent = false): Seat => ({ place, score, isAbsent });
const outcome = (...seats: Seat[]) => outcomeOf(heat(), { ...typedFor(heat()), seats });

it('reads places with ties, or scores from which places follow, without who was not there', () => {
  expect(outcome(seat('1'), seat('1'), seat('2'))).toEqual({ kind: 'places', places: [1, 1, 3] });
  expect(outcome(seat('', '7'), seat('', '9'), seat('', '', true))).toEqual({
    ...{ kind: 'places', places: [2, 1, 0] },
    scores: [7, 9, null],
  });
  expect(outcome(seat('', '', true), seat('', '', true), seat('', '', true))).toMatchObject({ places: [0, 0, 0] });
});

it('says what is missing, and who is first', () => {
  expect(outcome(seat('1'), seat('', '4'), seat('2'))).toBe('Give everybody a place, or everybody a score.');
  expect(outcome(seat('1'), seat('4'), seat('2'))).toBe('A place is a number from 1 to 3.');
  const tie = outcome(seat('1'), seat('1'), seat('2'));
  expect([winnerWords(heat(), tie), winnerWords(heat(), outcome(...[0, 1, 2].map(() => seat('', '', true))))]).toEqual([
    'First: Priya and Marcus',
    'Nobody was there.',
  ]);
});

it('begins a correction with what stands: absent people, and scores without the places that followed', () => {
  const places: Entry = { kind: 'places', match: 'R1-1', places: [2, 1, 0] };
  expect(typedFor(heat(places)).seats).toEqual([seat('2'), seat('1'), seat('', '', true)]);
  expect(typedFor(heat({ ...places, scores: [3, 8, null] })).seats).toEqual([
    seat('', '3'),
    seat('', '8'),
    seat('', '', true),
  ]);
  expect(typedFor(heat({ kind: 'drop', seed: 2 })).seats).toEqual([seat(''), seat('', '', true), seat('')]);
});
