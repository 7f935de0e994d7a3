import type { FestivalEvent } from '#features/events/contract.ts';
import { whyOver } from '#features/events/rules/status.ts';
import { nameKey } from '#platform/names.ts';
import { listed } from '#platform/numbers.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { Entrant, Match } from '../contract.ts';
import { bracketSize } from '../engine/elimination.ts';
import type { Kind } from '../engine/format.ts';
import type { Seed } from '../engine/graph.ts';
import { kindOf } from '../engine/kinds.ts';
import type { Bracket } from './bracket.ts';

/** docs/behaviour.md "Tournaments" */
type Candidate = {
  readonly score: number;
  /** ISO 8601 UTC. */
  readonly registeredAt: string;
};

/** Strongest first; equals by earlier registration. */
export const seeded = <T extends Candidate>(candidates: readonly T[]): T[] =>
  candidates.toSorted(
    (one, other) =>
      other.score - one.score ||
      (one.registeredAt < other.registeredAt ? -1 : one.registeredAt > other.registeredAt ? 1 : 0),
  );

/** All orders are equally likely; `random` returns numbers from 0 up to 1. */
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
  readonly missing: readonly { readonly id: string; readonly name: string }[];
  /** Refuses to draw while a person is missing. */
  readonly everybody: boolean;
  readonly without: readonly string[];
  readonly hasResults: boolean;
  readonly replace: boolean;
};

/** Helpers only make the first draw. */
export const drawnByOrganisers = (): Refusal =>
  new Refusal('NOT_YOUR_JOB', 'This bracket is drawn. Ask an organiser for a new draw.');

/** Most names in a question. */
const NAMED = 12;

const people = (names: readonly string[]): string => {
  const rest = names.length - NAMED;
  if (rest <= 1) return listed(names);
  return listed([...names.slice(0, NAMED), `${rest} others`]);
};

const tooFew = (checkedIn: number, min: number): Refusal =>
  new Refusal(
    'TOO_FEW_PLAYERS',
    `Failed to generate bracket. Make sure players are checked in. At least ${min} are needed, and ${
      checkedIn === 0 ? 'nobody' : 'only 1'
    } is checked in.`,
  );

export const whyNotGenerate = (facts: GenerateFacts): Verdict => {
  const { event, checkedIn, missing, everybody, hasResults, replace } = facts;
  const agreed = new Set(facts.without);
  if (event.tournamentType === null) return new Refusal('NO_TOURNAMENT', 'This event is not a tournament.');
  const over = whyOver(event);
  if (over !== null) return over;
  const { min, max } = kindOf(event.tournamentType).entrants;
  if (checkedIn < min) return tooFew(checkedIn, min);
  if (checkedIn > max) {
    const sentence = `A bracket holds at most ${max} players, and ${checkedIn} are checked in.`;
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

export const entrantsIn = (matches: readonly Match[]): Entrant[] => {
  const players = matches.flatMap(({ players }) => players);
  const bySeed = new Map(players.map(({ id, name, seed }) => [seed, { id, name, seed }]));
  return [...bySeed.values()].sort((one, other) => one.seed - other.seed);
};

export const isIn = ({ players }: Pick<Match, 'players'>, id: string): boolean =>
  players.some((player) => player.id === id);

/** A bye decides nothing. The server also counts results that an undo can bring back. */
export const hasPlayedIn = (matches: readonly Match[], id: string): boolean =>
  matches.some((match) => match.status === 'done' && isIn(match, id));

export const hasResultsIn = (matches: readonly Match[]): boolean => matches.some(({ status }) => status === 'done');

/** How many can still join: each becomes the last seed, so all others of a tree keep their slots. */
export const lateLeft = ({ keepsWhoDrops, entrants: { max } }: Kind, entrants: number): number =>
  (keepsWhoDrops ? max : bracketSize(entrants)) - entrants;

export const withMoved = <T>(list: readonly T[], from: number, to: number): T[] => {
  const item = list[from];
  return item === undefined ? [...list] : list.toSpliced(from, 1).toSpliced(to, 0, item);
};

export type EntrantFacts = {
  readonly event: Pick<FestivalEvent, 'status'>;
  readonly entrants: readonly { readonly id: string; readonly name: string }[];
  readonly hasResults: boolean;
};

const tooLate = (what: string): Refusal =>
  new Refusal('RESULTS_EXIST', `This bracket already has results, so ${what}. Undo them first.`);

/** `order`: the ids of all entrants, each once. */
export const whyNotReorder = ({ event, entrants, hasResults }: EntrantFacts, order: readonly string[]): Verdict => {
  if (whyOver(event) !== null) return whyOver(event);
  if (hasResults) return tooLate('its seeds stay');
  const ids = new Set(order);
  const isSame =
    order.length === entrants.length && ids.size === order.length && entrants.every(({ id }) => ids.has(id));
  return isSame
    ? null
    : new Refusal('BAD_INPUT', 'The new order must hold every player of the bracket once.', { field: 'order' });
};

const alreadyPlays = (name: string): Refusal =>
  new Refusal('ALREADY_REGISTERED', `${name} already plays in this bracket.`, { field: 'playerName' });

/** `id` of their place, if they have one. */
type Newcomer = { readonly id: string | null; readonly name: string };

/** A player whose place was removed still plays under their name. */
const plays = (entrants: EntrantFacts['entrants'], { id, name }: Newcomer): boolean =>
  entrants.some((entrant) => entrant.id === id || nameKey(entrant.name) === nameKey(name));

/** In rounds, whether somebody can join is for the engine to say. */
export const whyNotAddLate = (facts: EntrantFacts, newcomer: Newcomer, kind: Kind): Verdict => {
  const { event, entrants, hasResults } = facts;
  if (whyOver(event) !== null) return whyOver(event);
  if (hasResults && !kind.pairsRounds) return tooLate('nobody can join it');
  if (plays(entrants, newcomer)) return alreadyPlays(newcomer.name);
  return lateLeft(kind, entrants.length) > 0
    ? null
    : new Refusal(
        'TOO_MANY_PLAYERS',
        'No bye is left in this bracket. Generate Bracket draws a larger one from everybody who is checked in.',
      );
};

/** The seed of a player of this name who dropped out; null for anybody else. */
export function whoReturns({ entrants, state }: Pick<Bracket, 'entrants' | 'state'>, newcomer: Newcomer): Seed | null {
  const seed = entrants.findIndex((entrant) => plays([entrant], newcomer)) + 1;
  return state.dropped.has(seed) ? seed : null;
}

export const whyNotSubstitute = (
  { event, entrants }: Pick<EntrantFacts, 'entrants'> & { event: Pick<FestivalEvent, 'status' | 'bracketDecided'> },
  leaving: { id: string; name: string; hasPlayed: boolean },
  newcomer: Newcomer,
): Verdict => {
  if (whyOver(event) !== null) return whyOver(event);
  if (event.bracketDecided) return new Refusal('EVENT_OVER', 'Nothing of this bracket is left to play.');
  if (leaving.hasPlayed) {
    const sentence = `${leaving.name} has already played, so nobody can take their place. Undo their results first.`;
    return new Refusal('RESULTS_EXIST', sentence);
  }
  // A player who gave up their place may take it back.
  const others = entrants.filter(({ id }) => id !== leaving.id);
  return newcomer.id === leaving.id || plays(others, newcomer) ? alreadyPlays(newcomer.name) : null;
};

type Place = { readonly id: string };

/** Who gave up their place, and has a match to come or would be paired again. */
export const withoutPlace = (
  matches: readonly Match[],
  places: readonly Place[],
  { entrants, isPaired }: { readonly entrants: readonly Entrant[]; readonly isPaired: boolean },
): Entrant[] => {
  const ids = new Set(places.map(({ id }) => id));
  const stays = (id: string) => isPaired && !hasDropped(matches, id);
  return entrants.filter(({ id }) => !ids.has(id) && (stays(id) || matches.some((match) => isOpenFor(match, id))));
};

export const hasDropped = (matches: readonly Match[], id: string): boolean =>
  matches.some(({ players }) => players.some((player) => player.id === id && player.dropped));

export const isOpenFor = (match: Match, id: string): boolean =>
  (match.status === 'ready' || match.status === 'waiting') && isIn(match, id);

export const readyFor = (matches: readonly Match[], id: string): Match | undefined =>
  matches.find((match) => match.status === 'ready' && isOpenFor(match, id));
