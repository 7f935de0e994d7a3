/** docs/behaviour.md "Draw of places": who gets the places for which more people ask than there are. */
import { overlap, type Timed } from '#features/events/rules/clock.ts';
import { groupBy } from '#platform/lists.ts';

/** A person who asked; those of a group get places together. */
export type Request = { readonly id: string; readonly groupId: string | null; readonly nameKey: string };
/** A place that somebody of this name has at that time. */
export type Held = { readonly nameKey: string; readonly event: Timed };
export type ToDraw = Timed & {
  readonly id: string;
  readonly seats: number;
  readonly requests: readonly Request[];
};

/**
 * Returns the ids of each event's requests in their drawn order, those that get places first. `rankOf` gives each id its lot: the
 * lowest is drawn first. A group that does not fit is passed over, and one with a person who has a place at the same time comes
 * after all who have none, also in the line.
 */
export function drawPlaces(
  events: readonly ToDraw[],
  held: readonly Held[],
  rankOf: (id: string) => string,
): ReadonlyMap<string, readonly string[]> {
  const byLot = <T extends { readonly lot: string }>(all: readonly T[]) =>
    all.toSorted((one, other) => (one.lot < other.lot ? -1 : 1));
  const has = [...held];
  const drawn = new Map<string, string[]>();
  for (const { event } of byLot(events.map((event) => ({ event, lot: rankOf(event.id) })))) {
    const lots = byLot(
      [...groupBy(event.requests, ({ id, groupId }) => groupId ?? id)].map(([id, people]) => ({
        people,
        lot: rankOf(id),
        isBusy: people.some(({ nameKey }) =>
          has.some((other) => other.nameKey === nameKey && overlap(other.event, event)),
        ),
      })),
    );
    const groups = lots.toSorted((one, other) => Number(one.isBusy) - Number(other.isBusy));
    const won: Request[] = [];
    for (const { people } of groups) if (won.length + people.length <= event.seats) won.push(...people);
    has.push(...won.map(({ nameKey }) => ({ nameKey, event })));
    const rest = groups.flatMap(({ people }) => people).filter((one) => !won.includes(one));
    drawn.set(
      event.id,
      [...won, ...rest].map(({ id }) => id),
    );
  }
  return drawn;
}
