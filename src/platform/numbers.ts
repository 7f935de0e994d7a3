/** Limits of numbers and what is said of one outside them, the same in the browser and on the server. */
export type Limits = { readonly min: number; readonly max: number };

/** Phrases that follow a field's name. */
export const atLeast = (min: number): string => `must be ${min.toLocaleString('en-US')} or more`;
export const atMost = (max: number): string => `must be ${max.toLocaleString('en-US')} or less`;

/** Returns what is wrong with a number outside the limits; null within them. */
export const limitProblem = (value: number, { min, max }: Limits): string | null => {
  if (value < min) return atLeast(min);
  return value > max ? atMost(max) : null;
};
