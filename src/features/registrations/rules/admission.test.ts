import { expect, it } from 'vitest';
import { wordKey } from './admission.ts';

it('a badge word is typed with or without its marks, also between digits', () => {
  expect(new Set(['ORCA 12-34', 'orca1234', 'Orca-12 34'].map(wordKey)).size).toBe(1);
});
