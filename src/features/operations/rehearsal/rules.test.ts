import { expect, it } from 'vitest';
import { HOUR } from '#platform/durations.ts';
import { aheadAt, MOST_AHEAD_MS, shownTime, whyNotStart } from './rules.ts';

it.each([
  ['starts a festival on its own database', { isOn: false, isNew: false, stored: null }, null],
  ['starts a festival on a new database', { isOn: false, isNew: true, stored: null }, null],
  ['starts a rehearsal on a new database', { isOn: true, isNew: true, stored: null }, null],
  ['starts a rehearsal on its own database again', { isOn: true, isNew: false, stored: '3600000' }, null],
  ['refuses a rehearsal on a festival’s database', { isOn: true, isNew: false, stored: null }, /a database of its/],
  ['refuses a festival on a rehearsal’s database', { isOn: false, isNew: false, stored: '0' }, /to a rehearsal/],
])('%s', (_title, start, why) => {
  expect(whyNotStart(start)).toEqual(why === null ? null : expect.stringMatching(why));
});

const NOON = Date.parse('2025-11-14T12:00:00.000Z');

it('moves the clock forward from where it is', () => {
  expect(aheadAt('2025-11-14T15:00:00.000Z', { machine: NOON, aheadMs: 2 * HOUR })).toBe(3 * HOUR);
});

it('refuses a time that the clock has passed, and one that is too far away', () => {
  const clock = { machine: NOON, aheadMs: 2 * HOUR };
  expect(() => aheadAt('2025-11-14T13:59:00.000Z', clock)).toThrow(
    /^The festival’s clock has passed that time; it only goes forward\.$/,
  );
  expect(() => aheadAt(new Date(NOON + MOST_AHEAD_MS + 1).toISOString(), clock)).toThrow(
    /^That time is more than 400 days away/,
  );
});

it('shows weekday, date and time in the festival’s zone', () => {
  expect(shownTime(new Date('2025-11-15T03:30:00.000Z'), 'America/New_York')).toBe('Friday, Nov 14, 10:30 PM');
});
