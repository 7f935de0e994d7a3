import { expect, it } from 'vitest';
import { anEvent } from '#testing/factories.ts';
import { EMPTY_FORM, formOf, readForm, wrongFields } from './event-form.ts';

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

it.each([
  ['', '', null],
  ['10, 5,3', '1', { places: [10, 5, 3], takingPart: 1 }],
  ['10 5; 3', '', { places: [10, 5, 3], takingPart: 0 }],
  [' ', '2', { places: [0], takingPart: 2 }],
])('reads %j and %j as points', (typed, takingPart, points) => {
  const form = { ...EMPTY_FORM, startTime: '2025-11-13T18:00', points: typed, takingPart };
  expect([readForm(form, 'UTC'), wrongFields(form)]).toMatchObject([{ event: { points } }, {}]);
});

it.each([
  ['ten', '1'],
  ['1,2,3,4,5,6,7,8,9', '0'],
  ['-1', '0'],
  ['5', '10001'],
])('refuses %j and %j as points', (points, takingPart) => {
  expect(wrongFields({ ...EMPTY_FORM, points, takingPart })).toEqual({
    points: 'Points must be whole numbers up to 10,000, for at most 8 places.',
  });
});

it('shows points as it reads them', () => {
  const points = { places: [10, 5], takingPart: 1 };
  expect(formOf({ ...anEvent(), points }, 'UTC')).toMatchObject({ points: '10, 5', takingPart: '1' });
  expect(formOf(anEvent(), 'UTC')).toMatchObject({ points: '', takingPart: '' });
});
