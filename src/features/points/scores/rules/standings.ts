import type { User } from '#features/people/users/contract.ts';
import { byScore } from '#features/people/users/rules.ts';

/** In the server's page; the rest is fetched after hydration. */
export const TOP_SHOWN = 50;

export type TopScores = { readonly users: readonly User[]; readonly count: number };

export type Standing = User & { readonly rank: number };

/**
 * Highest first, equal scores in the given order. They share a rank and the next one skips: 1, 2, 3, 4, 5, 5, 7. Users
 * without points rank last.
 */
export const standings = (users: readonly User[]): Standing[] => {
  const sorted = users.toSorted(byScore);
  let rank = 0;
  return sorted.map((user, index) => {
    if (sorted[index - 1]?.score !== user.score) rank = index + 1;
    return { ...user, rank };
  });
};

/** Three to one for ranks 1 to 3. None without points: on the first morning everybody is at 0 and would have three. */
export const starsOf = ({ rank, score }: Pick<Standing, 'rank' | 'score'>): 0 | 1 | 2 | 3 => {
  if (score <= 0 || rank > 3) return 0;
  return rank === 1 ? 3 : rank === 2 ? 2 : 1;
};

/** At most three: others who share those ranks keep their stars in the list. */
export const podiumOf = (ranked: readonly Standing[]): readonly Standing[] =>
  ranked.slice(0, 3).filter((standing) => starsOf(standing) > 0);

/** Accounts of this device. A name alone is no proof: two people may have one. */
export const standingsOf = (
  ranked: readonly Standing[],
  mine: readonly { readonly id: string }[],
): readonly Standing[] => {
  if (mine.length === 0) return [];
  const ids = new Set(mine.map(({ id }) => id));
  return ranked.filter(({ id }) => ids.has(id));
};
