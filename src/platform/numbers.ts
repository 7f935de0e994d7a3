/** Numbers as people read them, and what is said of one outside its limits: the same in the browser and on the server. */
export type Limits = { readonly min: number; readonly max: number };

/** Phrases that follow a field's name. */
export const atLeast = (min: number): string => `must be ${min.toLocaleString('en-US')} or more`;
export const atMost = (max: number): string => `must be ${max.toLocaleString('en-US')} or less`;

/** Returns what is wrong with a number outside the limits; null within them. */
export const limitProblem = (value: number, { min, max }: Limits): string | null => {
  if (value < min) return atLeast(min);
  return value > max ? atMost(max) : null;
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
