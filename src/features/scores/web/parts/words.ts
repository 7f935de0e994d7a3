/** Formats the scoreboard's numbers. */
const ORDINAL = new Intl.PluralRules('en', { type: 'ordinal' });
const ENDING: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };

/** 1st, 2nd, 3rd, 4th, 11th, 1,021st. */
export const ordinal = (rank: number): string =>
  `${rank.toLocaleString('en-US')}${ENDING[ORDINAL.select(rank)] ?? 'th'}`;

export const competitors = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'competitor' : 'competitors'}`;

export const pointsWord = (score: number): string => (Math.abs(score) === 1 ? 'point' : 'points');

/** '1 row', '1,204 rows'. */
export const many = (count: number, one: string, more: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`;
