import { expect, it } from 'vitest';
import { Histogram } from './histogram.ts';

it('counts a value in the first bucket whose bound is not below it', () => {
  const sizes = new Histogram([1, 2, 5]);
  for (const value of [0, 1, 1.5, 2, 5, 5.01, 100]) sizes.observe(value);
  expect([sizes.buckets, sizes.sum]).toEqual([[2, 2, 1, 2], 114.51]);
});
