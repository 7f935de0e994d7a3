import { expect, it } from 'vitest';
import { PICTURE } from './limits.ts';
import { pictureProblem } from './rules.ts';

it.each([
  [PICTURE.bytes, null],
  [2.5 * 1024 * 1024, 'A picture may have 2 MB. This one has 2.5 MB.'],
])('judges a file of %d bytes before it is sent', (size, problem) => {
  expect(pictureProblem({ size })).toBe(problem);
});
