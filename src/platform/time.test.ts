import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cardDate,
  clockTime,
  festivalDay,
  festivalDayHeading,
  festivalDayShort,
  isTimeZone,
  longDay,
  parseZoned,
  relativeTime,
  tickerTime,
  timeRange,
  zonedInput,
  zoneName,
} from './time.ts';

const NEW_YORK = 'America/New_York';
const BERLIN = 'Europe/Berlin';
const LORD_HOWE = 'Australia/Lord_Howe';
const ZONES = [
  ...[NEW_YORK, BERLIN, LORD_HOWE, 'UTC'],
  ...['Asia/Kathmandu', 'Pacific/Apia', 'America/St_Johns', 'Africa/Cairo'],
];

const zones = fc.constantFrom(...ZONES);
const moments = fc
  .integer({ min: Date.UTC(1975, 0) / 1000, max: Date.UTC(2090, 0) / 1000 })
  .map((seconds) => new Date(seconds * 1000).toISOString());
const later = (iso: string, minutes: number): string => new Date(Date.parse(iso) + minutes * 60_000).toISOString();

describe('what people read', () => {
  const afternoon = '2025-11-13T20:00:00.000Z';
  const spring = '2025-03-05T20:05:59.999Z';

  it.each([
    [afternoon, NEW_YORK, 'Nov 13, 3:00 PM|Nov 13, 2025|3:00 PM|Thursday, Nov 13|2025-11-13T15:00|EST'],
    [spring, NEW_YORK, 'Mar 5, 3:05 PM|Mar 05, 2025|3:05 PM|Wednesday, Mar 05|2025-03-05T15:05|EST'],
    [spring, LORD_HOWE, 'Mar 6, 7:05 AM|Mar 06, 2025|7:05 AM|Thursday, Mar 06|2025-03-06T07:05|GMT+11'],
  ])('shows %s in the zone of the festival, %s', (iso, zone, shown) => {
    const forms = [tickerTime, cardDate, clockTime, longDay, zonedInput, zoneName];
    expect(forms.map((form) => form(iso, zone))).toEqual(shown.split('|'));
  });

  it.each([
    ['2025-11-13T05:00Z', '12:00 AM'],
    ['2025-11-13T05:59Z', '12:59 AM'],
    ['2025-11-13T06:00Z', '1:00 AM'],
    ['2025-11-13T16:59Z', '11:59 AM'],
    ['2025-11-13T17:00Z', '12:00 PM'],
    ['2025-11-14T04:59Z', '11:59 PM'],
  ])('reads %s in New York as %s', (iso, time) => {
    expect(clockTime(iso, NEW_YORK)).toBe(time);
  });

  it('names every month and weekday', () => {
    const months = Array.from({ length: 12 }, (_, month) =>
      longDay(new Date(Date.UTC(2026, month, 1)).toISOString(), 'UTC'),
    );
    expect(months).toEqual([
      ...['Thursday, Jan 01', 'Sunday, Feb 01', 'Sunday, Mar 01', 'Wednesday, Apr 01', 'Friday, May 01'],
      ...['Monday, Jun 01', 'Wednesday, Jul 01', 'Saturday, Aug 01', 'Tuesday, Sep 01', 'Thursday, Oct 01'],
      ...['Sunday, Nov 01', 'Tuesday, Dec 01'],
    ]);
  });

  it.each([
    [120, '3:00–5:00 PM'],
    [15, '3:00–3:15 PM'],
    [540, '3:00 PM–12:00 AM'],
    [720, '3:00 PM–3:00 AM'],
    [1440, '3:00 PM–3:00 PM next day'],
  ])('formats %i minutes from three as %s', (minutes, range) => {
    expect(timeRange(afternoon, minutes, NEW_YORK)).toBe(range);
  });

  it('shows AM and PM twice where they differ', () => {
    expect(timeRange('2025-11-13T16:00Z', 120, NEW_YORK)).toBe('11:00 AM–1:00 PM');
    expect(timeRange('2025-11-14T04:00Z', 120, NEW_YORK)).toBe('11:00 PM–1:00 AM');
  });

  it('ends a range by the wall clock when daylight saving changes', () => {
    expect(timeRange('2026-03-08T06:30Z', 60, NEW_YORK)).toBe('1:30–3:30 AM');
  });

  it.each([
    ['2025-11-02T05:30Z', 60, NEW_YORK, '1:30 AM EDT–1:30 AM EST'],
    ['2025-11-02T05:30Z', 45, NEW_YORK, '1:30 AM EDT–1:15 AM EST'],
    ['2025-11-02T06:59Z', 15, NEW_YORK, '1:59 AM EST–2:14 AM EST'],
    ['2025-11-02T04:00Z', 60, NEW_YORK, '12:00 AM EDT–1:00 AM EDT'],
    ['2025-11-02T04:00Z', 59, NEW_YORK, '12:00–12:59 AM'],
    ['2025-11-02T07:00Z', 60, NEW_YORK, '2:00–3:00 AM'],
    ['2026-04-04T14:45Z', 30, LORD_HOWE, '1:45 AM GMT+11–1:45 AM GMT+10:30'],
    ['1988-10-29T23:31Z', 120, 'America/St_Johns', '10:01 PM GMT-1:30–10:01 PM GMT-3:30'],
    ['2026-03-07T20:00Z', 1440, NEW_YORK, '3:00 PM–4:00 PM next day'],
    ['2025-11-01T19:00Z', 1440, NEW_YORK, '3:00 PM–2:00 PM'],
  ])('names the zone where the clocks show a time twice: %s, %i min, %s', (iso, minutes, zone, range) => {
    expect(timeRange(iso, minutes, zone)).toBe(range);
  });

  it('tells both hours apart that have one name', () => {
    const hours = ['2025-11-02T05:00Z', '2025-11-02T06:00Z'];
    expect(hours.map((iso) => clockTime(iso, NEW_YORK))).toEqual(['1:00 AM EDT', '1:00 AM EST']);
    expect(hours.map((iso) => tickerTime(iso, NEW_YORK))).toEqual(['Nov 2, 1:00 AM EDT', 'Nov 2, 1:00 AM EST']);
  });

  it('names a zone exactly where another moment reads the same', () => {
    fc.assert(
      fc.property(moments, zones, (iso, zone) => {
        const others = [-120, -60, -30, 30, 60, 120].map((minutes) => later(iso, minutes));
        const twice = others.some((other) => zonedInput(other, zone) === zonedInput(iso, zone));
        expect(clockTime(iso, zone).endsWith('M')).toBe(!twice);
      }),
      { numRuns: 500, examples: [['2025-11-02T05:59:59.999Z', NEW_YORK]] },
    );
  });

  it('writes plain ASCII except the dash of a range, in every zone at any time', () => {
    fc.assert(
      fc.property(moments, zones, fc.integer({ min: 15, max: 1440 }), (iso, zone, minutes) => {
        expect(tickerTime(iso, zone)).toMatch(/^[A-Z][a-z]{2} [1-3]?\d, 1?\d:\d\d [AP]M( [\w+:-]+)?$/);
        expect(cardDate(iso, zone)).toMatch(/^[A-Z][a-z]{2} \d\d, \d{4}$/);
        expect(longDay(iso, zone)).toMatch(/^[A-Z][a-z]+day, [A-Z][a-z]{2} \d\d$/);
        expect(timeRange(iso, minutes, zone)).toMatch(
          /^1?\d:\d\d( [AP]M( [\w+:-]+)?)?–1?\d:\d\d [AP]M( [\w+:-]+)?( next day)?$/,
        );
      }),
    );
  });

  it('throws for an invalid moment', () => {
    expect(() => clockTime('soon', NEW_YORK)).toThrow(RangeError);
  });
});

it.each([
  ['2025-11-14T05:30Z', NEW_YORK, '2025-11-13', 'karaoke half an hour past midnight'],
  ['2025-11-14T09:59Z', NEW_YORK, '2025-11-13', '04:59'],
  ['2025-11-14T10:00Z', NEW_YORK, '2025-11-14', '05:00'],
  ['2026-01-01T09:59Z', NEW_YORK, '2025-12-31', 'across the year'],
  ['2028-03-01T09:59Z', NEW_YORK, '2028-02-29', 'into a leap day'],
])('festivalDay puts %s in %s on %s: %s', (iso, zone, day) => {
  expect(festivalDay(iso, zone)).toBe(day);
});

it.each([
  [NEW_YORK, '2026-03-08', '2026-03-07'],
  [NEW_YORK, '2026-11-01', '2026-10-31'],
  [BERLIN, '2026-03-29', '2026-03-28'],
  [BERLIN, '2026-10-25', '2026-10-24'],
  [LORD_HOWE, '2026-10-04', '2026-10-03'],
  [LORD_HOWE, '2026-04-05', '2026-04-04'],
])('festivalDay changes at 05:00 in %s on the morning of %s, when the clocks change', (zone, day, yesterday) => {
  const days = ['00:00', '04:59', '05:00', '23:59'].map((time) => {
    const typed = parseZoned(`${day}T${time}`, zone);
    return 'iso' in typed ? festivalDay(typed.iso, zone) : typed;
  });
  expect(days).toEqual([yesterday, yesterday, day, day]);
});

it('festivalDay is the calendar date from 05:00 on, and the previous one before', () => {
  fc.assert(
    fc.property(moments, zones, (iso, zone) => {
      const [date = '', time = ''] = zonedInput(iso, zone).split('T');
      const yesterday = new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
      expect(festivalDay(iso, zone)).toBe(time < '05:00' ? yesterday : date);
    }),
  );
});

it('festivalDay has a heading', () => {
  expect(festivalDayHeading('2025-11-13')).toBe('Thursday, Nov 13');
  expect(festivalDayHeading('2026-03-08')).toBe('Sunday, Mar 08');
  expect(festivalDayShort('2025-11-13')).toBe('Thu 13');
  expect(festivalDayShort('2026-03-08')).toBe('Sun 8');
});

it.each([
  ['2025-11-13T15:00', NEW_YORK, '2025-11-13T20:00:00.000Z'],
  ['2025-07-13T15:00', NEW_YORK, '2025-07-13T19:00:00.000Z'],
  ['2025-11-13T15:00:00', BERLIN, '2025-11-13T14:00:00.000Z'],
  ['2025-11-13T15:00:00.000', 'Asia/Kathmandu', '2025-11-13T09:15:00.000Z'],
  ['2028-02-29T23:59', 'UTC', '2028-02-29T23:59:00.000Z'],
  ['2026-03-08T01:59', NEW_YORK, '2026-03-08T06:59:00.000Z'],
  ['2026-03-08T03:00', NEW_YORK, '2026-03-08T07:00:00.000Z'],
])('parseZoned reads %s in %s as %s', (input, zone, iso) => {
  expect(parseZoned(input, zone)).toEqual({ iso });
});

it.each([
  ['2026-03-08T02:00', NEW_YORK, '2026-03-08T03:00'],
  ['2026-03-08T02:59', NEW_YORK, '2026-03-08T03:00'],
  ['2026-03-29T02:30', BERLIN, '2026-03-29T03:00'],
  ['2026-10-04T02:15', LORD_HOWE, '2026-10-04T02:30'],
  ['2011-12-30T12:00', 'Pacific/Apia', '2011-12-31T00:00'],
])('parseZoned refuses the skipped %s in %s and suggests %s', (input, zone, suggestion) => {
  expect(parseZoned(input, zone)).toEqual({ problem: 'is skipped when the clocks go forward', suggestion });
});

it.each([
  ['2026-11-01T01:30', NEW_YORK, '2026-11-01T05:30:00.000Z'],
  ['2026-10-25T02:30', BERLIN, '2026-10-25T00:30:00.000Z'],
  ['2026-04-05T01:45', LORD_HOWE, '2026-04-04T14:45:00.000Z'],
])('parseZoned takes the first of the two %s in %s', (input, zone, iso) => {
  expect(parseZoned(input, zone)).toEqual({ iso });
});

it.each([
  ...['', 'tomorrow', '2025-11-13', '2025-11-13 15:00', '2025-11-13T15:00Z', '2025-11-13T15:00:30'],
  ...['2025-02-29T12:00', '2025-13-01T12:00', '2025-11-31T12:00', '2025-11-13T24:00', '2025-11-13T12:60'],
  ...['0202-11-13T15:00', '9999-12-31T23:59', '12025-11-13T15:00', ' 2025-11-13T15:00'],
])('parseZoned refuses %j', (input) => {
  expect(parseZoned(input, NEW_YORK)).toEqual({ problem: 'is not a date and time', suggestion: '' });
});

it('parseZoned parses what zonedInput writes, to the minute; an ambiguous time as the first of the two', () => {
  fc.assert(
    fc.property(moments, zones, (iso, zone) => {
      const shown = zonedInput(iso, zone);
      const read = parseZoned(shown, zone);
      const minute = `${iso.slice(0, 17)}00.000Z`;
      // Clocks go back by an hour as a rule, by half of one on Lord Howe, and once by two in Newfoundland.
      const early = [120, 60, 30]
        .map((minutes) => later(minute, -minutes))
        .filter((time) => zonedInput(time, zone) === shown);
      expect(read).toEqual({ iso: early[0] ?? minute });
    }),
    { numRuns: 2000, examples: [['1988-10-30T01:31:00.000Z', 'America/St_Johns']] },
  );
});

it('parseZoned shows every typed time again or suggests the next one that exists', () => {
  const around = fc.tuple(
    fc.constantFrom<[string, string]>(
      [NEW_YORK, '2026-03-08T02:00'],
      [NEW_YORK, '2026-11-01T01:00'],
      [BERLIN, '2026-03-29T02:00'],
      [LORD_HOWE, '2026-10-04T02:00'],
      [LORD_HOWE, '2026-04-05T01:30'],
    ),
    fc.integer({ min: -180, max: 180 }),
  );
  fc.assert(
    fc.property(around, ([[zone, change], minutes]) => {
      const input = later(`${change}Z`, minutes).slice(0, 16);
      const read = parseZoned(input, zone);
      if ('iso' in read) {
        expect(zonedInput(read.iso, zone)).toBe(input);
      } else {
        expect(parseZoned(read.suggestion, zone)).toHaveProperty('iso');
        expect(parseZoned(later(`${read.suggestion}Z`, -1).slice(0, 16), zone)).toHaveProperty('problem');
      }
    }),
    { numRuns: 500 },
  );
});

it('zones accepts zone names only', () => {
  const known = [...ZONES, 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'].map(isTimeZone);
  expect(new Set(known)).toEqual(new Set([true]));
  const unknown = ['', 'Atlantis/Harbour', '+05:00', '-0500', 'New York', 'EST/', 'America/', ' UTC'].map(isTimeZone);
  expect(new Set(unknown)).toEqual(new Set([false]));
});

it('zones uses the zone’s name at that moment', () => {
  expect(zoneName('2025-07-13T12:00Z', NEW_YORK)).toBe('EDT');
  expect(zoneName('2025-11-13T12:00Z', NEW_YORK)).toBe('EST');
  expect(zoneName('2025-11-13T12:00Z', BERLIN)).toBe('GMT+1');
  expect(zoneName('2025-11-13T12:00Z', 'UTC')).toBe('UTC');
});

const now = '2025-11-14T12:00:00.000Z';
it.each([
  ['2025-11-14T12:05:00.000Z', 'just now'],
  ['2025-11-14T12:00:00.000Z', 'just now'],
  ['2025-11-14T11:59:00.001Z', 'just now'],
  ['2025-11-14T11:59:00.000Z', '1 minute ago'],
  ['2025-11-14T11:58:00.000Z', '2 minutes ago'],
  ['2025-11-14T11:00:01.000Z', '59 minutes ago'],
  ['2025-11-14T11:00:00.000Z', '1 hour ago'],
  ['2025-11-13T12:00:01.000Z', '23 hours ago'],
  ['2025-11-13T12:00:00.000Z', '1 day ago'],
  ['2025-10-15T12:00:00.000Z', '1 month ago'],
  ['2025-01-14T12:00:00.000Z', '10 months ago'],
  ['2023-11-14T12:00:00.000Z', '2 years ago'],
])('relativeTime formats %s as %s', (iso, words) => {
  expect(relativeTime(iso, now)).toBe(words);
});
