import { expect, it } from 'vitest';
import { dice, pick, playOut, roughly, win } from '#testing/bracket.ts';
import { shownMatches } from '#testing/shown-bracket.ts';
import { build } from '../../engine/build.ts';
import type { Outcome } from '../../engine/entries.ts';
import { fold } from '../../engine/fold.ts';
import { cleared } from '../../engine/results.ts';
import { sentId } from '../../rules/wire.ts';
import { wouldClear } from './clears.ts';

const OUTCOMES: readonly (Outcome | { kind: 'clear' })[] = [
  { kind: 'score', scores: [2, 0] },
  { kind: 'score', scores: [0, 2] },
  { kind: 'forfeit', player: 1 },
  { kind: 'forfeit', player: 'both' },
  { kind: 'disqualification', player: 2 },
  { kind: 'clear' },
];

it('is what the server clears, for any change at any moment of any tournament', () => {
  let compared = 0;
  for (let run = 0; run < 60; run += 1) {
    const random = dice(run + 1);
    const entrants = 2 + Math.floor(random() * 30);
    const tournamentType = run % 2 === 0 ? 'single-elimination' : 'double-elimination';
    const options = { tournamentType, thirdPlace: run % 4 === 0 } as const;
    const names = Array.from({ length: entrants }, (_, index) => `P${index + 1}`);
    playOut(fold(build(entrants, options), []), {
      random,
      choose: roughly,
      look: (state) => {
        const decided = state.matches.filter(({ decidedBy }) => decidedBy !== null);
        if (decided.length === 0) return;
        const { match } = pick(decided, random);
        const outcome = pick(OUTCOMES, random);
        const told = wouldClear(shownMatches(names, state.entries, options), sentId('catan', match.id), outcome);
        const truth = cleared(state, { ...outcome, match: match.id });
        expect(told.map(({ id }) => id)).toEqual(truth.map((id) => sentId('catan', id)));
        compared += truth.length;
      },
    });
  }
  expect(compared).toBeGreaterThan(100);
});

it('is nothing where the same player wins by another score', () => {
  const matches = shownMatches(['A', 'B', 'C', 'D'], [win('W1-1', 1), win('W1-2', 1), win('W2-1', 1)]);
  expect(wouldClear(matches, 'catan_W1-1', { kind: 'score', scores: [9, 1] })).toEqual([]);
  expect(wouldClear(matches, 'catan_W1-1', { kind: 'clear' }).map(({ label }) => label)).toEqual(['Winners final']);
});
