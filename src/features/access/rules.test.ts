import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countGuess, type Guesses, sessionIsToBeNoted, sessionRuns, waitAfter } from './rules.ts';

const START = Date.parse('2025-11-14T17:00:00.000Z');
const HOUR = 3_600_000;
const at = (ms: number): string => new Date(START + ms).toISOString();

describe('sessionRuns', () => {
  it.each([
    ['just opened', 0, 0, true],
    ['used within four hours', 0, 4 * HOUR - 1, true],
    ['idle for four hours', 0, 4 * HOUR, false],
    ['in use for nearly a day', 24 * HOUR - 2, 24 * HOUR - 1, true],
    ['in use for a day', 24 * HOUR - 1, 24 * HOUR, false],
  ])('%s', (_, lastSeen, now, runs) => {
    expect(sessionRuns({ createdAt: at(0), lastSeenAt: at(lastSeen) }, at(now))).toBe(runs);
  });

  it('is written down again after a minute', () => {
    expect(sessionIsToBeNoted({ lastSeenAt: at(0) }, at(59_999))).toBe(false);
    expect(sessionIsToBeNoted({ lastSeenAt: at(0) }, at(60_000))).toBe(true);
  });
});

describe('countGuess', () => {
  it('lets five go free and then waits 1, 2, 4 … 30 s', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 50].map((failures) => waitAfter(failures, 5))).toEqual([
      0, 0, 0, 0, 1, 2, 4, 8, 16, 30, 30, 30,
    ]);
  });

  it('tells the seconds left, rounded up', () => {
    const known: Guesses = { failures: 9, nextAt: at(16_000), lastAt: at(0) };
    expect(countGuess(known, at(0), 5)).toEqual({ waitSeconds: 16 });
    expect(countGuess(known, at(15_001), 5)).toEqual({ waitSeconds: 1 });
    expect(countGuess(known, at(16_000), 5)).toEqual({
      next: { failures: 10, nextAt: at(16_000 + 30_000), lastAt: at(16_000) },
    });
  });

  it('begins anew after an hour without a guess', () => {
    const known: Guesses = { failures: 40, nextAt: at(30_000), lastAt: at(0) };
    expect(countGuess(known, at(HOUR - 1), 5)).toMatchObject({ next: { failures: 41 } });
    expect(countGuess(known, at(HOUR), 5)).toEqual({ next: { failures: 1, nextAt: at(HOUR), lastAt: at(HOUR) } });
  });

  it('never lets more than five and one each 30 s through, however the tries are spread', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 200 }), (pauses) => {
        let known: Guesses | null = null;
        let now = 0;
        let tried = 0;
        for (const pause of pauses) {
          now += pause;
          const counted = countGuess(known, at(now), 5);
          if ('next' in counted) {
            known = counted.next;
            tried += 1;
          }
        }
        // The first ten take 31 s of waiting, all later ones 30 s each.
        expect(tried).toBeLessThanOrEqual(10 + now / 30_000);
      }),
    );
  });
});
