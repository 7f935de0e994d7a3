import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { FestivalEvent } from '../contract.ts';
import { tickerItems } from './first-events.ts';

const NOW = '2025-11-14T17:00:00.000Z';
const startingAt = (startTime: string, title = 'Catan'): FestivalEvent =>
  ({ title, startTime, status: 'upcoming' }) as FestivalEvent;
const minutes = fc.integer({ min: -600, max: 600 });
const at = (offset: number): string => new Date(Date.parse(NOW) + offset * 60_000).toISOString();

it('tickerItems returns at most ten future events, soonest first', () => {
  fc.assert(
    fc.property(fc.array(minutes, { maxLength: 30 }), (offsets) => {
      const shown = tickerItems(
        offsets.map((offset) => startingAt(at(offset))),
        NOW,
      );
      const future = offsets.filter((offset) => offset > 0).toSorted((one, other) => one - other);
      expect(shown.map(({ startTime }) => startTime)).toEqual(future.slice(0, 10).map(at));
    }),
  );
});

it('tickerItems excludes an event that starts at this moment', () => {
  expect(tickerItems([startingAt(NOW)], NOW)).toEqual([]);
});

it('tickerItems excludes an event that was completed before its start', () => {
  expect(tickerItems([{ ...startingAt(at(5)), status: 'completed' }], NOW)).toEqual([]);
});

it('tickerItems keeps an event that is late until it begins, unless it has been started', () => {
  const late = { ...startingAt(at(-20)), lateMinutes: 25 };
  expect(tickerItems([late], NOW)).toEqual([late]);
  expect(tickerItems([{ ...late, status: 'in-progress' }], NOW)).toEqual([]);
  expect(tickerItems([late], at(5))).toEqual([]);
});

it('tickerItems sorts events with the same start by title', () => {
  const [first, second] = [startingAt(at(5), 'Azul'), startingAt(at(5), 'Catan')];
  expect(tickerItems([second, first], NOW)).toEqual([first, second]);
});
