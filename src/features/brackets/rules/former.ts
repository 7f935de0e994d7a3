/** Who stands in a drawn bracket instead of a person who is gone. */
import type { StoredEntrant } from './bracket.ts';

/** A bracket still needs its players: who is gone is known by their seed, 1 the strongest. */
const asFormer = ({ rsvpId }: StoredEntrant, seed: number): StoredEntrant => ({
  rsvpId,
  userId: null,
  name: `Former player ${seed}`,
});

/** The entrants in seed order without the names of those with these ids of places or users; null when none of them plays. */
export function withoutNames(entrants: readonly StoredEntrant[], ids: ReadonlySet<string>): StoredEntrant[] | null {
  const isGone = ({ rsvpId, userId }: StoredEntrant) => ids.has(rsvpId) || (userId !== null && ids.has(userId));
  if (!entrants.some(isGone)) return null;
  return entrants.map((entrant, index) => (isGone(entrant) ? asFormer(entrant, index + 1) : entrant));
}

export const allFormer = (entrants: readonly StoredEntrant[]): StoredEntrant[] =>
  entrants.map((entrant, index) => asFormer(entrant, index + 1));
