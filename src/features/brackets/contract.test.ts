import { expect, it } from 'vitest';
import { parseBody } from '#platform/server/parse.ts';
import { refusalOf } from '#testing/refusal.ts';
import { NewScore } from './contract.ts';

it.each([
  ['a negative number', -1, 3, 'First score must be 0 or more.', 'player1Score'],
  ['a number over 999', 3, 1000, 'Second score must be 999 or less.', 'player2Score'],
  ['a fraction', 1.5, 3, 'First score must be a whole number.', 'player1Score'],
  ['null', null, 3, 'First score must be a number.', 'player1Score'],
  ['a text', 3, '2', 'Second score must be a number.', 'player2Score'],
])('refuses %s as a score', (_, player1Score, player2Score, message, field) => {
  const refused = refusalOf(() => parseBody(NewScore, { player1Score, player2Score }));
  expect(refused).toEqual({ code: 'BAD_INPUT', message, field });
});
