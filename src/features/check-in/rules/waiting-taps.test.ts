import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StaffRsvp } from '../contract.ts';
import { agesOf, isWalkIn, noteOn, type WaitingTap, withTaps } from './waiting-taps.ts';

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
    const walkIns = ['zoe', 'Bo'].map((name) => tap(name, { placeId: null }));
    const rows = withTaps([place('Alex'), place('Sam')], walkIns);
    expect(rows.map(({ playerName }) => playerName)).toEqual(['Alex', 'Bo', 'Sam', 'zoe']);
    expect(rows.map(isWalkIn)).toEqual([false, true, false, true]);
  });
});

describe('agesOf', () => {
  it('counts back from now', () => {
    expect(agesOf([NOON - 5_000, NOON - 1_000], NOON)).toEqual([5_000, 1_000]);
  });

  it('keeps the order when the clock was set back between two taps, or since', () => {
    expect(agesOf([NOON + 3_600_000, NOON - 1_000], NOON)).toEqual([1_001, 1_000]);
    expect(agesOf([NOON + 1, NOON + 2], NOON)).toEqual([2, 1]);
  });

  it('is positive and falls from tap to tap, whatever the clock did', () => {
    const clocks = fc.array(fc.integer({ min: NOON - 1e9, max: NOON + 1e9 }), { maxLength: 20 });
    fc.assert(
      fc.property(clocks, (tappedAt) => {
        const ages = agesOf(tappedAt, NOON);
        expect(ages).toHaveLength(tappedAt.length);
        for (const [index, age] of ages.entries()) expect(age).toBeGreaterThan(ages[index + 1] ?? 0);
      }),
    );
  });
});

describe('noteOn', () => {
  it.each([
    ['nothing when the tap did what was tapped', tap('Alex'), place('Alex', there), null],
    ['a later undo', tap('Alex'), place('Alex'), 'Somebody undid the check-in after that, so it stays undone.'],
    [
      'a later check-in',
      tap('Alex', { checksIn: false }),
      place('Alex', there),
      'Somebody checked them in after that, so they stay checked in.',
    ],
    [
      'a bracket drawn without them',
      tap('Alex'),
      { ...place('Alex', there), leftOut: true as const },
      'They are checked in, but the bracket was drawn without them.',
    ],
    ['another name', tap('Alex'), place('Alexa', there), 'They are called Alexa now, and the tap counts.'],
  ])('tells %s', (_, made, now, sentence) => {
    expect(noteOn(made, now)).toBe(sentence);
  });
});
