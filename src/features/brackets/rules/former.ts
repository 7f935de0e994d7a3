/** Replaces forgotten people in drawn brackets. */
import type { StoredEntrant } from './bracket.ts';

/** A bracket still needs its players: a forgotten one is named by seed, 1 the strongest. */
const asFormer = ({ rsvpId }: StoredEntrant, seed: number): StoredEntrant => ({
  rsvpId,
  userId: null,
  name: `Former player ${seed}`,
});

/** Returns the entrants in seed order without the names of these places, users or visitors; null when none of them plays. */
export function withoutNames(entrants: readonly StoredEntrant[], ids: ReadonlySet<string>): StoredEntrant[] | null {
  const isGone = ({ rsvpId, userId, visitorId }: StoredEntrant) =>
    [rsvpId, userId, visitorId].some((id) => id != null && ids.has(id));
  if (!entrants.some(isGone)) return null;
  return entrants.map((entrant, index) => (isGone(entrant) ? asFormer(entrant, index + 1) : entrant));
}

export const allFormer = (entrants: readonly StoredEntrant[]): StoredEntrant[] =>
  entrants.map((entrant, index) => asFormer(entrant, index + 1));
