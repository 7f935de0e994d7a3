import { expect, it } from 'vitest';
import { audienceOf, concerns, topicIndex } from './topics.ts';

it('finds a topic by itself and by its family, until it is deleted', () => {
  const index = topicIndex();
  for (const topic of ['events', 'matches', 'matches:cup', 'matches:open']) index.add(topic);
  expect(['matches:cup', 'matches', 'events', 'users', 'matches:other'].map(index.concernedBy)).toEqual([
    ['matches:cup'],
    ['matches', 'matches:cup', 'matches:open'],
    ['events'],
    [],
    [],
  ]);
  for (const topic of ['matches', 'matches:cup', 'matches:open', 'users']) index.delete(topic);
  expect(['matches:cup', 'matches', 'events'].map(index.concernedBy)).toEqual([[], [], ['events']]);
});

it('finds one of 100,000 topics without looking at the others', () => {
  const index = topicIndex();
  for (let other = 0; other < 100_000; other += 1) index.add(`matches:${other}`);
  const since = performance.now();
  for (let time = 0; time < 10_000; time += 1) index.concernedBy(`mine:${time}`);
  // Looking at all of them 10,000 times takes minutes.
  expect(performance.now() - since).toBeLessThan(2000);
});

it.each([
  ['matches', 'matches:cup', true],
  ['matches:cup', 'matches:cup', true],
  ['matches:cup', 'matches:cup2', false],
  ['events', 'event', false],
])('a touch of %s concerns %s: %s', (touched, topic, expected) => {
  expect(concerns(touched, topic)).toBe(expected);
});

it('lets organisers alone watch their lists, and those who work here what tells when points were given', () => {
  expect(
    ['users', 'users:admin', 'staff', 'points', 'claims:kim', 'uploads', 'audit', 'outbox', 'matches:cup'].map(
      audienceOf,
    ),
  ).toEqual(['anyone', 'organisers', ...Array(6).fill('staff'), 'anyone']);
});
