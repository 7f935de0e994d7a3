import { expect, it } from 'vitest';
import { win } from '#testing/bracket.ts';
import { shownMatches } from '#testing/shown-bracket.ts';
import {
  championOf,
  firstChangedResult,
  nextMatchOf,
  nobodyWon,
  roundsIn,
  slotOf,
  titlesIn,
  waitingLongest,
  wayOnWords,
} from './rounds.ts';

const FOUR = ['Priya', 'Marcus', 'Lena', 'Jo'];
const SINGLE = { tournamentType: 'single-elimination', thirdPlace: true } as const;
const idOf = (match: string) => `catan_${match}`;
const idsOf = (matches: readonly { id: string }[]) => matches.map(({ id }) => id.replace('catan_', ''));

it('reads a double elimination round by round: winners, losers, finals', () => {
  expect(roundsIn(shownMatches(FOUR)).map(({ key, label, matches }) => [key, label, idsOf(matches)])).toEqual([
    ['winners-1', 'Winners semifinal', ['W1-1', 'W1-2']],
    ['winners-2', 'Winners final', ['W2-1']],
    ['losers-1', 'Losers round 1', ['L1-1']],
    ['losers-2', 'Losers final', ['L2-1']],
    ['final-1', 'Grand final', ['GF']],
  ]);
  expect(roundsIn([])).toEqual([]);
});

it('numbers the matches of a round that has several', () => {
  const titles = titlesIn(roundsIn(shownMatches(FOUR)));
  expect(['W1-2', 'W2-1', 'GF'].map((match) => titles.get(idOf(match)))).toEqual([
    'Winners semifinal, match 2',
    'Winners final',
    'Grand final',
  ]);
});

it('says where winners and losers of a round go', () => {
  const matches = shownMatches(FOUR);
  expect(roundsIn(matches).map((round) => wayOnWords(round, matches))).toEqual([
    'Winners go on to: Winners final. Losers go to: Losers round 1.',
    'The winner goes on to: Grand final. The loser goes to: Losers final.',
    'The winner goes on to: Losers final.',
    'The winner goes on to: Grand final.',
    null,
  ]);
});

it('skips a round of byes alone, and links past it', () => {
  const nine = shownMatches(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'], [win('W1-2', 1)]);
  expect(nine.filter(({ label }) => label === 'Losers round 1').map(({ status }) => status)).toEqual([
    ...['bye', 'bye', 'bye', 'bye'],
  ]);
  const rounds = roundsIn(nine);
  expect(rounds.map(({ label }) => label).filter((label) => label.startsWith('Losers'))).toEqual([
    ...['Losers round 2', 'Losers round 3', 'Losers round 4', 'Losers round 5', 'Losers final'],
  ]);
  const [first] = rounds;
  expect(first && wayOnWords(first, nine)).toBe('Winners go on to: Winners round 2. Losers go to: Losers round 2.');
});

it('keeps a final that was won without an opponent, and skips one without players', () => {
  const absent = (match: string) => ({ kind: 'forfeit', match, player: 'both' }) as const;
  const labels = (entries: Parameters<typeof shownMatches>[1]) =>
    roundsIn(shownMatches(FOUR, entries, SINGLE)).map(({ label }) => label);
  expect(labels([absent('W1-1'), win('W1-2', 1)])).toEqual(['Semifinal', 'Final', 'Third place']);
  expect(labels([absent('W1-1'), absent('W1-2')])).toEqual(['Semifinal']);
});

it('says that nobody won only when nobody can', () => {
  const absent = (match: string) => ({ kind: 'forfeit', match, player: 'both' }) as const;
  const semifinals = [win('W1-1', 1), win('W1-2', 1)];
  const single = (...entries: NonNullable<Parameters<typeof shownMatches>[1]>) => shownMatches(FOUR, entries, SINGLE);
  expect(nobodyWon([])).toBe(false);
  expect(nobodyWon(single())).toBe(false);
  expect(nobodyWon(single(absent('W1-1')))).toBe(false);
  expect(nobodyWon(single(...semifinals, win('W2-1', 1)))).toBe(false);
  expect(nobodyWon(single(...semifinals, absent('W2-1')))).toBe(true);
  expect(nobodyWon(single(absent('W1-1'), absent('W1-2')))).toBe(true);
});

it('puts the longest wait first, and equals in the order of the bracket', () => {
  const eight = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];
  const entries = ['W1-3', 'W1-4', 'W1-1', 'W1-2'].map((match) => win(match, 1));
  expect(idsOf(waitingLongest(shownMatches(eight, entries)))).toEqual(['W2-2', 'L1-2', 'W2-1', 'L1-1']);
});

it('finds a player’s next match, also while the opponent is not known', () => {
  const after = (entries: Parameters<typeof shownMatches>[1], entrantId: string) => {
    const next = nextMatchOf(shownMatches(FOUR, entries), entrantId);
    return next && [next.id, next.status];
  };
  expect(after([], 'rsvp-1')).toEqual([idOf('W1-1'), 'ready']);
  expect(after([win('W1-1', 1)], 'rsvp-4')).toEqual([idOf('L1-1'), 'waiting']);
  expect(after([win('W1-1', 1), win('W1-2', 1), win('L1-1', 2)], 'rsvp-4')).toBeUndefined();
  expect(after([], 'rsvp-9')).toBeUndefined();
});

it('finds the slot of this device’s player', () => {
  const [first] = shownMatches(FOUR);
  const slot = (...ids: string[]) => first && slotOf(first, new Set(ids));
  expect([slot('rsvp-1'), slot('rsvp-4'), slot('rsvp-2'), slot()]).toEqual([1, 2, null, null]);
});

it('finds neither a champion nor "nobody won" in a format without a final', () => {
  const played = shownMatches(FOUR, [win('W1-1', 1), win('W1-2', 1)]).slice(0, 2);
  const table = played.map((match) => ({ ...match, nextMatchId: null }));
  expect([championOf(table), nobodyWon(table)]).toEqual([null, false]);
});

it('finds the first changed result, also a forfeit that was corrected to a disqualification', () => {
  const decided = (kind: 'forfeit' | 'disqualification') => shownMatches(FOUR, [{ kind, match: 'W1-1', player: 2 }]);
  expect(firstChangedResult(decided('forfeit'), decided('forfeit'))).toBeUndefined();
  expect(firstChangedResult(decided('forfeit'), decided('disqualification'))?.id).toBe(idOf('W1-1'));
});
