import { expect, it } from 'vitest';
import { shownEvent } from '#testing/shown-event.ts';
import { daysToPrint, EVERY_DAY, roomsIn, timeOn } from './plan.ts';

const at = (startTime: string, location: string) => ({ startTime, location });
const thursday = at('2025-11-13T20:00:00.000Z', 'Ballroom B');
const afterMidnight = at('2025-11-14T05:30:00.000Z', 'Bar');
const saturday = at('2025-11-15T20:00:00.000Z', 'ballroom  b');
const events = [saturday, thursday, afterMidnight];
const chosen = (today: string, wanted: string | null = null) =>
  daysToPrint(events, { zone: 'America/New_York', today, wanted }).chosen;

it('prints the wanted day, else today, else the next day with events, else the last', () => {
  expect(chosen('2025-11-13')).toEqual([{ day: '2025-11-13', items: [thursday, afterMidnight] }]);
  expect(chosen('2025-11-13', '2025-11-15')).toEqual([{ day: '2025-11-15', items: [saturday] }]);
  expect(chosen('2025-11-14', '2025-11-14')).toEqual([{ day: '2025-11-15', items: [saturday] }]);
  expect(chosen('2025-12-01', 'nonsense')).toEqual([{ day: '2025-11-15', items: [saturday] }]);
  expect(daysToPrint([], { zone: 'UTC', today: '2025-11-13', wanted: null })).toEqual({ days: [], chosen: [] });
});

it('prints every day when that is wanted', () => {
  expect(chosen('2025-11-13', EVERY_DAY).map(({ day }) => day)).toEqual(['2025-11-13', '2025-11-15']);
});

it('says the day of what begins after midnight of the day that heads the sheet', () => {
  const time = (startTime: string) => timeOn('2025-11-14', shownEvent({ startTime, duration: 90 }), 'America/New_York');
  expect(time('2025-11-15T03:30:00.000Z')).toBe('10:30 PM–12:00 AM');
  expect(time('2025-11-15T09:30:00.000Z')).toBe('Sat 15, 4:30–6:00 AM');
});

it('lists each room once, by name, however it is written', () => {
  expect(roomsIn(events)).toEqual([
    { name: 'Bar', items: [afterMidnight] },
    { name: 'ballroom  b', items: [saturday, thursday] },
  ]);
  expect(roomsIn([at('', '!'), at('', '?')]).map(({ name }) => name)).toEqual(['!', '?']);
});
