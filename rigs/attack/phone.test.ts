import { expect, it } from 'vitest';
import { type Reading, timesOf } from './phone.ts';

const reading = (ms: number, status = 200): Reading => ({ what: 'home', status, ms });

it('returns the median, the 99th percentile and the longest', () => {
  const readings = Array.from({ length: 200 }, (_, n) => reading(n + 1));
  expect(timesOf(readings)).toEqual({ count: 200, failed: 0, p50: 101, p99: 199, max: 200 });
});

it('counts a refused or unanswered read as infinite, however fast it was refused', () => {
  const readings = [reading(5), reading(1, 503), reading(1, 0)];
  expect(timesOf(readings)).toEqual({ count: 3, failed: 2, p50: Infinity, p99: Infinity, max: Infinity });
});

it('has no times when nothing was read', () => {
  expect(timesOf([])).toEqual({ count: 0, failed: 0, p50: Number.NaN, p99: Number.NaN, max: Number.NaN });
});
