import { expect, it } from 'vitest';
import { suggestedEnd, whyNotEnd } from './ends.ts';

const ZONE = 'America/New_York';
const at = (iso: string) => new Date(iso);
const NOON = at('2025-11-14T17:00:00.000Z');
const FIVE = '2025-11-15T10:00:00.000Z';

it.each([
  ['two hours after the event', '2025-11-14T20:00:00.000Z', NOON, '2025-11-14T22:00:00.000Z'],
  ['with the festival day without an event', null, NOON, FIVE],
  ['with the festival day after midnight', null, at('2025-11-15T09:59:00.000Z'), FIVE],
  ['with the next festival day from 05:00 on', null, at(FIVE), '2025-11-16T10:00:00.000Z'],
  ['with the festival day when the event is long over', '2025-11-13T20:00:00.000Z', NOON, FIVE],
  ['after 7 days at the latest', '2025-12-14T20:00:00.000Z', NOON, '2025-11-21T17:00:00.000Z'],
])('suggestedEnd is %s', (_, eventEnd, now, end) => {
  expect(suggestedEnd(eventEnd === null ? null : Date.parse(eventEnd), now, ZONE)).toBe(end);
});

it.each([
  ['2025-11-14T17:00:00.000Z', 'The end has passed.'],
  ['2025-11-14T17:00:00.001Z', undefined],
  ['2025-11-21T17:00:00.000Z', undefined],
  ['2025-11-21T17:00:00.001Z', 'The end is more than 7 days away.'],
])('whyNotEnd says of %s: %s', (endsAt, sentence) => {
  expect(whyNotEnd(endsAt, NOON)?.message).toBe(sentence);
});
