import { expect, it } from 'vitest';
import { win } from '#testing/bracket.ts';
import { shownMatches } from '#testing/shown-bracket.ts';
import type { Entry } from '../../engine/state.ts';
import { matchSentence, nextWords, waitedFor } from './sentence.ts';

const THREE = ['Priya', 'Marcus', 'Lena'];
const said = (place: string, entries: Entry[] = [], names = THREE) => {
  const match = shownMatches(names, entries).find(({ id }) => id === `catan_${place}`);
  return match && matchSentence(match.label, match);
};

it('says every state of a match in one sentence', () => {
  expect(said('W1-1')).toBe('Winners semifinal: Priya has a bye.');
  expect(said('W1-2')).toBe('Winners semifinal: Marcus against Lena, ready now.');
  expect(said('W2-1')).toBe('Winners final: Priya waits for an opponent.');
  expect(said('GF')).toBe('Grand final: waiting for its players.');
  expect(said('W1-2', [win('W1-2', 2)])).toBe('Winners semifinal: Lena beat Marcus 2 to 1.');
});

it('keeps names from right to left apart from the scores', () => {
  expect(said('W1-2', [win('W1-2', 2)], ['Priya', 'אבי', 'דנה'])).toBe(
    'Winners semifinal: \u2068דנה\u2069 beat \u2068אבי\u2069 2 to 1.',
  );
});

it('says why a match was not played', () => {
  const unplayed = (kind: 'forfeit' | 'disqualification', player: 1 | 2 | 'both') =>
    said('W1-2', [{ kind, match: 'W1-2', player }])?.replace('Winners semifinal: ', '');
  expect(unplayed('forfeit', 1)).toBe('Lena wins, because Marcus did not play.');
  expect(unplayed('disqualification', 2)).toBe('Marcus wins, because Lena is disqualified.');
  expect(unplayed('forfeit', 'both')).toBe('nobody wins, because Marcus and Lena did not play.');
  expect(unplayed('disqualification', 'both')).toBe('nobody wins, because Marcus and Lena are disqualified.');
});

it('says that nobody plays between two byes', () => {
  const match = shownMatches(['A', 'B', 'C', 'D', 'E']).find(({ id }) => id === 'catan_L1-2');
  expect(match && matchSentence('Losers round 1', match)).toBe('Losers round 1: nobody plays it.');
});

it('says what is next for either player', () => {
  const match = (place: string) => shownMatches(THREE).find(({ id }) => id === `catan_${place}`);
  const [semifinal, final] = [match('W1-2'), match('W2-1')];
  expect(semifinal && nextWords(semifinal, 'rsvp-2')).toBe('Winners semifinal against Lena, ready now');
  expect(semifinal && nextWords(semifinal, 'rsvp-3')).toBe('Winners semifinal against Marcus, ready now');
  expect(final && nextWords(final, 'rsvp-1')).toBe('Winners final, waiting for an opponent');
});

it.each([
  ['2025-11-13T17:59:01.000Z', 'ready just now'],
  ['2025-11-13T18:00:30.000Z', 'ready just now'],
  ['2025-11-13T17:48:00.000Z', 'waiting 12 min'],
  ['2025-11-13T15:55:00.000Z', 'waiting 2 h 5 min'],
])('since %s: %s', (since, words) => {
  expect(waitedFor(since, '2025-11-13T18:00:00.000Z')).toBe(words);
});
