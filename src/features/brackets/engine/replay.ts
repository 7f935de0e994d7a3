/** Whether a stored bracket could have come about: every line was allowed when it was entered. */
import { build } from './build.ts';
import type { Entry } from './entries.ts';
import { enter, fold } from './fold.ts';
import type { BuildOptions } from './graph.ts';
import { canEnter } from './results.ts';

type Stored = {
  readonly entrants: readonly unknown[];
  readonly options: BuildOptions;
  readonly entries: readonly Entry[];
};

/**
 * Plays the list from the draw on. Results that an entry cleared count as cleared on purpose. Yields before each entry: an
 * undo costs as much as all before it.
 */
export function* canBePlayed({ entrants, options, entries }: Stored): Generator<void, boolean, void> {
  let state = fold(build(entrants.length, options), []);
  for (const entry of entries) {
    yield;
    if (canEnter(state, entry, { cascade: true }) !== null) return false;
    state = enter(state, entry);
  }
  return true;
}
