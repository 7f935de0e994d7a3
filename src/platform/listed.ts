const LIST = new Intl.ListFormat('en-GB');

/** Joins words: 'one', 'one and two', 'one, two and three'. */
export const listed = (words: readonly string[]): string => LIST.format(words);
