import { expect, it } from 'vitest';
import { parseBody } from '#platform/server/parse.ts';
import { aGame } from '#testing/factories.ts';
import { refusalOf } from '#testing/refusal.ts';
import { NewGame } from './contract.ts';

it.each([
  ['name', undefined, 'Name is missing.'],
  ['name', ' \u200b ', 'Name is missing.'],
  ['name', 'x'.repeat(61), 'Name is longer than 60 characters.'],
  ['name', 'a\u202eb', 'Name holds characters that cannot be shown.'],
  ['gameType', 'course', 'Game type must be one of: board-game, card-game, video-game.'],
  ['gameType', null, 'Game type must be one of: board-game, card-game, video-game.'],
  ['owner', '', 'Owner is missing.'],
  ['owner', 7, 'Owner must be text.'],
  ['playerCount', 'x'.repeat(21), 'Player count is longer than 20 characters.'],
  ['playerCount', 4, 'Player count must be text.'],
  ['playTime', 4, 'Play time must be 5 or more.'],
  ['playTime', 1441, 'Play time must be 1,440 or less.'],
  ['playTime', 7.5, 'Play time must be a whole number.'],
  ['playTime', '60', 'Play time must be a number.'],
  ['description', 'x'.repeat(2001), 'Description is longer than 2000 characters.'],
  ['description', 'a\0b', 'Description holds characters that cannot be shown.'],
  ['available', 'yes', 'Available must be true or false.'],
])('a game with %s %j is refused', (field, value, message) => {
  const refused = refusalOf(() => parseBody(NewGame, { ...aGame(), [field]: value }));
  expect(refused).toEqual({ code: 'BAD_INPUT', message, field });
});
