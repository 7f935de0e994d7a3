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

/** Milliseconds of this thread for a mistyped word in events that were never searched. */
function searchTime(size: number, round: number): number {
  const events = programme(size, round);
  const begun = threadTime();
  expect(events.filter(searchIn(events, `numbre ${size - 1}`))).toHaveLength(1);
  return threadTime() - begun;
}

it('finds a mistyped word in four times as many events in about four times the time', () => {
  searchTime(500, 0);
  // In turns, as the machine is faster at times.
  const rounds = [1, 2, 3, 4, 5].map((round) => [searchTime(500, round), searchTime(2000, round)] as const);
  const few = Math.min(...rounds.map(([time]) => time));
  const many = Math.min(...rounds.map(([, time]) => time));
  expect(many).toBeLessThan(8 * (few + 1));
});
