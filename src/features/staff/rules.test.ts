import { expect, it } from 'vitest';
import { endOfFollowing, isTooShort, latestEnd, suggestedEnd, whyNotEnd } from './rules.ts';

const FESTIVAL = { lastDay: '2025-11-16', timeZone: 'America/New_York' };
const at = (iso: string) => new Date(iso);
const NOON = at('2025-11-14T17:00:00.000Z');
const TODAY = '2025-11-15T10:00:00.000Z';
const LAST = '2025-11-17T10:00:00.000Z';
const event = (startTime: string, lateMinutes = 0) => ({ startTime, duration: 60, lateMinutes });

it.each([
  ['two hours after the event', event('2025-11-14T19:00:00.000Z'), NOON, '2025-11-14T22:00:00.000Z'],
  ['as much later as the event is late', event('2025-11-14T19:00:00.000Z', 25), NOON, '2025-11-14T22:25:00.000Z'],
  ['after an event in eight days', event('2025-11-22T19:00:00.000Z'), NOON, '2025-11-22T22:00:00.000Z'],
  ['with the festival day when the event is long over', event('2025-11-13T19:00:00.000Z'), NOON, TODAY],
  ['at 05:00 after the last day without an event', null, NOON, LAST],
  ['also when it is made weeks before', null, at('2025-09-01T12:00:00.000Z'), LAST],
])('suggestedEnd is %s', (_, one, now, end) => {
  expect(suggestedEnd(one, now, FESTIVAL, null)).toBe(end);
});

it.each([
  ['two hours after its event', event('2025-11-14T19:00:00.000Z'), null, '2025-11-14T22:00:00.000Z'],
  ['later when it was extended after the event', event('2025-11-14T11:00:00.000Z'), TODAY, TODAY],
  ['two hours after an event that moved since', event('2025-11-15T19:00:00.000Z'), TODAY, '2025-11-15T22:00:00.000Z'],
])('endOfFollowing is %s', (_, one, extendedUntil, end) => {
  expect(endOfFollowing(one, extendedUntil)).toBe(end);
});

it.each([
  ['the facts', NOON, '2025-11-15T17:00:00.000Z', LAST],
  ['the programme', NOON, '2025-11-18T04:00:00.000Z', '2025-11-18T10:00:00.000Z'],
  ['today, when both are over', at('2025-11-20T17:00:00.000Z'), '2025-11-15T17:00:00.000Z', '2025-11-21T10:00:00.000Z'],
])('latestEnd is 05:00 after the last day of %s', (_, now, lastStart, end) => {
  expect(latestEnd(now, FESTIVAL, lastStart)).toBe(end);
});

it.each([
  ['2025-11-14T17:00:00.000Z', 'The end has passed.'],
  ['2025-11-14T17:00:00.001Z', undefined],
  [LAST, undefined],
  ['2025-11-17T10:00:00.001Z', 'The end is later than 05:00 after the last day.'],
])('whyNotEnd says of %s: %s', (endsAt, sentence) => {
  expect(whyNotEnd(endsAt, NOON, LAST)?.message).toBe(sentence);
});

it.each([
  ['2025-11-14T19:59:00.000Z', true],
  ['2025-11-14T20:00:00.000Z', false],
])('isTooShort of a link until %s for an event until 20:00 is %s', (endsAt, isShort) => {
  expect(isTooShort(endsAt, event('2025-11-14T19:00:00.000Z'))).toBe(isShort);
});
