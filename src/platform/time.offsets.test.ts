import { expect, it } from 'vitest';
import { MINUTE } from './durations.ts';
import {
  clockTime,
  festivalDay,
  offsetAt,
  offsetsAround,
  parseZoned,
  takeOffsets,
  timeRange,
  whyYoung,
  zonedInput,
  zoneName,
} from './time.ts';

const YORK = 'America/New_York';
const iso = (moment: number) => new Date(moment).toISOString();

it('the offsets that the server sends are those of the year before the years to the year after, with the moments of their changes', () => {
  const { changes, until } = offsetsAround([2025, 2026], YORK);
  expect(changes.map(([from, minutes]) => `${iso(from).slice(0, 16)} ${minutes}`)).toEqual([
    ...['2024-01-01T00:00 -300', '2024-03-10T07:00 -240', '2024-11-03T06:00 -300', '2025-03-09T07:00 -240'],
    ...['2025-11-02T06:00 -300', '2026-03-08T07:00 -240', '2026-11-01T06:00 -300', '2027-03-14T07:00 -240'],
    '2027-11-07T06:00 -300',
  ]);
  expect(iso(until)).toBe('2028-01-01T00:00:00.000Z');
});

it('the offsets that the server sends make a browser without the zone show and read every time as the server does', () => {
  const zone = 'Ship/Deck';
  expect(() => clockTime('2025-11-13T20:00:00.000Z', zone)).toThrow(RangeError);
  const offsets = offsetsAround([2025], YORK);
  takeOffsets(zone, offsets);
  for (const [change] of offsets.changes.slice(1)) {
    for (let moment = change - 180 * MINUTE - 1; moment < change + 180 * MINUTE; moment += 7 * MINUTE) {
      const shown = zonedInput(iso(moment), YORK);
      expect(zonedInput(iso(moment), zone)).toBe(shown);
      expect(parseZoned(shown, zone)).toEqual(parseZoned(shown, YORK));
      expect(festivalDay(iso(moment), zone)).toBe(festivalDay(iso(moment), YORK));
      // Of the names it knows only the hours.
      const range = timeRange(iso(moment), 90, YORK).replaceAll('EDT', 'GMT-4').replaceAll('EST', 'GMT-5');
      expect(timeRange(iso(moment), 90, zone)).toBe(range);
    }
  }
  expect(parseZoned('2025-03-09T02:30', zone)).toEqual(parseZoned('2025-03-09T02:30', YORK));
  expect(zoneName('2025-11-13T20:00:00.000Z', zone)).toBe('GMT-5');
  takeOffsets('Ship/Bow', { changes: [[0, 345]], until: 1 });
  expect(zoneName('2025-11-13T20:00:00.000Z', 'Ship/Bow')).toBe('GMT+5:45');
});

it('the offsets that the server sends count instead of a browser’s older rules, in their years alone', () => {
  const zone = 'Europe/Lisbon';
  takeOffsets(zone, { changes: [[Date.UTC(2025, 0), 120]], until: Date.UTC(2026, 0) });
  expect(
    [
      '2024-12-31T23:59:59.999Z',
      '2025-01-01T00:00:00.000Z',
      '2025-12-31T23:59:59.999Z',
      '2026-01-01T00:00:00.000Z',
    ].map((at) => offsetAt(Date.parse(at), zone)),
  ).toEqual([0, 120, 120, 0]);
});

it('the offsets that the server sends take the nearest where nothing else is known', () => {
  takeOffsets('Ship/Stern', {
    changes: [
      [1e6 * MINUTE, 60],
      [2e6 * MINUTE, 120],
    ],
    until: 3e6 * MINUTE,
  });
  expect([0, 1e6 * MINUTE, 2e6 * MINUTE, 4e6 * MINUTE].map((moment) => offsetAt(moment, 'Ship/Stern'))).toEqual([
    60, 60, 120, 120,
  ]);
});

it('a zone that browsers of two years ago do not know is named to the operator until two years after its release', () => {
  const warned = (day: string, zone = 'America/Coyhaique') => whyYoung(zone, new Date(day));
  expect(warned('2026-11-25')).toContain('America/Coyhaique has existed since 2025-03-22.');
  expect(warned('2027-03-22')).toBeNull();
  expect(warned('2027-03-21')).not.toBeNull();
  expect([warned('2025-04-01', YORK), warned('2025-04-01', 'toString')]).toEqual([null, null]);
});

it('a zone that browsers of two years ago do not know is in the list when Node learns it: a further name belongs into NEWEST_ZONES', () => {
  expect(Intl.supportedValuesOf('timeZone')).toHaveLength(418);
});
