import type { User } from '#features/people/users/contract.ts';
import { byScore } from '#features/people/users/rules.ts';

/** How many of the best the server renders into the page; the rest is fetched after hydration. */
export const TOP_SHOWN = 50;

/** The best `TOP_SHOWN` users, highest first, and the number of all users. */
export type TopScores = { readonly users: readonly User[]; readonly count: number };

export type Standing = User & { readonly rank: number };

/**
 * Returns everybody with their rank, highest score first, equal scores in the given order. Equal scores share a rank
 * and the next one skips: 1, 2, 3, 4, 5, 5, 7. Users without points rank last.
 */
export const standings = (users: readonly User[]): Standing[] => {
  const sorted = users.toSorted(byScore);
  let rank = 0;
  return sorted.map((user, index) => {
    if (sorted[index - 1]?.score !== user.score) rank = index + 1;
    return { ...user, rank };
  });
};

/**
 * Returns the stars beside a name: three, two or one for ranks 1 to 3. None without points: on the first morning
 * everybody is at 0 and would have three.
 */
export const starsOf = ({ rank, score }: Pick<Standing, 'rank' | 'score'>): 0 | 1 | 2 | 3 => {
  if (score <= 0 || rank > 3) return 0;
  return rank === 1 ? 3 : rank === 2 ? 2 : 1;
};

/** Returns the first three with stars, for the podium. Others who share those ranks keep their stars in the list. */
export const podiumOf = (ranked: readonly Standing[]): readonly Standing[] =>
  ranked.slice(0, 3).filter((standing) => starsOf(standing) > 0);

/** Returns those of `ranked` that are accounts of this device. A name alone is no proof: two people may have one. */
export const standingsOf = (
  ranked: readonly Standing[],
  mine: readonly { readonly id: string }[],
): readonly Standing[] => {
  if (mine.length === 0) return [];
  const ids = new Set(mine.map(({ id }) => id));
  return ranked.filter(({ id }) => ids.has(id));
};
