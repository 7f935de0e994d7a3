import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { HOUR } from '#platform/durations.ts';
import { zonedInput } from '#platform/time.ts';
import { timeZoneOf } from './rules.ts';

const ZONES = [
  ...['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'America/Sao_Paulo'],
  ...['Asia/Kolkata', 'Africa/Casablanca', 'UTC'],
];

/** Returns the zone as another library reads it. */
const readZone = (zone: string, years: readonly number[]) =>
  new ICAL.Timezone(new ICAL.Component(ICAL.parse(timeZoneOf(zone, years).join('\r\n'))));

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
        // An hour that is shown twice means its first time, but this library reads it as the second.
        const isShownTwice = [-2, -1, 1, 2].some(
          (halves) => zonedInput(new Date((hour + halves / 2) * HOUR).toISOString(), zone) === local,
        );
        if (isShownTwice) return;
        const time = ICAL.Time.fromDateTimeString(`${local}:00`);
        time.zone = read;
        expect(time.toJSDate().toISOString()).toBe(iso);
      }),
    );
  });
});

it('names offsets and the time that ends at a change', () => {
  const change = ['DTSTART:20251102T020000', 'TZOFFSETFROM:-0400', 'TZOFFSETTO:-0500', 'TZNAME:EST'];
  const standard = ['BEGIN:STANDARD', ...change, 'END:STANDARD'].join();
  expect(timeZoneOf('America/New_York', [2025]).join()).toContain(standard);
});
