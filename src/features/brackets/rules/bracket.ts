/**
 * A bracket as it is kept, and what is sent of it: the players by their present names, and since when a match can be
 * played. Everything in between is `fold`.
 */
import { nameKey } from '#platform/names.ts';
import type { Match, Player } from '../contract.ts';
import { build } from '../engine/build.ts';
import type { Entry } from '../engine/entries.ts';
import { fold } from '../engine/fold.ts';
import type { BuildOptions, MatchId } from '../engine/graph.ts';
import { matchTitle } from '../engine/labels.ts';
import { matchIn, type State } from '../engine/state.ts';
import { asMatches, readId, type SentMatch, type SentPlayer } from './wire.ts';

/** Who was drawn: their place in the event, their account if there was one of that name, and the name at the draw. */
export type Entrant = { readonly rsvpId: string; readonly userId: string | null; readonly name: string };

/** A line of the list of results, when it was written (ISO 8601 UTC), and in which admin session. */
export type Line = { readonly entry: Entry; readonly enteredAt: string; readonly enteredBy: string | null };

export type StoredBracket = {
  readonly eventId: string;
  /** Another one for every draw. */
  readonly drawId: string;
  /** In seed order: the first is seed 1. */
  readonly entrants: readonly Entrant[];
  readonly options: BuildOptions;
  readonly drawnAt: string;
  /** The admin session; null for the sample's. */
  readonly drawnBy: string | null;
  /** The bracket's revision at the draw. */
  readonly drawnRevision: number;
  readonly lines: readonly Line[];
};

export type Known = {
  /** Present names by RSVP. */
  readonly rsvps: ReadonlyMap<string, string>;
  /** Present names by user. */
  readonly users: ReadonlyMap<string, string>;
};

/** A drawn bracket with its present state and names. */
export type Bracket = StoredBracket & { readonly names: readonly string[]; readonly state: State };

/**
 * An account that was given another name since the draw names its player. Otherwise it is the name at the door, and that
 * of the draw where the place was cancelled.
 */
export const presentName = ({ rsvpId, userId, name }: Entrant, { rsvps, users }: Known): string => {
  const account = userId === null ? undefined : users.get(userId);
  if (account !== undefined && nameKey(account) !== nameKey(name)) return account;
  return rsvps.get(rsvpId) ?? name;
};

export const stateOf = ({ entrants, options, lines }: StoredBracket): State =>
  fold(
    build(entrants.length, options),
    lines.map(({ entry }) => entry),
  );

export const asBracket = (drawn: StoredBracket, known: Known): Bracket => ({
  ...drawn,
  names: drawn.entrants.map((entrant) => presentName(entrant, known)),
  state: stateOf(drawn),
});

/** The bracket with one more line. */
export const withLine = (bracket: Bracket, state: State, line: Line): Bracket => ({
  ...bracket,
  state,
  lines: [...bracket.lines, line],
});

/** Each line adds 1 to the revision of the draw. */
export const revisionOf = ({ drawnRevision, lines }: StoredBracket): number => drawnRevision + lines.length;

/** Who played a match at an earlier revision of the bracket; undefined for another draw or no such match. */
export const playersAt = ({ state, drawnRevision, lines }: Bracket, match: MatchId, revision: number) => {
  const entered = revision - drawnRevision;
  if (entered < 0 || entered > lines.length) return undefined;
  return matchIn(fold(state.graph, state.entries.slice(0, entered)), match)?.players;
};

/** Whether a result stands; one that was taken back or cleared does not. */
export const hasResults = ({ state }: Bracket): boolean => state.matches.some(({ decidedBy }) => decidedBy !== null);

const asPlayer = ({ entrants }: StoredBracket, player: SentPlayer | null): Player | null =>
  player && { ...player, rsvpId: entrants[player.seed - 1]?.rsvpId ?? '' };

const completed = (bracket: Bracket, sent: SentMatch): Match => {
  const found = matchIn(bracket.state, readId(sent.id)?.match ?? '');
  const since = sent.status === 'ready' ? (found?.since ?? null) : null;
  return {
    ...sent,
    player1: asPlayer(bracket, sent.player1),
    player2: asPlayer(bracket, sent.player2),
    reason: found?.reason ?? null,
    // A match that byes or seeds made ready has been so since the draw.
    revision: bracket.drawnRevision + (found?.revision ?? 0),
    readySince: since === null ? null : (bracket.lines[since]?.enteredAt ?? bracket.drawnAt),
  };
};

/** Every match as it is sent, in the graph's order. */
export const sentMatches = (bracket: Bracket): Match[] =>
  asMatches(bracket.state, bracket.names, bracket.eventId).map((sent) => completed(bracket, sent));

/** Null for a match that does not exist (now). */
export const findMatch = (bracket: Bracket, id: string): Match | null =>
  sentMatches(bracket).find((match) => match.id === id) ?? null;

/** "Losers round 2, match 1", whatever the match's state. */
export const titleOf = ({ state: { graph } }: Bracket, id: MatchId): string => {
  const match = graph.matches[graph.placeOf.get(id) ?? -1];
  return match === undefined ? id : matchTitle(graph, match);
};
