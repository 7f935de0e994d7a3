/** Rounds that are proposed, looked at and published (docs/behaviour.md "Tournaments"). */
import { Refusal } from '#platform/refusal.ts';
import type { Match } from '../contract.ts';
import { build, cutMatches, drawnGraph } from '../engine/build.ts';
import { fold, lastRound, nextStage } from '../engine/fold.ts';
import { formatOf } from '../engine/formats.ts';
import type { DrawOptions, Seed } from '../engine/graph.ts';
import { actions, type Entry, isAction, type RoundEntry, type State } from '../engine/state.ts';
import type { Round } from '../rules/shapes.ts';
import { asBracket, type Bracket, type DrawnEntrant } from './bracket.ts';
import { asMatches } from './wire.ts';

const NO_NAMES = { byRsvp: new Map(), byUser: new Map(), visitors: new Map() };

/** The first round of a format that is played in rounds, the entrants in the order of their seeds; null for any other. */
export function firstRoundOf(options: DrawOptions, entrants: number): RoundEntry | null {
  const { rounds } = formatOf(options.tournamentType);
  if (rounds === undefined) return null;
  const seeds = Array.from({ length: entrants }, (_, index) => index + 1);
  return { kind: 'round', round: 1, ...rounds.first(seeds, options) };
}

/** Who meets next; the state is ready for it. */
export function nextRoundOf(state: State): RoundEntry {
  const { options } = state.graph;
  const { rounds, cut } = formatOf(options.tournamentType);
  const round = lastRound(state.graph) + 1;
  if (nextStage(state) === 'round' && rounds !== undefined) return { kind: 'round', round, ...rounds.next(state) };
  const seeds = cut?.(state) ?? [];
  return { kind: 'round', round, isCut: true, bye: null, matches: cutMatches(seeds, options) };
}

/**
 * What the last round would have been besides, had its corrections been known: matches that the proposal would have had now
 * and had not then. Nothing without a correction of an earlier round.
 */
export function pairedOtherwise(bracket: Pick<Bracket, 'entrants' | 'options' | 'state'>): string[][] {
  const known = otherwise.get(bracket.state) ?? pairOtherwise(bracket);
  otherwise.set(bracket.state, known);
  return known;
}

/** Pairing hundreds takes a third of a second, and each desk asks. */
const otherwise = new WeakMap<State, string[][]>();

function pairOtherwise(bracket: Pick<Bracket, 'entrants' | 'options' | 'state'>): string[][] {
  const { entrants, options, state } = bracket;
  const { graph, entries } = state;
  const last = graph.rounds.at(-1);
  // Not the last that was published: it may be taken back.
  const published = graph.matches[last?.from ?? -1]?.since ?? -1;
  if (last === undefined || last.isCut) return [];
  const earlier = actions(entries).filter(({ entry }) => (graph.indexOf.get(entry.match) ?? 0) < last.from);
  const standing = new Set(earlier.map(({ index }) => index));
  const before = entries.slice(0, published);
  const now = entries.filter(
    (entry, index) => standing.has(index) || (index < published && !isAction(entry) && entry.kind !== 'undo'),
  );
  if (earlier.every(({ index }) => index < published) && earlier.length === actions(before).length) return [];
  const pairsOf = (known: readonly Entry[]) =>
    nextRoundOf(fold(drawnGraph(entrants.length, options, entries), known)).matches.map((seeds) => seeds.toSorted());
  const then = new Set(pairsOf(before).map(String));
  return pairsOf(now)
    .filter((seeds) => !then.has(String(seeds)))
    .map((seeds) => seeds.map((seed) => entrants[seed - 1]?.name ?? ''));
}

export function asRound({ entrants }: Pick<Bracket, 'entrants'>, { round, matches, bye, isCut }: RoundEntry): Round {
  const player = (seed: Seed) => ({ id: entrants[seed - 1]?.id ?? '', name: entrants[seed - 1]?.name ?? '' });
  return {
    round,
    isCut: isCut ?? false,
    matches: matches.map((seeds) => ({ players: seeds.map(player) })),
    bye: bye === null ? null : player(bye),
  };
}

type SentRound = {
  readonly round: number;
  readonly matches: readonly (readonly string[])[];
  readonly bye?: string | null | undefined;
};

/** The round as it was sent: who plays and is in no match has the bye. @throws Refusal BAD_INPUT for somebody who does not play. */
export function readRound(bracket: Bracket, { round, matches: sent, bye: seen }: SentRound): RoundEntry {
  const { entrants, state } = bracket;
  const proposed = nextRoundOf(state);
  const seedOf = new Map(entrants.map(({ id }, index) => [id, index + 1]));
  const matches = sent.map((ids) => ids.map((id) => seedOf.get(id) ?? 0));
  if (matches.flat().includes(0))
    throw new Refusal('BAD_INPUT', 'Somebody in this round does not play here.', { field: 'matches' });
  const placed = new Set(matches.flat());
  const left = [...proposed.matches.flat(), ...(proposed.bye === null ? [] : [proposed.bye])].filter(
    (seed) => !placed.has(seed),
  );
  const { bye: _, ...rest } = proposed;
  const bye = left.length === 1 && proposed.bye !== null ? (left[0] ?? null) : null;
  if (seen !== undefined && seen !== (bye === null ? null : entrants[bye - 1]?.id))
    throw new Refusal(
      'CHANGED_MEANWHILE',
      'Somebody has joined or left since this round was proposed. Propose it again.',
    );
  return { ...rest, round, matches, bye };
}

/** The matches as they would be, before anything is stored. */
export function proposedMatches(
  eventId: string,
  entrants: readonly DrawnEntrant[],
  options: DrawOptions,
  first: RoundEntry,
): Match[] {
  const draw = { eventId, entrants, options, drawId: '', drawnAt: '', drawnBy: null, drawnRevision: 0, lines: [] };
  return asMatches({ ...asBracket(draw, NO_NAMES), state: fold(build(entrants.length, options), [first]) });
}
