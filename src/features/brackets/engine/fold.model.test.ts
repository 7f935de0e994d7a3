/**
 * Cross-check with another engine: brackets-manager, given our drop orders, plays the same results and must have the
 * same players in the same matches. Its second final, which it leaves open when not needed, is ignored.
 */
import { BracketsManager } from 'brackets-manager';
import { InMemoryDatabase } from 'brackets-memory-db';
import { expect, it } from 'vitest';
import { dice, playOut, readyMatches } from '#testing/bracket.ts';
import { build } from './build.ts';
import { bracketSize } from './elimination.ts';
import { fold } from './fold.ts';
import type { State } from './state.ts';

const SIZES = Array.from({ length: 29 }, (_, index) => index + 4);

const ORDER = ['inner_outer', 'natural', 'reverse', 'reverse_half_shift', 'half_shift', 'natural'] as const;

async function referenceBracket(size: number): Promise<BracketsManager> {
  const manager = new BracketsManager(new InMemoryDatabase());
  const slots = bracketSize(size);
  const seeding = Array.from({ length: slots }, (_, index) => (index < size ? `${index + 1}` : null));
  const settings = { grandFinal: 'double', seedOrdering: ORDER.slice(0, Math.log2(slots) + 1) } as const;
  await manager.create.stage({
    tournamentId: 0,
    name: 'Witness',
    type: 'double_elimination',
    seeding,
    settings: { ...settings, seedOrdering: [...settings.seedOrdering] },
  });
  return manager;
}

/** Its matches in winners, losers, finals order, which is ours too. Players are its ids, counted from 0. */
async function told(manager: BracketsManager) {
  const { match } = await manager.get.stageData(0);
  return match.map(({ opponent1, opponent2 }) => ({
    players: [opponent1, opponent2].map((one) => (one === null ? 'void' : one.id === null ? null : Number(one.id) + 1)),
    winner: opponent1?.result === 'win' ? 1 : opponent2?.result === 'win' ? 2 : null,
  }));
}

const ours = ({ matches }: State) => matches.map(({ players, winner }) => ({ players, winner }));

const asUpdate = (state: State, index: number) => {
  const entry = state.entries[index];
  if (entry?.kind !== 'score') throw new Error('Only scores are played here');
  const [one, two] = entry.scores;
  const id = state.graph.indexOf.get(entry.match) ?? -1;
  const first = { score: one, ...(one > two ? { result: 'win' as const } : {}) };
  const second = { score: two, ...(two > one ? { result: 'win' as const } : {}) };
  return { id, opponent1: first, opponent2: second };
};

it.each(SIZES)('%i players: the same first round, byes, matches and champion', { timeout: 60_000 }, async (size) => {
  for (const seed of [1, 2, 3]) {
    const drawn = fold(build(size, { tournamentType: 'double-elimination' }), []);
    const manager = await referenceBracket(size);
    const firstRound = drawn.graph.matches.filter(({ id }) => id.startsWith('W1-')).length;
    expect((await told(manager)).slice(0, firstRound)).toEqual(ours(drawn).slice(0, firstRound));

    const end = playOut(drawn, { random: dice(seed * size) });
    for (const index of end.entries.keys()) await manager.update.match(asUpdate(end, index));
    expect(readyMatches(end)).toEqual([]);
    expect((await told(manager)).slice(0, end.matches.length)).toEqual(ours(end));
  }
});
