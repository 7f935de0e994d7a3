import { expect, it } from 'vitest';
import { clockText, leftOn, pressedClock, signOf, startedClock } from './round-clock.ts';

const AT = Date.parse('2025-11-14T10:00:00.000Z');
const MIN = 60_000;
const at = (minutes: number) => ({ round: 2, minutes: 50, now: AT + minutes * MIN });

it('runs, is paused without losing time, goes on, and gets five minutes in both', () => {
  const started = pressedClock(null, 'start', at(0));
  expect(started).toEqual({ round: 2, endsAt: '2025-11-14T10:50:00.000Z', left: null });
  const paused = pressedClock(started, 'pause', at(20));
  expect(paused).toEqual({ round: 2, endsAt: null, left: 1_800 });
  expect(leftOn(paused, AT + 300 * MIN)).toBe(30 * MIN);
  expect(pressedClock(paused, 'more', at(25)).left).toBe(2_100);
  const resumed = pressedClock(paused, 'resume', at(30));
  expect([resumed.endsAt, pressedClock(resumed, 'resume', at(31))]).toEqual(['2025-11-14T11:00:00.000Z', resumed]);
  expect(pressedClock(resumed, 'more', at(31)).endsAt).toBe('2025-11-14T11:05:00.000Z');
  // After time is up five minutes are five minutes from now.
  expect(pressedClock(resumed, 'more', at(70)).endsAt).toBe('2025-11-14T11:15:00.000Z');
  expect(leftOn(pressedClock(resumed, 'pause', at(70)), AT)).toBe(0);
});

it('has no clock without minutes, and nothing to pause before it is started', () => {
  expect(startedClock(1, undefined, AT)).toBeNull();
  expect(() => pressedClock(null, 'start', { ...at(0), minutes: undefined })).toThrow('Edit Event');
  for (const action of ['pause', 'resume', 'more'] as const)
    expect(() => pressedClock(null, action, at(0))).toThrow('not started');
});

it('is written in minutes, and gives a sign at five minutes and at none', () => {
  expect([50 * MIN, 5 * MIN, 61_001, 1, 0, 125 * MIN].map(clockText)).toEqual([
    ...['50:00', '5:00', '1:02', '0:01', '0:00', '2:05:00'],
  ]);
  expect([5 * MIN + 1, 5 * MIN, 1, 0].map(signOf)).toEqual([null, 'soon', 'soon', 'up']);
});
