import { expect, it } from 'vitest';
import { EMPTY_FORM, readForm, wrongFields } from './event-form.ts';

it.each([
  ['', 60, 16],
  ['soon', 60, 16],
  ['45', 45, 45],
  ['\u0664\u0665', 45, 45],
])('reads %j as a duration of %d and a capacity of %d', (typed, duration, capacity) => {
  const form = { ...EMPTY_FORM, startTime: '2025-11-13T18:00', duration: typed, capacity: typed };
  expect(readForm(form, 'America/New_York')).toMatchObject({ event: { duration, capacity } });
});

it('refuses a real minus sign instead of dropping it', () => {
  expect(wrongFields({ ...EMPTY_FORM, duration: '\u221245', capacity: '\u22125' })).toEqual({
    duration: 'Duration must be 15 or more.',
    capacity: 'Capacity must be 2 or more.',
  });
});
