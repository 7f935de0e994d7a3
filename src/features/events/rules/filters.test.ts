import { expect, it } from 'vitest';
import { shownEvent } from '#testing/shown-event.ts';
import type { FestivalEvent } from '../contract.ts';
import { type EventFilter, keeps, readBetween, writeBetween } from './filters.ts';

const event = (said: Partial<FestivalEvent> = {}) => shownEvent({ description: '', ...said });

const ALL = { q: '', type: null, seats: 0, fits: null };
const isKept = (filter: Partial<EventFilter>, said: Partial<FestivalEvent> = {}, mine: FestivalEvent[] = []) => {
  const one = event(said);
  return keeps([one], { ...ALL, ...filter }, { mine, now: '2025-11-13T20:30:00.000Z' })(one);
};

it('the filter of the programme keeps everything when nothing is chosen', () => {
  expect(isKept({}, { status: 'completed', currentRegistrations: 16 })).toBe(true);
});

it('the filter of the programme keeps a type, a search and both', () => {
  expect(isKept({ type: 'board-game', q: 'catan' })).toBe(true);
  expect(isKept({ type: 'course', q: 'catan' })).toBe(false);
  expect(isKept({ type: 'board-game', q: 'mario' })).toBe(false);
});

it.each([
  [{}, true],
  [{ currentRegistrations: 16 }, false],
  [{ currentRegistrations: 17 }, false],
  [{ status: 'in-progress' }, true],
  [{ status: 'completed' }, false],
  [{ bracketDrawn: true }, false],
  [{ duration: 30 }, false],
] as const)('the filter of the programme with seats keeps %j: %s', (said, kept) => {
  expect(isKept({ seats: 1 }, said)).toBe(kept);
});

it('the filter of the programme with seats for several keeps what has as many', () => {
  const kept = [12, 13, 14].map((currentRegistrations) => isKept({ seats: 3 }, { currentRegistrations }));
  expect(kept).toEqual([true, true, false]);
});

it('the filter of the programme: beside my schedule drops what overlaps it, my own events and completed ones', () => {
  const mine = [event({ id: 'mine', startTime: '2025-11-13T19:00:00.000Z', duration: 90 })];
  expect(isKept({ fits: 'mine' }, {}, mine)).toBe(false);
  expect(isKept({ fits: 'mine' }, { startTime: '2025-11-13T20:30:00.000Z' }, mine)).toBe(true);
  expect(isKept({ fits: 'mine' }, mine[0], mine)).toBe(false);
  for (const over of [{ status: 'completed' }, { bracketDrawn: true }] as const) {
    expect(isKept({ fits: 'mine' }, over)).toBe(false);
  }
  expect(isKept({ fits: 'mine' })).toBe(true);
});

it.each([
  ['2025-11-13T20:00:00.000Z', '2025-11-13T22:00:00.000Z', true],
  ['2025-11-13T20:01:00.000Z', '2025-11-13T22:30:00.000Z', false],
  ['2025-11-13T19:00:00.000Z', '2025-11-13T21:59:00.000Z', false],
])('the filter of the programme: between %s and %s keeps what begins and ends there: %s', (from, to, kept) => {
  expect(isKept({ fits: { from, to } })).toBe(kept);
});

it('a stretch of time in an address is written without colons, and read back', () => {
  const between = { from: '2025-11-14T23:30:00.000Z', to: '2025-11-15T00:45:00.000Z' };
  expect(writeBetween(between)).toBe('20251114T2330Z-20251115T0045Z');
  expect(readBetween(writeBetween(between))).toEqual(between);
});

it.each([
  '',
  'mine',
  '20251114T2330Z',
  '20251114T2330Z-20251114T2330Z',
  '20251115T2330Z-20251114T2330Z',
  '20251399T2330Z-20251499T2330Z',
  '20251114T2330Z-20251115T0045Z ',
  '2025-11-14T23:30Z-2025-11-15T00:45Z',
])('a stretch of time in an address is ignored when it reads "%s"', (written) => {
  expect(readBetween(written)).toBeNull();
});
