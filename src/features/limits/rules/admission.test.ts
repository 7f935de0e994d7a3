import { expect, it } from 'vitest';
import { wordKey } from './admission.ts';

it('a badge word is typed with or without its marks, also between digits', () => {
  for (const spellings of [
    ['ORCA 12-34', 'orca1234', 'Orca-12 34'],
    ['Crème Brûlée', 'creme brulee', ' CRÈME-BRÛLÉE! ', 'crèmebrûlée'],
  ]) {
    expect(new Set(spellings.map(wordKey)).size).toBe(1);
  }
});
