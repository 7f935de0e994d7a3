import { expect, it } from 'vitest';
import { MINUTE } from '#platform/durations.ts';
import { Histogram, LastHour } from './counters.ts';

const NONE = { count: 0, failed: 0, slow: 0, slowest: 0 };

function hourAt(start: number) {
  let at = start;
  const hour = new LastHour<string>(500, () => at);
  return { hour, pass: (ms: number) => (at += ms) };
}

it('counts by minute, the present one last, and sums by key', () => {
  const { hour, pass } = hourAt(0);
  hour.add('read', 10);
  hour.add('read', 30, true);
  pass(MINUTE);
  hour.add('write', 501);
  hour.add('stream', null);
  const minutes = hour.minutes();
  expect(minutes).toHaveLength(60);
  expect(minutes.slice(-3)).toEqual([
    NONE,
    { count: 2, failed: 1, slow: 0, slowest: 30 },
    { count: 2, failed: 0, slow: 1, slowest: 501 },
  ]);
  expect(Object.fromEntries(hour.sums())).toEqual({
    read: { count: 2, timed: 2, total: 40, slowest: 30 },
    write: { count: 1, timed: 1, total: 501, slowest: 501 },
    stream: { count: 1, timed: 0, total: 0, slowest: 0 },
  });
});

it('forgets a minute after an hour, also when nothing happened meanwhile', () => {
  const { hour, pass } = hourAt(5 * MINUTE);
  hour.add('read', 10);
  pass(59 * MINUTE);
  expect(hour.minutes()[0]).toMatchObject({ count: 1 });
  pass(MINUTE);
  expect([hour.minutes().filter(({ count }) => count > 0), hour.sums().size]).toEqual([[], 0]);
  hour.add('read', 20);
  expect(hour.minutes().at(-1)).toMatchObject({ count: 1, slowest: 20 });
});

it('holds 60 minutes after months', () => {
  const { hour, pass } = hourAt(0);
  for (let minute = 0; minute < 200_000; minute += 1) {
    hour.add('read', 1);
    pass(MINUTE);
  }
  expect(hour.sums().get('read')?.count).toBe(59);
});

it('counts in the latest minute while the clock is behind it', () => {
  const { hour, pass } = hourAt(90 * MINUTE);
  hour.add('read', 1);
  pass(-80 * MINUTE);
  hour.add('read', 2);
  expect(hour.minutes().at(-1)).toMatchObject({ count: 2, slowest: 2 });
});

it('leaves the present minute out of the last five', () => {
  const { hour, pass } = hourAt(0);
  for (let minute = 0; minute < 7; minute += 1) {
    hour.add('read', 600);
    pass(MINUTE);
  }
  hour.add('read', 600);
  expect(hour.since(5)).toEqual({ count: 5, slow: 5 });
});

it('counts a value in the first bucket whose bound is not below it', () => {
  const sizes = new Histogram([1, 2, 5]);
  for (const value of [0, 1, 1.5, 2, 5, 5.01, 100]) sizes.observe(value);
  expect([sizes.buckets, sizes.sum]).toEqual([[2, 2, 1, 2], 114.51]);
});
