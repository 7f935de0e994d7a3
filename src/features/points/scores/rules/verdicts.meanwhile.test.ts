import { expect, it } from 'vitest';
import { whyNotSetScore } from './verdicts.ts';

it.each([
  ['is the one that the organiser saw', 12, 4, null],
  ['is not the one that the organiser saw', 12, 3, 'CHANGED_MEANWHILE'],
  ['is what the organiser saw, but the request does not say so', 12, undefined, null],
  ['is already the new one: the first answer may have been lost', 1250, 3, null],
])('decides when the present score %s', (_, score, seen, code) => {
  expect(whyNotSetScore({ name: 'Zoë', score: 1250, revision: 4 }, score, seen)?.code ?? null).toBe(code);
});

it('names the present score in the refusal', () => {
  expect(whyNotSetScore({ name: 'Zoë', score: 1250, revision: 4 }, 12, 3)?.body).toEqual({
    code: 'CHANGED_MEANWHILE',
    message: 'Another organiser has just changed this score: Zoë has 1,250 now. Look at it again, then save.',
    field: 'score',
  });
});
