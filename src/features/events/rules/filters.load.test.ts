import { expect, it } from 'vitest';
import { threadTime } from '#testing/turns.ts';
import { searchIn } from './filters.ts';

const programme = (size: number, round: number) =>
  Array.from({ length: size }, (_, index) => ({
    title: `Event number ${index}`,
    description: `${'Words of many kinds. '.repeat(12)} ${round}`,
    location: 'Ballroom A',
    host: 'Zoë Lindqvist',
  }));

/** Milliseconds of this thread for a mistyped word in events that were never searched: the best of some rounds. */
function searchTime(size: number): number {
  const rounds = Array.from({ length: 5 }, (_, round) => {
    const events = programme(size, round);
    const begun = threadTime();
    expect(events.filter(searchIn(events, `numbre ${size - 1}`))).toHaveLength(1);
    return threadTime() - begun;
  });
  return Math.min(...rounds);
}

it('finds a mistyped word in four times as many events in about four times the time', () => {
  searchTime(500);
  expect(searchTime(2000)).toBeLessThan(8 * (searchTime(500) + 1));
});
