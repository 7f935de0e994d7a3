import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupByFestivalDay, matchesFilter, sortByStart } from './programme.ts';

const moment = fc
  .date({ min: new Date('2025-11-01T00:00:00Z'), max: new Date('2025-11-30T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());
const timed = fc.array(fc.record({ startTime: moment, id: fc.uuid() }), { maxLength: 40 });

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
