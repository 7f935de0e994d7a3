import { expect, it } from 'vitest';
import { parseBody } from '#platform/server/parse.ts';
import { refusalOf } from '#testing/refusal.ts';
import { givePoints } from './contract.ts';

it.each([
  ['of zero', { points: 0 }, 'points'],
  ['without a reason', { reason: ' ' }, 'reason'],
  ['of a mission that is no id', { missionId: 'A B' }, 'missionId'],
])('points %s are refused', (_, more, field) => {
  const given = { points: 5, reason: 'Won', ...more };
  expect(refusalOf(() => parseBody(givePoints.body, given))).toMatchObject({ code: 'BAD_INPUT', field });
});
