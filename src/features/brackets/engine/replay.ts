/** Checks whether a stored bracket is possible: every entry was allowed when it was entered. */
import { build } from './build.ts';
import type { Entry } from './entries.ts';
import { enter, fold } from './fold.ts';
import type { BuildOptions } from './graph.ts';
import { whyNotEnter } from './results.ts';

type Stored = {
  readonly entrants: readonly unknown[];
  readonly options: BuildOptions;
  readonly entries: readonly Entry[];
};

/**
 * Replays the list. Results that an entry cleared count as cleared on purpose. Yields before each entry, because an
 * undo costs as much as all entries before it.
 */
export function* canBePlayed({ entrants, options, entries }: Stored): Generator<void, boolean, void> {
  let state = fold(build(entrants.length, options), []);
  for (const entry of entries) {
    yield;
    if (whyNotEnter(state, entry, { cascade: true }) !== null) return false;
    state = enter(state, entry);
  }
  return true;
}
