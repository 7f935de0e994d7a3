import { expect, it } from 'vitest';
import { shownEvent } from '#testing/shown-event.ts';
import { isDayHome } from './first-events.ts';

const zone = 'America/New_York';
/** 3 PM to 5 PM on Thursday in New York. */
const first = shownEvent();
/** 11 PM on Friday to 1 AM on Saturday. */
const last = shownEvent({ id: 'karaoke', startTime: '2025-11-15T04:00:00.000Z' });
const at = (now: string, events = [first, last]) => isDayHome(events, { zone, now });

it('begins six hours before the first event as planned', () => {
  expect(at('2025-11-13T13:59:59.999Z')).toBe(false);
  expect(at('2025-11-13T14:00:00.000Z')).toBe(true);
  expect(at('2025-11-13T14:00:00.000Z', [{ ...first, lateMinutes: 30 }, last])).toBe(true);
});

it('goes on between the days and after midnight, until the last event has ended', () => {
  expect(at('2025-11-14T08:00:00.000Z')).toBe(true);
  expect(at('2025-11-15T05:30:00.000Z')).toBe(true);
  expect(at('2025-11-15T05:59:59.999Z')).toBe(true);
  expect(at('2025-11-15T06:00:00.000Z')).toBe(false);
});

it('goes on as long as the last event is late', () => {
  const late = [first, { ...last, lateMinutes: 45 }];
  expect(at('2025-11-15T06:44:00.000Z', late)).toBe(true);
  expect(at('2025-11-15T06:45:00.000Z', late)).toBe(false);
});

it('ends when the last event is completed early', () => {
  const completed = [first, { ...last, status: 'completed' as const }];
  expect(at('2025-11-15T04:30:00.000Z', completed)).toBe(false);
  expect(at('2025-11-13T21:00:00.000Z', completed)).toBe(true);
});

it.each([
  ['goes on until 05:00 in the festival’s zone while the last tournament is undecided', false, true, false],
  ['ends when the last tournament is decided after its planned end', true, false, false],
])('%s', (_, bracketDecided, atTwo, atFive) => {
  const cup = [first, { ...last, bracketDrawn: true, bracketDecided, status: 'in-progress' as const }];
  expect(at('2025-11-15T07:00:00.000Z', cup)).toBe(atTwo);
  expect(at('2025-11-15T10:00:00.000Z', cup)).toBe(atFive);
});

it('never begins without events', () => {
  expect(at('2025-11-14T08:00:00.000Z', [])).toBe(false);
});
