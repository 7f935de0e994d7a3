import { expect, it } from 'vitest';
import { DAY } from './durations.ts';
import { emailsGoneBefore } from './emails.ts';

const FESTIVAL = { lastDay: '2025-11-16', timeZone: 'America/New_York' };
/** 17 December, 05:00 there: the end of the last day plus 30 days. */
const DUE = '2025-12-17T10:00:00.000Z';
const BEFORE = '2025-12-17T09:59:59.999Z';

it.each([
  ['America/New_York', DUE, BEFORE],
  ['Pacific/Kiritimati', '2025-12-16T15:00:00.000Z', '2025-12-16T14:59:59.999Z'],
  ['Pacific/Pago_Pago', '2025-12-17T16:00:00.000Z', '2025-12-17T15:59:59.999Z'],
])('in %s emails are due at %s', (timeZone, due, before) => {
  expect(emailsGoneBefore({ ...FESTIVAL, timeZone }, before)).toBeNull();
  expect(emailsGoneBefore({ ...FESTIVAL, timeZone }, due)).toBe(new Date(Date.parse(due) - 30 * DAY).toISOString());
});

it('daylight saving between the festival and the date does not move the hour', () => {
  // 05:00 is UTC+2 in October and UTC+1 in November.
  const berlin = { lastDay: '2025-10-05', timeZone: 'Europe/Berlin' };
  expect(emailsGoneBefore(berlin, '2025-11-05T03:59:59.999Z')).toBeNull();
  expect(emailsGoneBefore(berlin, '2025-11-05T04:00:00.000Z')).not.toBeNull();
});
