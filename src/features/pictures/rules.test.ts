import { expect, it } from 'vitest';
import { PICTURE } from './limits.ts';
import { pictureProblem } from './rules.ts';

it.each([
  ['image/png', PICTURE.bytes, null],
  ['image/jpeg', 1, null],
  ['image/webp', 1, null],
  ['image/svg+xml', 1, 'This is no PNG, JPEG or WebP picture.'],
  ['', 1, null],
  ['image/png', 2.5 * 1024 * 1024, 'A picture may have 2 MB. This one has 2.5 MB.'],
])('judges %s of %d bytes before it is sent', (type, size, problem) => {
  expect(pictureProblem({ type, size })).toBe(problem);
});
