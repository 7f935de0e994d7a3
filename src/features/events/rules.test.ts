import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventStatus } from './contract.ts';
import {
  canChangeCapacity,
  canMoveTo,
  capacityState,
  gameTypeOf,
  groupByFestivalDay,
  matchesFilter,
  nextStatus,
  percentFull,
  sortByStart,
  spotsRemaining,
  wholeOr,
} from './rules.ts';

const seats = (currentRegistrations: number, capacity: number) => ({ currentRegistrations, capacity });
const anySeats = fc
  .record({ capacity: fc.integer({ min: 2, max: 10_000 }), share: fc.double({ min: 0, max: 1, noNaN: true }) })
  .map(({ capacity, share }) => seats(Math.round(capacity * share), capacity));
const moment = fc
  .date({ min: new Date('2025-11-01T00:00:00Z'), max: new Date('2025-11-30T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());
const timed = fc.array(fc.record({ startTime: moment, id: fc.uuid() }), { maxLength: 40 });

describe('capacity', () => {
  it.each([
    [0, 16, 'OPEN'],
    [11, 16, 'OPEN'],
    [12, 16, 'ALMOST FULL'],
    [15, 16, 'ALMOST FULL'],
    [16, 16, 'FULL'],
    [17, 16, 'FULL'],
    [1, 2, 'OPEN'],
    [2, 3, 'OPEN'],
  ] as const)('%i of %i places taken is %s', (taken, capacity, state) => {
    expect(capacityState(seats(taken, capacity))).toBe(state);
  });

  it('says FULL, 100 percent and no spots left together, or none of them', () => {
    fc.assert(
      fc.property(anySeats, (event) => {
        const full = capacityState(event) === 'FULL';
        expect([percentFull(event) === 100, spotsRemaining(event) === 0]).toEqual([full, full]);
      }),
    );
  });

  it('counts people who registered before the capacity shrank', () => {
    expect(canChangeCapacity(12, 12)).toBeNull();
    expect(canChangeCapacity(11, 12)?.body).toEqual({
      code: 'CAPACITY_TAKEN',
      message: "12 people are already registered, so the capacity can't be 11.",
      field: 'capacity',
    });
    expect(canChangeCapacity(0, 1)?.message).toBe("1 person is already registered, so the capacity can't be 0.");
  });
});

describe('status', () => {
  const statuses: readonly EventStatus[] = ['upcoming', 'in-progress', 'completed'];

  it('allows one step forward and the same status again, and refuses everything else', () => {
    const allowed = statuses.flatMap((from) =>
      statuses.filter((to) => canMoveTo(from, to) === null).map((to) => `${from} > ${to}`),
    );
    expect(allowed).toEqual([
      'upcoming > upcoming',
      'upcoming > in-progress',
      'in-progress > in-progress',
      'in-progress > completed',
      'completed > completed',
    ]);
  });

  it('names both statuses in the refusal', () => {
    expect(canMoveTo('upcoming', 'completed')?.body).toEqual({
      code: 'STATUS_ORDER',
      message: "This event is upcoming and can't become completed before it was in progress.",
      field: 'status',
    });
    expect(canMoveTo('completed', 'in-progress')?.message).toBe(
      "This event is completed and can't go back to in progress.",
    );
  });

  it('ends with completed', () => {
    expect(statuses.map(nextStatus)).toEqual(['in-progress', 'completed', null]);
  });
});

describe('lists', () => {
  const event = { title: 'Catan Championship', location: 'Ballroom A', eventType: 'board-game' } as const;

  it.each([
    ['', null, true],
    ['  CATAN ', null, true],
    ['ballroom', 'board-game', true],
    ['catan', 'course', false],
    ['mario', null, false],
  ] as const)('a search for "%s" of type %s matches: %s', (q, type, matches) => {
    expect(matchesFilter(event, { q, type })).toBe(matches);
  });

  it('a search over 500 code units matches nothing', () => {
    const long = { ...event, title: 'x'.repeat(600) };
    const matches = (length: number) => matchesFilter(long, { q: 'x'.repeat(length), type: null });
    expect([matches(500), matches(501)]).toEqual([true, false]);
  });

  it('groups by day without losing, adding or reordering anything', () => {
    fc.assert(
      fc.property(timed, (events) => {
        const groups = groupByFestivalDay(events, 'America/New_York');
        expect(groups.flatMap((group) => group.items)).toEqual(sortByStart(events));
        expect(new Set(groups.map((group) => group.day)).size).toBe(groups.length);
      }),
    );
  });

  it('counts karaoke after midnight to the evening before', () => {
    const afternoon = { startTime: '2025-11-13T20:00:00.000Z' };
    const karaoke = { startTime: '2025-11-14T05:30:00.000Z' };
    const breakfast = { startTime: '2025-11-14T13:00:00.000Z' };
    expect(groupByFestivalDay([breakfast, karaoke, afternoon], 'America/New_York')).toEqual([
      { day: '2025-11-13', items: [afternoon, karaoke] },
      { day: '2025-11-14', items: [breakfast] },
    ]);
  });
});

describe('small readings', () => {
  it('counts card games as board games', () => {
    expect((['course', 'board-game', 'card-game', 'video-game'] as const).map(gameTypeOf)).toEqual([
      null,
      'board',
      'board',
      'video',
    ]);
  });

  it('falls back when no number was typed', () => {
    expect(['', 'soon', '45', '90 min'].map((typed) => wholeOr(typed, 60))).toEqual([60, 60, 45, 90]);
  });
});
