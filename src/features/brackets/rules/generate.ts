/** Who plays in a bracket, in which order, and whether it may be drawn now (docs/behaviour.md "Tournaments"). */
import type { FestivalEvent } from '#features/events/contract.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import { ENTRANTS } from '../engine/seeding.ts';

type Candidate = {
  /** The user's score; 0 without a user. */
  readonly score: number;
  /** When they took their place, as ISO 8601 UTC. */
  readonly registeredAt: string;
};

/** Returns the strongest first: by score, then by earlier registration. */
export const seeded = <T extends Candidate>(candidates: readonly T[]): T[] =>
  candidates.toSorted(
    (one, other) =>
      other.score - one.score ||
      (one.registeredAt < other.registeredAt ? -1 : one.registeredAt > other.registeredAt ? 1 : 0),
  );

/** Returns a random order, all equally likely; `random` returns numbers from 0 up to 1. */
export const shuffled = <T>(list: readonly T[], random: () => number): T[] => {
  const order = [...list];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const chosen = Math.floor(random() * (last + 1));
    [order[last], order[chosen]] = [order[chosen] as T, order[last] as T];
  }
  return order;
};

export type GenerateFacts = {
  readonly event: Pick<FestivalEvent, 'status' | 'tournamentType'>;
  readonly checkedIn: number;
  /** Whether the present bracket has entries. */
  readonly hasResults: boolean;
  readonly replace: boolean;
};

export const whyNotGenerate = ({ event, checkedIn, hasResults, replace }: GenerateFacts): Verdict => {
  if (event.tournamentType === null) return new Refusal('NO_TOURNAMENT', 'This event is not a tournament.');
  if (event.status === 'completed') return new Refusal('EVENT_OVER', 'This event is over.');
  if (checkedIn < ENTRANTS.min) {
    return new Refusal('TOO_FEW_PLAYERS', 'Failed to generate bracket. Make sure players are checked in.');
  }
  if (checkedIn > ENTRANTS.max) {
    const sentence = `A bracket holds at most ${ENTRANTS.max} players, and ${checkedIn} are checked in.`;
    return new Refusal('TOO_MANY_PLAYERS', sentence);
  }
  return hasResults && !replace
    ? new Refusal('RESULTS_EXIST', 'This bracket already has results. Replace it to start again without them.')
    : null;
};
