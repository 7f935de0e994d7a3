/** Matches and leaderboard as they are sent (behaviour.md section 8): seeds get their names, ids their event. */
import type { MatchId, Section, Slot } from '../engine/graph.ts';
import { standings } from '../engine/standings.ts';
import { type MatchState, matchIn, type Occupant, type State, type Status } from '../engine/state.ts';

export type SentPlayer = { readonly name: string; readonly seed: number };

export type SentMatch = {
  readonly id: string;
  readonly eventId: string;
  readonly bracket: Section;
  readonly round: number;
  readonly position: number;
  readonly label: string;
  readonly player1: SentPlayer | null;
  readonly player2: SentPlayer | null;
  readonly player1Score: number | null;
  readonly player2Score: number | null;
  readonly winner: Slot | null;
  readonly status: Status;
  readonly nextMatchId: string | null;
  readonly nextLoserMatchId: string | null;
};

export type SentStanding = {
  readonly id: string;
  readonly rank: number;
  readonly playerName: string;
  readonly wins: number;
  readonly losses: number;
  readonly points: number;
};

/** A match's id among those of all events. The event's id may hold a '_', a match's id does not. */
export const sentId = (eventId: string, id: MatchId): string => `${eventId}_${id}`;

/** The way back; null for what `sentId` never made. Whether such a match exists is for `matchIn` to say. */
export const readId = (sent: string): { eventId: string; match: MatchId } | null => {
  const parts = /^(.+)_([A-Z0-9-]+)$/.exec(sent);
  return parts?.[1] && parts[2] ? { eventId: parts[1], match: parts[2] } : null;
};

/** `names` in seed order: the first is seed 1's. */
const named = (who: Occupant, names: readonly string[]): SentPlayer | null =>
  typeof who === 'number' ? { name: names[who - 1] ?? '', seed: who } : null;

const asMatch = (state: State, names: readonly string[], eventId: string, found: MatchState): SentMatch => {
  const { match, players, scores, winner, status } = found;
  const next = (to: { readonly match: MatchId } | null) =>
    to !== null && matchIn(state, to.match) !== undefined ? sentId(eventId, to.match) : null;
  return {
    id: sentId(eventId, match.id),
    eventId,
    bracket: match.bracket,
    round: match.round,
    position: match.position,
    label: match.label,
    player1: named(players[0], names),
    player2: named(players[1], names),
    player1Score: scores?.[0] ?? null,
    player2Score: scores?.[1] ?? null,
    winner,
    status,
    nextMatchId: next(match.winnerTo),
    nextLoserMatchId: next(match.loserTo),
  };
};

export const asMatches = (state: State, names: readonly string[], eventId: string): SentMatch[] =>
  state.matches.map((found) => asMatch(state, names, eventId, found));

export const asLeaderboard = (state: State, names: readonly string[], eventId: string): SentStanding[] =>
  standings(state).map(({ seed, ...standing }) => ({
    id: `${eventId}_${seed}`,
    playerName: names[seed - 1] ?? '',
    ...standing,
  }));
