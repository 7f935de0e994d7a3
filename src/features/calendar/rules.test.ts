import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { zonedInput } from '#platform/time.ts';
import { readToken, sequenceOf, stampOf, timeZoneOf, writeToken } from './rules.ts';

const ZONES = [
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Asia/Kolkata',
  'Africa/Casablanca',
  'UTC',
];

/** Returns the zone as another library reads it. */
const readZone = (zone: string, years: readonly number[]) =>
  new ICAL.Timezone(new ICAL.Component(ICAL.parse(timeZoneOf(zone, years))));

const HOUR = 3_600_000;

describe.each(ZONES)('VTIMEZONE of %s', (zone) => {
  it('gives the moments of these years the offsets that the zone has', () => {
    const read = readZone(zone, [2025, 2027]);
    const moment = fc.oneof(
      fc.integer({ min: Date.UTC(2025, 0, 2) / HOUR, max: Date.UTC(2026, 0, 1) / HOUR }),
      fc.integer({ min: Date.UTC(2027, 0, 2) / HOUR, max: Date.UTC(2028, 0, 1) / HOUR }),
    );
    fc.assert(
      fc.property(moment, (hour) => {
        const iso = new Date(hour * HOUR).toISOString();
        const local = zonedInput(iso, zone);
        // An hour that is shown twice means its first time.
        const shownBefore = [1, 2].some(
          (back) => zonedInput(new Date(hour * HOUR - (back * HOUR) / 2).toISOString(), zone) === local,
        );
        if (shownBefore) return;
        const time = ICAL.Time.fromDateTimeString(`${local}:00`);
        time.zone = read;
        expect(time.toJSDate().toISOString()).toBe(iso);
      }),
    );
  });
});

it('names offsets and the time that ends at a change', () => {
  expect(timeZoneOf('America/New_York', [2025])).toContain(
    [
      'BEGIN:STANDARD',
      'DTSTART:20251102T020000',
      'TZOFFSETFROM:-0400',
      'TZOFFSETTO:-0500',
      'TZNAME:EST',
      'END:STANDARD',
    ].join('\r\n'),
  );
});

describe('a revision', () => {
  const at = (editRevision: number) => ({ id: 'catan', editRevision });

  it('raises SEQUENCE and DTSTAMP together', () => {
    expect([sequenceOf(at(1)), sequenceOf(at(7))]).toEqual([0, 6]);
    expect(stampOf(at(7)) > stampOf(at(6))).toBe(true);
  });
});

describe('a token', () => {
  const signature = 'abcdefghijklmnopqrstu-';

  it('is read back', () => {
    const token = { visitorId: '019aa000-0000-7000-8000-000000000000', signature };
    expect(readToken(writeToken(token))).toEqual(token);
  });

  it.each(['', signature, `${signature}${'x'.repeat(65)}`, `${signature}a b`, `${signature}é`])(
    'is not "%s"',
    (token) => {
      expect(readToken(token)).toBeNull();
    },
  );
});
