/** Nobody takes over results: neither present ones nor those that an undo brings back. */
import { expect, it } from 'vitest';
import { dice, fairly, pick, playOut, roughly } from '#testing/bracket.ts';
import { drawnOf, everySize } from '#testing/bracket-sizes.ts';
import { enter } from './fold.ts';
import { lastAction, whyNotEnter } from './results.ts';
import { type Entry, hasPlayed, type State } from './state.ts';

const OPTIONS = [
  { tournamentType: 'double-elimination' },
  { tournamentType: 'single-elimination', thirdPlace: true },
] as const;

/** A bracket with a few results, some of them cleared. */
const begun = (size: number, seed: number): State => {
  const random = dice(seed);
  const choose = random() < 0.5 ? roughly : fairly;
  let state = playOut(drawnOf(size, pick(OPTIONS, random)), { random, choose, results: Math.floor(random() * size) });
  for (let step = 0; step < 3; step += 1) {
    const decided = state.matches.filter(({ decidedBy }) => decidedBy !== null);
    if (decided.length === 0 || random() < 0.4) break;
    const entry: Entry = { kind: 'clear', match: pick(decided, random).match.id };
    if (whyNotEnter(state, entry, { cascade: true }) === null) state = enter(state, entry);
  }
  return state;
};

const resultsOf = (state: State, seed: number): boolean =>
  state.matches.some(({ decidedBy, players }) => decidedBy !== null && players.includes(seed));

it('a player who has not played has no result after any number of undos, in brackets of every size', {
  timeout: 60_000,
}, () => {
  everySize((size, seed) => {
    let state = begun(size, seed);
    const idle = Array.from({ length: size }, (_, index) => index + 1).filter((one) => !hasPlayed(state, one));
    for (;;) {
      const taken = idle.filter((one) => resultsOf(state, one));
      expect({ size, seed, taken }).toEqual({ size, seed, taken: [] });
      if (lastAction(state) === null) return;
      state = enter(state, { kind: 'undo' });
    }
  });
});
