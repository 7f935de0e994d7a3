/** Random tournaments for the properties of round robin, Swiss and heats. */
import fc from 'fast-check';
import type { Seed } from '#features/brackets/engine/graph.ts';
import type { Game, Standing } from '#features/brackets/engine/pairing-shapes.ts';
import { pick } from './bracket.ts';

/** Runs of each property; `PAIRING_RUNS=10000` for a long run. */
export const runs = (usual: number): { numRuns: number } => ({
  numRuns: Number(process.env.PAIRING_RUNS ?? usual),
});

/** Everything random in a property comes from one number, so that a failure names it. */
export const DICE_SEED = fc.integer({ min: 1, max: 2 ** 31 - 1 });

/** Mostly played with scores; sometimes without, a draw, a forfeit, or nobody comes. */
export const randomGame = (players: readonly [Seed, Seed], random: () => number): Game => {
  const kind = pick(['scores', 'scores', 'winner', 'draw', 'forfeit', 'nobody'] as const, random);
  const winner = random() < 0.5 ? 0 : 1;
  if (kind === 'draw' || kind === 'nobody') return { players, winner: kind, scores: null, isPlayed: kind === 'draw' };
  const scores = kind === 'scores' ? ([winner === 0 ? 3 : 1, winner === 0 ? 1 : 3] as const) : null;
  return { players, winner, scores, isPlayed: kind !== 'forfeit' };
};

/** What is wrong with the ranks: equals share one and the next skips; who is better has a lower one. */
export const wrongRanks = (standings: readonly Standing[]): string[] => {
  const wrong: string[] = [];
  for (const [index, row] of standings.entries()) {
    const above = standings[index - 1];
    const isEqual =
      above?.points === row.points && above.tieBreaks.every(({ value }, at) => value === row.tieBreaks[at]?.value);
    if (row.rank !== (isEqual ? above?.rank : index + 1)) wrong.push(`#${row.seed} has rank ${row.rank}`);
    if (above !== undefined && above.points < row.points) wrong.push(`#${row.seed} stands below fewer points`);
    if (row.wins + row.draws + row.losses !== row.played) wrong.push(`#${row.seed} has played ${row.played}`);
  }
  return wrong;
};

/** Every division of `people` into pairs. An odd number gets null, the bye, as one more. */
export function* pairings(people: readonly Seed[]): Generator<(readonly [Seed, Seed | null])[]> {
  yield* pairingsOf(people.length % 2 === 0 ? people : [...people, null]);
}

function* pairingsOf(people: readonly (Seed | null)[]): Generator<(readonly [Seed, Seed | null])[]> {
  const [first, ...others] = people;
  if (first === undefined || first === null) {
    yield [];
    return;
  }
  for (const [index, other] of others.entries()) {
    const rest = others.toSpliced(index, 1);
    for (const pairing of pairingsOf(rest)) yield [[first, other ?? null], ...pairing];
  }
}
