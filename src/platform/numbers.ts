export type Limits = { readonly min: number; readonly max: number };

/** Follow a field's name. */
export const atLeast = (min: number): string => `must be ${min.toLocaleString('en-US')} or more`;
export const atMost = (max: number): string => `must be ${max.toLocaleString('en-US')} or less`;

export const limitProblem = (value: number, { min, max }: Limits): string | null => {
  if (value < min) return atLeast(min);
  return value > max ? atMost(max) : null;
};

/** The digits of a script follow one another in Unicode from its zero; those of mathematics in five such rows. */
const digitOf = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
};

/** Characters. */
const LONGEST = 100;

/** Digits of every script, and every keyboard's minus, in ASCII: '−٤٢' → '-42'. */
export const plainNumber = (text: string): string =>
  text.length > LONGEST
    ? text
    : text
        .replace(/\p{Cf}/gu, '')
        .replace(/[\p{Pd}\u2212]/gu, '-')
        .replace(/(?!\d)\p{Nd}/gu, digitOf)
        .trim();

/** Null for anything else, so that '1,204' never becomes 1. */
export const readWhole = (typed: string): number | null => {
  const plain = plainNumber(typed);
  const number = /^[+-]?\d+$/.test(plain) ? Number(plain) : Number.NaN;
  // Turns -0 into 0.
  return Number.isSafeInteger(number) ? number + 0 : null;
};

/** An arrow key moves a number to the next of `min`, `min + step` … `max`. */
export const stepped = (
  from: number | null,
  direction: 1 | -1,
  { min, max, step }: Limits & { step: number },
): number => {
  const steps = ((from ?? 0) - min) / step;
  const next = direction === 1 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1;
  return Math.min(Math.max(min + next * step, min), max);
};

/** '1 row', '1,204 rows'. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** '3 of 1,204 rows'; '1,204 rows' when none is left out. */
export const countedOf = (shown: number, all: number, one: string): string =>
  shown === all ? counted(all, one) : `${shown.toLocaleString('en-US')} of ${counted(all, one)}`;

/** 1st, 2nd, 3rd, 4th, 11th, 1,021st. */
export const ordinal = (rank: number): string => {
  const isTeen = rank % 100 > 10 && rank % 100 < 14;
  return `${rank.toLocaleString('en-US')}${(!isTeen && ['th', 'st', 'nd', 'rd'][rank % 10]) || 'th'}`;
};

const LIST = new Intl.ListFormat('en-GB');

/** 'one', 'one and two', 'one, two and three'. */
export const listed = (words: readonly string[]): string => LIST.format(words);

/** To be joined; empty for 0. */
export const several = (count: number, one: string, many?: string): string[] =>
  count === 0 ? [] : [counted(count, one, many)];
