import { expect, it } from 'vitest';
import { HOUR, MINUTE } from '#platform/durations.ts';
import { type Network, networkOf } from './caller.ts';
import { networkBudget } from './limits.ts';

const HOTEL = networkOf('203.0.113.7');

function budget(rate: { burst: number; perMinute: number }, most?: number) {
  let at = 0;
  const counted = networkBudget(rate, () => at, most);
  return {
    ...counted,
    pass(milliseconds: number) {
      at += milliseconds;
    },
    /** Returns how many of `tries` were granted. */
    granted(network: Network, tries: number): number {
      return Array.from({ length: tries }, () => counted.take(network)).filter((seconds) => seconds === 0).length;
    },
  };
}

it('networkBudget grants the burst at once and no more', () => {
  const counted = budget({ burst: 1500, perMinute: 300 });
  expect(counted.granted(HOTEL, 2000)).toBe(1500);
});

it('networkBudget refills by the minute, up to the burst', () => {
  const counted = budget({ burst: 1500, perMinute: 300 });
  counted.granted(HOTEL, 1500);
  counted.pass(MINUTE);
  expect(counted.granted(HOTEL, 1000)).toBe(300);
  counted.pass(HOUR);
  expect(counted.granted(HOTEL, 2000)).toBe(1500);
});

it('networkBudget returns the seconds until the next one', () => {
  const counted = budget({ burst: 2, perMinute: 30 });
  counted.granted(HOTEL, 2);
  expect(counted.wait(HOTEL)).toBeCloseTo(2);
  counted.pass(1500);
  expect(counted.wait(HOTEL)).toBeCloseTo(0.5);
  counted.pass(501);
  expect(counted.wait(HOTEL)).toBe(0);
});

it('networkBudget counts each IPv4 address and each /64 separately', () => {
  const counted = budget({ burst: 3, perMinute: 1 });
  expect(counted.granted(HOTEL, 9)).toBe(3);
  expect(counted.granted(networkOf('203.0.113.8'), 9)).toBe(3);
  expect(counted.granted(networkOf('2001:db8:1:1::1'), 9)).toBe(3);
  expect(counted.granted(networkOf('2001:db8:1:1::2'), 9)).toBe(0);
  expect(counted.granted(networkOf('2001:db8:1:2::1'), 9)).toBe(3);
});

it('networkBudget grants a /48 four times as much, over any number of its /64s', () => {
  const counted = budget({ burst: 3, perMinute: 1 });
  const inEach = Array.from({ length: 40 }, (_, subnet) => counted.granted(networkOf(`2001:db8:1:${subnet}::1`), 9));
  expect(inEach.reduce((sum, granted) => sum + granted, 0)).toBe(12);
  expect(counted.granted(networkOf('2001:db8:2:1::1'), 9)).toBe(3);
});

it('networkBudget multiplies the budget by the network’s factor', () => {
  const counted = budget({ burst: 3, perMinute: 1 });
  expect(counted.granted({ ...HOTEL, factor: 10 }, 99)).toBe(30);
  // A used budget is used, also for requests without the factor.
  expect(counted.granted(HOTEL, 9)).toBe(0);
});

it('networkBudget refunds what was taken, in whole or in part, and never more', () => {
  const counted = budget({ burst: 2, perMinute: 1 });
  counted.granted(HOTEL, 2);
  counted.giveBack(HOTEL, 1);
  expect(counted.granted(HOTEL, 9)).toBe(1);
  counted.giveBack(HOTEL, 0.9);
  expect(counted.granted(HOTEL, 9)).toBe(0);
  counted.giveBack(HOTEL, 0.1);
  expect(counted.granted(HOTEL, 9)).toBe(1);
  counted.giveBack(HOTEL, 99);
  expect(counted.granted(HOTEL, 9)).toBe(2);
});

it('networkBudget keeps a bounded number of networks and drops those that have refilled', () => {
  const counted = budget({ burst: 2, perMinute: 60 }, 100);
  for (let host = 0; host < 1000; host += 1) counted.take(networkOf(`10.0.${host >> 8}.${host & 255}`));
  expect(counted.size()).toBe(100);
  counted.pass(MINUTE);
  for (let host = 0; host < 60; host += 1) counted.take(networkOf(`10.1.0.${host}`));
  expect(counted.size()).toBeLessThanOrEqual(100);
  expect(counted.granted(networkOf('10.1.0.1'), 9)).toBe(1);
});

it('networkBudget is unlimited when the burst is infinite', () => {
  const counted = budget({ burst: Number.POSITIVE_INFINITY, perMinute: Number.POSITIVE_INFINITY });
  expect(counted.granted(HOTEL, 5000)).toBe(5000);
});

it('networkBudget continues to refill when the clock is set back', () => {
  const counted = budget({ burst: 2, perMinute: 1 });
  counted.granted(HOTEL, 2);
  counted.pass(-HOUR);
  expect(counted.granted(HOTEL, 9)).toBe(0);
  counted.pass(MINUTE);
  expect(counted.granted(HOTEL, 9)).toBe(1);
});
