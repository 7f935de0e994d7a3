import { expect, it } from 'vitest';
import { MINUTE } from '#platform/durations.ts';
import { RecentCounts } from './recent-counts.ts';

it('sums the last minutes with the present one, and drops each when it is too old', () => {
  let at = 7 * MINUTE;
  const recent = new RecentCounts(3, () => at);
  expect(recent.sum()).toEqual({ count: 0, slow: 0 });
  recent.add();
  recent.add(true);
  at += 2 * MINUTE;
  recent.add(true);
  expect(recent.sum()).toEqual({ count: 3, slow: 2 });
  at += MINUTE;
  expect(recent.sum()).toEqual({ count: 1, slow: 1 });
  at += 2 * MINUTE;
  expect(recent.sum()).toEqual({ count: 0, slow: 0 });
});

it('holds a few minutes after months', () => {
  let at = 0;
  const recent = new RecentCounts(5, () => at);
  for (; at < 200_000 * MINUTE; at += MINUTE) recent.add();
  at -= MINUTE;
  expect(recent.sum()).toEqual({ count: 5, slow: 0 });
});
