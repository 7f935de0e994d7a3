import { expect, it, vi } from 'vitest';
import { positions } from './live.ts';

it('gives every message a position after every read before it', () => {
  vi.useFakeTimers({ now: 1000 });
  const clock = positions(0);
  expect([clock.now(), clock.next(), clock.now(), clock.next()]).toEqual([1000, 1001, 1001, 1002]);
  vi.useRealTimers();
});

it('knows what was touched after a position, also through the family of a topic', () => {
  const clock = positions(0);
  const before = clock.next();
  clock.touch('matches');
  clock.touch('matches:cup');
  const after = clock.now();
  const touched = ['matches:cup', 'matches:open', 'events'].filter((topic) => clock.isTouchedAfter(topic, before));
  expect(touched).toEqual(['matches:cup', 'matches:open']);
  expect(clock.isTouchedAfter('matches:cup', after)).toBe(false);
});

it('takes topics that it no longer remembers as touched with the oldest it forgot', () => {
  const clock = positions(0);
  const before = clock.next();
  for (let visitor = 0; visitor < 5001; visitor += 1) clock.touch(`visitor:${visitor}`);
  expect(clock.isTouchedAfter('events', before)).toBe(true);
  expect(clock.isTouchedAfter('events', clock.now())).toBe(false);
});

it('takes everything as touched after a reset', () => {
  const clock = positions(0);
  const before = clock.now();
  clock.reset();
  expect(clock.isTouchedAfter('events', before)).toBe(true);
});

it('compares another instance’s positions with a margin, and none from the future', () => {
  vi.useFakeTimers({ now: 1_000_000 });
  const clock = positions(5000);
  const now = clock.now();
  expect([clock.within(now - 100), clock.within(clock.now() + 4000)]).toEqual([now - 5100, clock.now() - 5000]);
  expect([clock.within(now + 5001), clock.within(Number.POSITIVE_INFINITY)]).toEqual([0, 0]);
  vi.useRealTimers();
});
