import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockTime } from '#platform/time.ts';
import { shownEvent } from '#testing/shown-event.ts';
import type { FestivalEvent } from '../contract.ts';
import { clashesOf } from './attention.ts';
import { planDay, planOf, slotAt } from './plan.ts';

const ZONE = 'America/New_York';
const DAY = '2025-11-13';
/** On the clocks of that Thursday, EST; hours from 24 on are after midnight. */
const at = (hour: number, minute = 0): string => new Date(Date.UTC(2025, 10, 13, hour + 5, minute)).toISOString();
const event = (id: string, start: string, said: Partial<FestivalEvent> = {}) =>
  shownEvent({ id, title: id, startTime: start, duration: 60, location: 'Hall', ...said });
const plan = (events: readonly FestivalEvent[], more: { day?: string; room?: string; zone?: string } = {}) =>
  planOf(events, { day: DAY, room: null, zone: ZONE, ...more });
const hours = ({ from, to }: { from: number; to: number }) =>
  [from, to].map((moment) => clockTime(new Date(moment).toISOString(), ZONE));

it.each<[string, string | null, string, string]>([
  ['the one that is asked for', '2025-11-15', '2025-11-14', '2025-11-15'],
  ['today for one without events', '2025-12-24', '2025-11-14', '2025-11-14'],
  ['the first before the festival', null, '2025-06-01', '2025-11-13'],
  ['the next on a day without events', null, '2025-11-14', '2025-11-15'],
  ['the last after the festival', null, '2026-01-01', '2025-11-15'],
])('shows %s', (name, asked, today, shown) => {
  const days = ['2025-11-13', ...(name.includes('next') ? [] : ['2025-11-14']), '2025-11-15'];
  expect(planDay(days, asked, today)).toBe(shown);
});

describe('columns', () => {
  const events = [
    event('late night', at(28), { location: 'Room 9' }),
    event('early', at(9), { location: 'Room 2' }),
    event('friday', at(29), { location: 'Attic' }),
    event('also', at(12), { location: 'room 2' }),
    event('wednesday', at(4), { location: 'Cellar', duration: 45 }),
  ];
  it('has every room of the programme by name, and of the day what is before 5 AM', () => {
    expect(plan(events).columns.map(({ name, blocks }) => [name, ...blocks.map((block) => block.event.id)])).toEqual([
      ['Attic'],
      ['Cellar'],
      ['room 2', 'early', 'also'],
      ['Room 9', 'late night'],
    ]);
  });
  it('has one room alone when it is asked for, and all for one that is not there', () => {
    expect(plan(events, { room: 'room2' }).columns.map(({ room }) => room)).toEqual(['room2']);
    expect(plan(events, { room: 'nowhere' }).columns).toHaveLength(4);
  });
});

it.each<[string, readonly FestivalEvent[], [string, string]]>([
  ['an hour more on both sides, full hours', [event('a', at(10, 20)), event('b', at(17, 50))], ['9:00 AM', '8:00 PM']],
  ['no more at a full hour', [event('a', at(10)), event('b', at(18))], ['9:00 AM', '8:00 PM']],
  ['not before or after 5 AM', [event('a', at(5, 15)), event('b', at(28, 15))], ['5:00 AM', '5:00 AM']],
  [
    'what goes on from the day before and into the next',
    [event('a', at(4, 30), { duration: 1440 })],
    ['5:00 AM', '5:00 AM'],
  ],
  ['the first, an hour before', [event('a', at(12)), event('b', at(20), { duration: 1440 })], ['11:00 AM', '5:00 AM']],
])('shows the hours of the day: %s', (_, events, expected) => {
  expect(hours(plan(events))).toEqual(expected);
});

it('begins at a full hour in a zone of half hours, and has the 25 hours of the longest day', () => {
  const start = plan([event('a', '2025-11-13T04:50:00.000Z')], { zone: 'Asia/Kolkata' }).from;
  expect(clockTime(new Date(start).toISOString(), 'Asia/Kolkata')).toBe('9:00 AM');
  const all = [event('a', '2025-11-01T09:00:00.000Z'), event('b', '2025-11-02T09:45:00.000Z')];
  const { from, to } = plan(all, { day: '2025-11-01' });
  expect((to - from) / 3_600_000).toBe(25);
});

it.each<[string, readonly FestivalEvent[], readonly string[], readonly string[]]>([
  ['back to back', [event('a', at(9)), event('b', at(10))], ['a 1/1', 'b 1/1'], []],
  [
    'at one time',
    [event('a', at(9)), event('b', at(9, 30)), event('c', at(11))],
    ['a 1/2', 'b 2/2', 'c 1/1'],
    ['a', 'b'],
  ],
  [
    'a long one beside two short ones',
    [event('long', at(9), { duration: 180 }), event('b', at(9, 15)), event('c', at(10, 30))],
    ['long 1/2', 'b 2/2', 'c 2/2'],
    ['long', 'b', 'c'],
  ],
  [
    'a finished one, which takes no room',
    [event('over', at(9), { status: 'completed' }), event('b', at(9, 30))],
    ['over 1/2', 'b 2/2'],
    [],
  ],
  ['a late one', [event('late', at(9), { lateMinutes: 15 }), event('b', at(10))], ['late 1/1', 'b 1/1'], ['late', 'b']],
  [
    'one that runs into the next day',
    [event('night', at(28), { duration: 120 }), event('morning', at(29, 30))],
    ['night 1/1'],
    ['night'],
  ],
  ['another room', [event('a', at(9)), event('b', at(9), { location: 'Attic' })], ['b 1/1', 'a 1/1'], []],
])('puts %s into lanes, and marks what clashes', (_, events, lanes, clashes) => {
  const blocks = plan(events).columns.flatMap((column) => column.blocks);
  expect(blocks.map((block) => `${block.event.id} ${block.lane + 1}/${block.lanes}`)).toEqual(lanes);
  expect(blocks.filter(({ isClash }) => isClash).map((block) => block.event.id)).toEqual(clashes);
});

it('marks just what clashes with another event, also with many in a room', () => {
  const slot = fc.record({ minute: fc.nat(600), duration: fc.integer({ min: 15, max: 200 }), room: fc.nat(2) });
  fc.assert(
    fc.property(fc.array(slot, { maxLength: 40 }), (slots) => {
      const events = slots.map(({ minute, duration, room }, index) =>
        event(String(index), at(9, minute), { duration, location: `Room ${room}` }),
      );
      const blocks = plan(events).columns.flatMap((column) => column.blocks);
      for (const block of blocks) expect(block.isClash).toBe(clashesOf(block.event, events).length > 0);
    }),
  );
  const crowd = Array.from({ length: 200 }, (_, index) => event(String(index), at(9)));
  expect(plan(crowd).columns[0]?.blocks.every(({ isClash }) => isClash)).toBe(true);
});

it('ends a block at 5 AM', () => {
  const [block] = plan([event('night', at(28), { duration: 120 })]).columns[0]?.blocks ?? [];
  expect(hours(block ?? { from: 0, to: 0 })).toEqual(['4:00 AM', '5:00 AM']);
});

const SPAN = { from: Date.parse(at(9)), to: Date.parse(at(23)) };
it.each<[string, string, string]>([
  ['a quarter', at(10, 15), at(10, 15)],
  ['the quarter that a moment is in', at(10, 29), at(10, 15)],
  ['the own start in its quarter', at(12, 1), at(12, 10)],
  ['the first one for what is above', at(7), at(9)],
  ['the last one for what is below', at(24), at(22, 45)],
])('takes a tap for %s', (_, tapped, start) => {
  expect(slotAt(Date.parse(tapped), SPAN, at(12, 10))).toBe(start);
});
