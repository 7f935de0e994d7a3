import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR } from '#platform/durations.ts';
import type { StaffRsvp } from '../contract.ts';
import { ageOf, agesInOrder, isWalkIn, type WaitingTap, warningFor, withTaps } from './waiting-taps.ts';

const NOON = Date.parse('2025-11-14T17:00:00.000Z');
const place = (playerName: string, said: Partial<StaffRsvp> = {}): StaffRsvp => ({
  ...{ id: playerName, eventId: 'catan', playerName, checkedIn: false, checkedInAt: null, checkedInBy: null },
  createdAt: '2025-11-13T12:00:00.000Z',
  ...said,
});
const tap = (playerName: string, said: Partial<WaitingTap> = {}): WaitingTap => ({
  ...{
    id: `tap on ${playerName}`,
    sent: false,
    eventId: 'catan',
    title: 'Catan Open',
    placeId: playerName,
    playerName,
  },
  ...{ checksIn: true, tappedAt: NOON },
  ...said,
});
const there = { checkedIn: true, checkedInAt: '2025-11-14T16:00:00.000Z', checkedInBy: 'staff' } as const;

describe('withTaps', () => {
  it('returns the same list when nothing waits, and the same rows without a tap', () => {
    const list = [place('Alex'), place('Sam')];
    expect(withTaps(list, [])).toBe(list);
    expect(withTaps(list, [tap('Sam')])[0]).toBe(list[0]);
  });

  it('shows a place as its latest tap leaves it', () => {
    const [alex, sam] = withTaps(
      [place('Alex'), place('Sam', there)],
      [tap('Alex'), tap('Sam', { checksIn: false }), tap('Alex', { checksIn: false }), tap('Alex', { id: 'last' })],
    );
    expect(alex).toMatchObject({ checkedIn: true, checkedInAt: '2025-11-14T17:00:00.000Z', waiting: { id: 'last' } });
    expect(sam).toMatchObject({ checkedIn: false, checkedInAt: null, checkedInBy: null });
  });

  it('lists walk-ins by name among the places', () => {
    const walkIns = ['zoe', 'Öbo', 'Bo'].map((name) => tap(name, { placeId: null }));
    const rows = withTaps([place('Alex'), place('Sam')], walkIns);
    expect(rows.map(({ playerName }) => playerName)).toEqual(['Alex', 'Bo', 'Öbo', 'Sam', 'zoe']);
    expect(rows.map(isWalkIn)).toEqual([false, true, true, false, true]);
  });
});

describe('ageOf', () => {
  it.each([
    ['counts back from now', NOON - 5_000, { steady: 9_000, madeAt: 4_000 }, 5_000],
    ['goes by the steady clock when the other was set back', NOON + HOUR, { steady: 9_000, madeAt: 4_000 }, 5_000],
    ['goes by the clock when the steady one slept', NOON - HOUR, { steady: 9_000, madeAt: 4_000 }, HOUR],
    ['goes by the clock for a tap of an earlier page', NOON - 5_000, { steady: 9_000 }, 5_000],
    ['puts a tap of the future before this page', NOON + HOUR, { steady: 9_000 }, 9_000],
  ])('%s', (_, tappedAt, clocks, age) => {
    expect(ageOf(tappedAt, { now: NOON, ...clocks })).toBe(age);
  });
});

describe('agesInOrder', () => {
  it('keeps the order when the clock was set back between two taps, or since', () => {
    expect(agesInOrder([5_000, 1_000])).toEqual([5_000, 1_000]);
    expect(agesInOrder([-HOUR, 1_000])).toEqual([1_001, 1_000]);
    expect(agesInOrder([-1, -2])).toEqual([2, 1]);
  });

  it('is positive and falls from tap to tap, whatever the clock did', () => {
    const clocks = fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { maxLength: 20 });
    fc.assert(
      fc.property(clocks, (taken) => {
        const ages = agesInOrder(taken);
        expect(ages).toHaveLength(taken.length);
        expect(ages.every(Number.isInteger)).toBe(true);
        for (const [index, age] of ages.entries()) expect(age).toBeGreaterThan(ages[index + 1] ?? 0);
      }),
    );
  });
});

describe('warningFor', () => {
  it.each([
    ['nothing when the tap did what was tapped', tap('Alex'), place('Alex', there), null],
    ['a later undo', tap('Alex'), place('Alex'), 'Not checked in: another organiser undid it later.'],
    [
      'a later check-in',
      tap('Alex', { checksIn: false }),
      place('Alex', there),
      'Still checked in: somebody checked them in later.',
    ],
    [
      'a bracket drawn without them',
      tap('Alex'),
      { ...place('Alex', there), leftOut: true as const },
      'They are checked in, but the bracket was drawn without them.',
    ],
    ['another name', tap('Alex'), place('Alexa', there), 'They are called Alexa now, and the tap counts.'],
  ])('tells %s', (_, made, now, sentence) => {
    expect(warningFor(made, now)).toBe(sentence);
  });
});
