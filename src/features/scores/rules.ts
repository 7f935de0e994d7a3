import type { User } from '#features/users/contract.ts';
import { nameKey } from '#platform/names.ts';

/** How many of the best the server draws into the page; the rest follow when the page is alive. */
export const TOP_SHOWN = 50;

/** The head of the scoreboard: the best `TOP_SHOWN` users, highest first, and how many users there are. */
export type TopScores = { readonly users: readonly User[]; readonly count: number };

export type Standing = User & { readonly rank: number };

/**
 * Everybody with their rank, highest score first and in the given order where scores are equal. Equal scores share a
 * rank and the next one skips: 1, 2, 3, 4, 5, 5, 7. Whoever has no points yet competes too, at the end.
 */
export const standings = (users: readonly User[]): Standing[] => {
  const sorted = users.toSorted((one, other) => other.score - one.score);
  let rank = 0;
  return sorted.map((user, index) => {
    if (sorted[index - 1]?.score !== user.score) rank = index + 1;
    return { ...user, rank };
  });
};

/**
 * Stars beside a name: three, two or one for ranks 1 to 3. None without points: on the first morning, when all stand at
 * 0, everybody would have three.
 */
export const starsOf = ({ rank, score }: Pick<Standing, 'rank' | 'score'>): 0 | 1 | 2 | 3 => {
  if (score <= 0 || rank > 3) return 0;
  return rank === 1 ? 3 : rank === 2 ? 2 : 1;
};

/** The first three who have stars, for the podium. Where more share those ranks, the others keep their stars below. */
export const podiumOf = (ranked: readonly Standing[]): readonly Standing[] =>
  ranked.slice(0, 3).filter((standing) => starsOf(standing) > 0);

/** Which of `ranked` carry a name of this device. */
export const standingsOf = (ranked: readonly Standing[], myNames: readonly string[]): readonly Standing[] => {
  if (myNames.length === 0) return [];
  const keys = new Set(myNames.map(nameKey));
  return ranked.filter(({ name }) => keys.has(nameKey(name)));
};
