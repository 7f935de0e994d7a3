import { expect, it } from 'vitest';
import { readPoints } from './edits.ts';

it.each([
  ['10, 5, 3', '1', { places: [10, 5, 3], takingPart: 1 }],
  ['500,300,100', '', { places: [500, 300, 100], takingPart: 0 }],
  ['1000;500', '', { places: [1000, 500], takingPart: 0 }],
  ['', '', null],
  ['', '2', { places: [0], takingPart: 2 }],
])('reads points typed as %j and %j', (points, takingPart, read) => {
  expect(readPoints({ points, takingPart })).toEqual(read);
});

it.each(['10,000', '10 000', '1,000, 500', '1,500'])('refuses %j, whose separator is one of thousands', (points) => {
  expect(readPoints({ points, takingPart: '' })).toBe('Write thousands without a comma or a space: 1000.');
});
