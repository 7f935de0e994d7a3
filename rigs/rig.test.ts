import { expect, it } from 'vitest';
import { assertNone, shorten } from './rig.ts';

it('names the problems in the error', () => {
  expect(() => assertNone(['answered 500: GET /', 'no answer'], 'seed 7')).toThrow(
    'seed 7: 2 problems\n  answered 500: GET /\n  no answer',
  );
  expect(() => assertNone([], 'seed 7')).not.toThrow();
});

it('says how many problems it leaves out', () => {
  expect(shorten(['a', 'b', 'c'], 2)).toEqual(['a', 'b', '… and 1 more']);
  expect(shorten(['a', 'b'], 2)).toEqual(['a', 'b']);
});
