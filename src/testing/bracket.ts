/** Plays brackets at random, so that a property can check every state. */

import { enter } from '#features/brackets/engine/fold.ts';
import type { Slot } from '#features/brackets/engine/graph.ts';
import type { Entry, MatchState, Result, State } from '#features/brackets/engine/state.ts';

/** Numbers from 0 up to 1, the same for the same seed (32-bit xorshift). */
export function dice(seed: number): () => number {
  let state = (seed ^ 0x9e3779b9) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

export const pick = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)] as T;

export const win = (match: string, slot: Slot): Result => ({
  kind: 'score',
  match,
  scores: slot === 1 ? [2, 0] : [1, 2],
});

/** Either player wins with equal probability. */
export const fairly = ({ match }: MatchState, random: () => number): Entry => win(match.id, random() < 0.5 ? 1 : 2);

/** Sometimes players are absent or disqualified. */
export const roughly = (state: MatchState, random: () => number): Entry => {
  const kind = pick(['score', 'score', 'score', 'forfeit', 'disqualification'] as const, random);
  if (kind === 'score') return fairly(state, random);
  return { kind, match: state.match.id, player: pick([1, 2, 'both'] as const, random) };
};

/** Returns what can be played now, longest wait first. */
export const readyMatches = (state: State): MatchState[] =>
  state.matches
    .filter(({ status }) => status === 'ready')
    .toSorted((one, other) => (one.sinceEntry ?? -1) - (other.sinceEntry ?? -1));

type Play = {
  readonly random: () => number;
  /** Chooses the outcome of a ready match. */
  readonly choose?: typeof fairly;
  /** Called with every state, the first and the last included. */
  readonly look?: (state: State) => void;
  /** Stops after about this many results. */
  readonly results?: number;
};

/** Decides some of the ready matches at a time; no player is in two of them. */
export function playOut(
  from: State,
  { random, choose = fairly, look, results = Number.POSITIVE_INFINITY }: Play,
): State {
  let state = from;
  let entered = 0;
  for (;;) {
    look?.(state);
    const ready = readyMatches(state);
    if (ready.length === 0 || entered >= results) return state;
    const some = ready.filter(() => random() < 0.6).slice(0, results - entered);
    const played = some.length > 0 ? some : [pick(ready, random)];
    entered += played.length;
    for (const match of played) state = enter(state, choose(match, random));
  }
}
