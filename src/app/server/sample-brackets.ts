/** How far the sample festival's tournaments have come, and with which results. The same every time for the same players. */
import type { Outcome } from '#features/brackets/engine/entries.ts';
import { enter } from '#features/brackets/engine/fold.ts';
import type { Seed } from '#features/brackets/engine/graph.ts';
import { readyMatches, type State } from '#features/brackets/engine/state.ts';

/** Games to win a match. */
const FIRST_TO = 3;

/** Numbers from 0 to 99 that look thrown; neighbours differ widely. */
const throwOf = (one: Seed, other: Seed, match: number): number => (one * 37 + other * 61 + match * match * 17) % 100;

/** The better seed usually wins, and the wider apart two are the clearer. */
const outcomeOf = (one: Seed, other: Seed, match: number): Outcome => {
  const thrown = throwOf(one, other, match);
  const favourite = one < other ? 0 : 1;
  const winner = thrown < 72 ? favourite : 1 - favourite;
  const lost = Math.abs(one - other) > 6 ? thrown % 2 : thrown % FIRST_TO;
  return { kind: 'score', scores: winner === 0 ? [FIRST_TO, lost] : [lost, FIRST_TO] };
};

/** Plays this share (0 to 1) of a bracket's matches, always the one that has been ready longest. */
export function playSample(from: State, share: number): State {
  const players = from.graph.entrants;
  const all = from.graph.tournamentType === 'double-elimination' ? 2 * players - 2 : players - 1;
  const wanted = share === 1 ? Number.POSITIVE_INFINITY : Math.floor(all * share);
  let state = from;
  for (let played = 0; played < wanted; played += 1) {
    const [next] = readyMatches(state);
    if (next === undefined) break;
    const [one, two] = next.players;
    if (typeof one !== 'number' || typeof two !== 'number') break;
    state = enter(state, { ...outcomeOf(one, two, played), match: next.match.id });
  }
  return state;
}
