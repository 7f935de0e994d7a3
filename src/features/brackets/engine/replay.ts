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

/** Replays the list. Results that an entry cleared count as cleared on purpose. */
export function canBePlayed({ entrants, options, entries }: Stored): boolean {
  let state = fold(build(entrants.length, options), []);
  for (const entry of entries) {
    if (whyNotEnter(state, entry, { cascade: true }) !== null) return false;
    state = enter(state, entry);
  }
  return true;
}
