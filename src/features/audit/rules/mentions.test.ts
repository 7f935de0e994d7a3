import { expect, it } from 'vitest';
import { MENTION_LIMIT, mentionsIn } from './mentions.ts';

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

it('finds a draw by each player, also by one with a comma in the name', () => {
  expect(mentionsIn({ before: null, after: { players: 'Bo, Alma' } })).toEqual(['bo', 'bo, alma', 'alma']);
  const longest = `${'a'.repeat(29)}, ${'b'.repeat(29)}`;
  const mentions = mentionsIn({ before: { players: `${longest}, Bo` }, after: null });
  expect(mentions).toEqual([longest.slice(0, 29), longest, longest.slice(31), `${longest.slice(31)}, bo`, 'bo']);
});

it('ignores texts longer than a name, and most of a very long list', () => {
  const players = Array.from({ length: 100_000 }, (_, index) => `Player ${index}`).join(', ');
  const mentions = mentionsIn({ before: null, after: { players } });
  expect(mentions).toContain('player 999');
  expect(mentions.length).toBeLessThan(6000);
  expect(Math.max(...mentions.map((mention) => mention.length))).toBeLessThanOrEqual(60);
});

it.each([null, 'text', 3, ['Alex'], { name: 7, players: null }])('finds nothing in %j', (before) => {
  expect(mentionsIn({ before, after: null })).toEqual([]);
});

it('omits a text that PostgreSQL could not index, and a name without a key', () => {
  const before = { id: 'x'.repeat(MENTION_LIMIT + 1), name: '\u200b', playerName: '\ufdfa'.repeat(60) };
  const mentions = mentionsIn({ before, after: { id: 'x'.repeat(MENTION_LIMIT) } });
  expect(mentions.map(({ length }) => length)).toEqual([MENTION_LIMIT, MENTION_LIMIT]);
  expect(Math.max(...mentions.map((mention) => Buffer.byteLength(mention)))).toBeLessThan(2600);
});
