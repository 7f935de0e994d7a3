import { expect, it } from 'vitest';
import { FULL, firstDayAfter, hoursOf, programmeOf } from './timetable.ts';

const ZONE = 'America/New_York';

const firstDay = firstDayAfter(new Date('2026-11-22T15:00:00Z'), ZONE);

it('begins a rehearsal on a Thursday that is at least a week away', () => {
  expect(firstDay).toBe('2026-12-03');
  expect(firstDayAfter(new Date('2026-11-26T15:00:00Z'), ZONE)).toBe('2026-12-03');
});

it('opens registration of a rehearsal three evenings before, and has fourteen hours on each of four days', () => {
  const hours = hoursOf(firstDay, ZONE, FULL);
  expect(hours.map(({ name }) => name).slice(0, 5)).toEqual([
    'Mon 6 PM',
    'Mon 7 PM',
    'Mon 8 PM',
    'Thu 10 AM',
    'Thu 11 AM',
  ]);
  expect(hours).toHaveLength(3 + 4 * 14);
  expect(hours.at(-1)).toEqual({ at: '2026-12-07T04:00:00.000Z', day: 4, name: 'Sun 11 PM' });
  const times = hours.map(({ at }) => at);
  expect(times).toEqual(times.toSorted());
});

it('ends every event of a rehearsal on the evening that it is on', () => {
  const events = programmeOf(firstDay, ZONE, FULL);
  expect(events.filter(({ tournamentType }) => tournamentType !== null)).toHaveLength(10);
  const [first, last] = [hoursOf(firstDay, ZONE, FULL)[3]?.at ?? '', hoursOf(firstDay, ZONE, FULL).at(-1)?.at ?? ''];
  for (const { startTime, duration } of events) {
    expect(startTime >= first).toBe(true);
    expect(new Date(Date.parse(startTime) + duration * 60_000).toISOString() <= last).toBe(true);
  }
});
