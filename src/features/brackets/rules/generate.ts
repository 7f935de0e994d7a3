/** Who plays in a bracket, in which order, and whether it may be drawn now (docs/behaviour.md "Tournaments"). */
import type { FestivalEvent } from '#features/events/contract.ts';
import { whyOver } from '#features/events/rules/status.ts';
import { listed } from '#platform/listed.ts';
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
  /** Places that are not checked in. */
  readonly missing: readonly { readonly id: string; readonly name: string }[];
  /** Asks for `everybody`: refuses to draw while somebody is missing. */
  readonly everybody: boolean;
  /** The places that the organiser agreed to leave out. */
  readonly without: readonly string[];
  /** Whether the present bracket has a result that counts. */
  readonly hasResults: boolean;
  readonly replace: boolean;
};

/** Helpers make the first draw alone. */
export const drawnByOrganisers = (): Refusal =>
  new Refusal('NOT_YOUR_JOB', 'This bracket is drawn. Ask an organiser for a new draw.');

/** Most names in a question. */
const NAMED = 12;

const people = (names: readonly string[]): string => {
  const rest = names.length - NAMED;
  if (rest <= 1) return listed(names);
  return listed([...names.slice(0, NAMED), `${rest} others`]);
};

const tooFew = (checkedIn: number): Refusal =>
  new Refusal(
    'TOO_FEW_PLAYERS',
    `Failed to generate bracket. Make sure players are checked in. At least ${ENTRANTS.min} are needed, and ${
      checkedIn === 0 ? 'nobody' : 'only 1'
    } is checked in.`,
  );

export const whyNotGenerate = (facts: GenerateFacts): Verdict => {
  const { event, checkedIn, missing, everybody, hasResults, replace } = facts;
  const agreed = new Set(facts.without);
  if (event.tournamentType === null) return new Refusal('NO_TOURNAMENT', 'This event is not a tournament.');
  const over = whyOver(event);
  if (over !== null) return over;
  if (checkedIn < ENTRANTS.min) return tooFew(checkedIn);
  if (checkedIn > ENTRANTS.max) {
    const sentence = `A bracket holds at most ${ENTRANTS.max} players, and ${checkedIn} are checked in.`;
    return new Refusal('TOO_MANY_PLAYERS', sentence);
  }
  if (hasResults && !replace) {
    return new Refusal('RESULTS_EXIST', 'This bracket already has results. Replace it to start again without them.');
  }
  if (!everybody || missing.every(({ id }) => agreed.has(id))) return null;
  const names = people(missing.map(({ name }) => name));
  const sentence = `${checkedIn} players are checked in. Draw without ${names}?`;
  return new Refusal('PLAYERS_MISSING', sentence, { missing: missing.map(({ id }) => id) });
};
