/** What stands in the place of a name once it is forgotten. Numbers keep the rows apart, and nothing else. */

/** A bracket still needs its players: who is gone is known by their seed, 1 the strongest. */
export const formerPlayer = (seed: number): string => `Former player ${seed}`;

type Entrant = { readonly rsvpId: string; readonly userId: string | null; readonly name: string };
/** Ids of the places and accounts that go. */
export type Gone = { readonly rsvps: ReadonlySet<string>; readonly users: ReadonlySet<string> };

/** The entrants of a bracket in seed order without the names of those who are gone, or null when none of them plays. */
export function withoutNames(entrants: readonly Entrant[], gone: Gone): Entrant[] | null {
  const isGone = ({ rsvpId, userId }: Entrant) => gone.rsvps.has(rsvpId) || (userId !== null && gone.users.has(userId));
  if (!entrants.some(isGone)) return null;
  return entrants.map((entrant, index) =>
    isGone(entrant) ? { rsvpId: entrant.rsvpId, userId: null, name: formerPlayer(index + 1) } : entrant,
  );
}
