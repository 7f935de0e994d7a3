import { counted } from './numbers.ts';

const LIST = new Intl.ListFormat('en-GB');

/** Joins words: 'one', 'one and two', 'one, two and three'. */
export const listed = (words: readonly string[]): string => LIST.format(words);

/** A count with its noun, to be joined; nothing for 0. */
export const several = (count: number, one: string, many?: string): string[] =>
  count === 0 ? [] : [counted(count, one, many)];
