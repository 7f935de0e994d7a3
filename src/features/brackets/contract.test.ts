import { expect, it } from 'vitest';
import { parseBody } from '#platform/server/parse.ts';
import { refusalOf } from '#testing/refusal.ts';
import { NewScore } from './contract.ts';

it.each([
  ['one below nothing', -1, 3, 'First score must be 0 or more.', 'player1Score'],
  ['one too high', 3, 1000, 'Second score must be 999 or less.', 'player2Score'],
  ['a half', 1.5, 3, 'First score must be a whole number.', 'player1Score'],
  ['nothing', null, 3, 'First score must be a number.', 'player1Score'],
  ['a text', 3, '2', 'Second score must be a number.', 'player2Score'],
  ['one left out', 3, undefined, 'Second score is missing.', 'player2Score'],
])('refuses a score with %s', (_, player1Score, player2Score, message, field) => {
  const refused = refusalOf(() => parseBody(NewScore, { player1Score, player2Score }));
  expect(refused).toEqual({ code: 'BAD_INPUT', message, field });
});
