import { randomInt } from 'node:crypto';
import { LETTERS } from '#platform/codes.ts';

/** Returns a code that nobody can guess: eight letters are 40 bits. */
export const newCode = (length: number): string =>
  Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');
