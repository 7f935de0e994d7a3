import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR } from '#platform/durations.ts';
import { budgetWait, countsOfStranger, countTry, type Tries, tooManyCodes, waitAfter } from './throttle.ts';

const START = Date.parse('2025-11-14T17:00:00.000Z');
const at = (ms: number): string => new Date(START + ms).toISOString();

it('countTry allows five tries and then waits 1, 2, 4 … 30 s', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 50].map((failures) => waitAfter(failures, 5))).toEqual([
    0, 0, 0, 0, 1, 2, 4, 8, 16, 30, 30, 30,
  ]);
});

it('countTry returns the seconds left, rounded up', () => {
  const known: Tries = { failures: 9, nextAt: at(16_000), lastAt: at(0) };
  expect(countTry(known, at(0), 5)).toEqual({ waitSeconds: 16 });
  expect(countTry(known, at(15_001), 5)).toEqual({ waitSeconds: 1 });
  expect(countTry(known, at(16_000), 5)).toEqual({
    next: { failures: 10, nextAt: at(16_000 + 30_000), lastAt: at(16_000) },
  });
});

it('countTry starts again after an hour without a try', () => {
  const known: Tries = { failures: 40, nextAt: at(30_000), lastAt: at(0) };
  expect(countTry(known, at(HOUR - 1), 5)).toMatchObject({ next: { failures: 41 } });
  expect(countTry(known, at(HOUR), 5)).toEqual({ next: { failures: 1, nextAt: at(HOUR), lastAt: at(HOUR) } });
});

it('countTry never allows more than five plus one per 30 s, however the tries are spread', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 200 }), (pauses) => {
      let known: Tries | null = null;
      let now = 0;
      let tried = 0;
      for (const pause of pauses) {
        now += pause;
        const counted = countTry(known, at(now), 5);
        if ('next' in counted) {
          known = counted.next;
          tried += 1;
        }
      }
      // The first ten tries take 31 s of waiting, all later ones 30 s each.
      expect(tried).toBeLessThanOrEqual(10 + now / 30_000);
    }),
  );
});

it.each([
  ['nothing was taken yet', null, 0],
  ['one is left', { used: 9, since: at(0) }, 0],
  ['it is used up', { used: 10, since: at(0) }, 20],
  ['more than the limit was taken, after the limit was lowered', { used: 99, since: at(0) }, 20],
  ['its minute is over', { used: 10, since: at(-20_000) }, 0],
  ['its minute is nearly over', { used: 10, since: at(-19_999) }, 1],
])('budgetWait returns the seconds left when %s', (_, spent, seconds) => {
  expect(budgetWait(spent, 10, at(40_000))).toBe(seconds);
});

describe('countsOfStranger', () => {
  const free = { device: 5, network: 6, devices: 50 };
  const v4 = { key: '203.0.113.7', wider: null };
  const v6 = { key: '2001:db8:1:2::/64', wider: '2001:db8:1::/48' };

  it('counts a caller without a cookie by network, and a /48 with four times the limit', () => {
    expect(countsOfStranger('', { visitorId: null, network: v4 }, free)).toEqual([
      { guesser: 'address 203.0.113.7', free: 6 },
    ]);
    expect(countsOfStranger('', { visitorId: null, network: v6 }, free)).toEqual([
      { guesser: 'address 2001:db8:1:2::/64', free: 6 },
      { guesser: 'address 2001:db8:1::/48', free: 24 },
    ]);
  });

  it('counts a device alone and with the devices of its network, separately per secret', () => {
    expect(countsOfStranger('badge ', { visitorId: 'v', network: v6 }, free)).toEqual([
      { guesser: 'badge device v', free: 5 },
      { guesser: 'badge devices 2001:db8:1:2::/64', free: 50 },
      { guesser: 'badge devices 2001:db8:1::/48', free: 200 },
    ]);
  });
});

it('countTry with a window refuses the next try until so long after the last, and asking does not make it longer', () => {
  const window = 10 * 60_000;
  let tries: Tries | null = null;
  for (let n = 0; n < 12; n += 1) {
    const counted = countTry(tries, at(n * 1000), 12, window);
    if (!('next' in counted)) throw new Error('refused');
    tries = counted.next;
  }
  expect(countTry(tries, at(11_000), 12, window)).toEqual({ waitSeconds: 600 });
  expect(countTry(tries, at(11_000 + window - 1), 12, window)).toEqual({ waitSeconds: 1 });
  expect(countTry(tries, at(11_000 + window), 12, window)).toMatchObject({ next: { failures: 1 } });
});

it('says in minutes when it takes some', () => {
  expect([1, 119, 120, 541].map((seconds) => tooManyCodes(seconds).replace(/^.*in /, ''))).toEqual([
    ...['1 s.', '119 s.', '2 minutes.', '10 minutes.'],
  ]);
});
