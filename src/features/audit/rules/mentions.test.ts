import { expect, it } from 'vitest';
import { mentionOf, mentionsIn } from './mentions.ts';

it('finds an entry by its ids and by the keys of the names on both sides', () => {
  const before = { id: 'r1', playerName: 'ALEX', checkedIn: false };
  const after = { id: 'r1', playerName: 'Lexi', checkedIn: true };
  expect(mentionsIn({ before, after })).toEqual(['r1', 'alex', 'lexi']);
});

it('finds a result by both players and its winner, and an event by its id alone', () => {
  const result = { matchId: 'm', player1: 'Alex', player2: 'Bo', winner: null };
  expect(mentionsIn({ before: result, after: { ...result, winner: 'Bo' } })).toEqual(['alex', 'bo']);
  expect(mentionsIn({ before: { id: 'e', title: 'Catan', host: 'Priya' }, after: null })).toEqual(['e']);
});

it('finds a draw by each player, also by one whose name holds a comma', () => {
  const mentions = mentionsIn({ before: null, after: { players: 'Sammy Davis, Jr, Bo, Alma' } });
  expect(mentions).toEqual(expect.arrayContaining(['sammy davis, jr', 'bo', 'alma']));
});

it('looks for no name longer than a name may be, and for few of a very long list', () => {
  const players = Array.from({ length: 100_000 }, (_, index) => `Player ${index}`).join(', ');
  const mentions = mentionsIn({ before: null, after: { players } });
  expect(mentions).toContain('player 999');
  expect(mentions.length).toBeLessThan(6000);
  expect(Math.max(...mentions.map((mention) => mention.length))).toBeLessThanOrEqual(60);
});

it.each([null, 'text', 3, ['Alex'], { name: 7, players: null }])('finds nothing in %j', (before) => {
  expect(mentionsIn({ before, after: null })).toEqual([]);
});

it('keeps the key of a name short enough for an index', () => {
  const longest = '\ufdfa'.repeat(60);
  expect(Buffer.byteLength(mentionOf(longest))).toBeLessThan(2700);
});
