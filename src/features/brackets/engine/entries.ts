/**
 * The append-only list of results. An entry decides a match (by score or by a reason), clears it, or undoes the entry
 * before. A correction is a later entry for the same match; folding the list (`fold.ts`) drops what depended on it, so
 * nothing about that is stored.
 */
import type { MatchId, Slot } from './graph.ts';

/** How a match was decided. 'both' means that nobody advances: both absent, or both disqualified. */
export type Outcome =
  | { readonly kind: 'score'; readonly scores: readonly [number, number] }
  | { readonly kind: 'forfeit' | 'disqualification'; readonly player: Slot | 'both' };

export type Reason = Outcome['kind'];

export type Result = Outcome & { readonly match: MatchId };

export type Entry = Result | { readonly kind: 'clear'; readonly match: MatchId } | { readonly kind: 'undo' };

/** An entry and its index in the list, by which the store finds who entered it and when. */
export type Numbered<E> = { readonly entry: E; readonly index: number };

export type Action = Exclude<Entry, { readonly kind: 'undo' }>;

export const otherSlot = (slot: Slot): Slot => (slot === 1 ? 2 : 1);

/** Who advances; null when nobody does. */
export const winnerOf = (outcome: Outcome): Slot | null => {
  if (outcome.kind === 'score') return outcome.scores[0] > outcome.scores[1] ? 1 : 2;
  return outcome.player === 'both' ? null : otherSlot(outcome.player);
};

/** Returns entries that were not undone. Each undo removes the latest remaining entry. */
export const actions = (entries: readonly Entry[]): Numbered<Action>[] => {
  const kept: Numbered<Action>[] = [];
  for (const [index, entry] of entries.entries()) {
    if (entry.kind === 'undo') kept.pop();
    else kept.push({ entry, index });
  }
  return kept;
};
