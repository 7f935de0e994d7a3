import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dice } from '#testing/bracket.ts';
import { DICE_SEED, pairings, randomGame, runs, wrongRanks } from '#testing/pairing.ts';
import type { Seed } from './graph.ts';
import type { Game } from './pairing-shapes.ts';
import { firstSwissRound, nextSwissRound, swissStandings } from './swiss-pairing.ts';

type Player = { readonly seed: Seed; readonly points: number; readonly byes: number };
type Met = (one: Seed, other: Seed) => number;
type Pairing = readonly (readonly [Seed, Seed | null])[];

/** The aims of a round, an earlier number before all later ones; lower is better. */
const aimsOf = (players: readonly Player[], met: Met, pairing: Pairing): number[] => {
  const aims = [0, 0, 0, 0, 0];
  const placeOf = (seed: Seed) => players.findIndex((player) => player.seed === seed);
  for (const [seed, partner] of pairing) {
    const one = players[placeOf(seed)];
    const other = partner === null ? undefined : players[placeOf(partner)];
    const isBye = other === undefined;
    const places = (isBye ? players.length : placeOf(other.seed)) - placeOf(seed);
    const each = isBye
      ? [0, one?.byes ?? 0, one?.points ?? 0, 0, places ** 2]
      : [met(seed, other.seed), 0, 0, ((one?.points ?? 0) - other.points) ** 2, places ** 2];
    for (const [index, value] of each.entries()) aims[index] = (aims[index] ?? 0) + value;
  }
  return aims;
};

const compareAims = (one: readonly number[], other: readonly number[]): number => {
  const index = one.findIndex((aim, at) => aim !== other[at]);
  return index === -1 ? 0 : (one[index] ?? 0) - (other[index] ?? 0);
};

type Tournament = { games: Game[]; byes: { seed: Seed }[]; met: Map<string, number> };

const metIn =
  ({ met }: Tournament): Met =>
  (one, other) =>
    met.get(`${Math.min(one, other)}-${Math.max(one, other)}`) ?? 0;

/** Plays random rounds; `look` sees the players in rank order, the tournament before the round, and the round. */
const play = (
  { size, rounds, start }: { size: number; rounds: number; start: number },
  look: (players: readonly Player[], before: Tournament, pairing: Pairing) => void,
): Tournament & { seeds: Seed[] } => {
  const random = dice(start);
  const seeds = Array.from({ length: size }, (_, index) => index + 1);
  const tournament: Tournament = { games: [], byes: [], met: new Map() };
  const dropped = new Set<Seed>();
  for (let round = 1; round <= rounds; round += 1) {
    const players = swissStandings(seeds, tournament.games, tournament.byes)
      .filter(({ seed }) => !dropped.has(seed))
      .map(({ seed, points }) => ({
        ...{ seed, points },
        byes: tournament.byes.filter((bye) => bye.seed === seed).length,
      }));
    const { pairs, bye } = round === 1 ? firstSwissRound(seeds) : nextSwissRound(players, metIn(tournament));
    if (round > 1) look(players, tournament, [...pairs, ...(bye === null ? [] : [[bye, null] as const])]);
    if (bye !== null) tournament.byes.push({ seed: bye });
    for (const pair of pairs) {
      tournament.games.push(randomGame(pair, random));
      const key = `${Math.min(...pair)}-${Math.max(...pair)}`;
      tournament.met.set(key, (tournament.met.get(key) ?? 0) + 1);
    }
    for (const { seed } of players) if (random() < 0.05) dropped.add(seed);
  }
  return { ...tournament, seeds };
};

it('a round of up to 8 players is the best of all pairings: rematches, bye, points, places', {
  timeout: 300_000,
}, () => {
  const check = (size: number, rounds: number, start: number) => {
    play({ size, rounds, start }, (players, before, pairing) => {
      const met = metIn(before);
      let best: number[] | null = null;
      for (const other of pairings(players.map(({ seed }) => seed))) {
        const aims = aimsOf(players, met, other);
        if (best === null || compareAims(aims, best) < 0) best = aims;
      }
      expect(aimsOf(players, met, pairing)).toEqual(best ?? [0, 0, 0, 0, 0]);
    });
  };
  fc.assert(fc.property(fc.integer({ min: 2, max: 8 }), fc.integer({ min: 2, max: 9 }), DICE_SEED, check), runs(150));
});

it('everybody who plays on is in one pair or has the bye, and the standings sum up', { timeout: 300_000 }, () => {
  const check = (size: number, rounds: number, start: number) => {
    const { games, byes, seeds } = play({ size, rounds, start }, (players, _, pairing) => {
      const people = pairing.flat().filter((seed) => seed !== null);
      const everybody = players.map(({ seed }) => seed);
      expect(people.toSorted((one, other) => one - other)).toEqual(everybody.toSorted((one, other) => one - other));
      expect(pairing.filter(([, other]) => other === null)).toHaveLength(players.length % 2);
    });
    const rows = swissStandings(seeds, games, byes);
    expect(wrongRanks(rows)).toEqual([]);
    const points = games.map(({ winner }): number => (winner === 'draw' ? 2 : winner === 'nobody' ? 0 : 3));
    const given = points.reduce((sum, each) => sum + each, 3 * byes.length);
    expect(rows.reduce((sum, row) => sum + row.points, 0)).toBe(given);
    expect(rows.reduce((sum, { played }) => sum + played, 0)).toBe(2 * games.length);
    // The order of the games changes nothing, last bits of fractions included.
    expect(swissStandings(seeds, games.toReversed(), byes)).toEqual(rows);
  };
  fc.assert(fc.property(fc.integer({ min: 2, max: 40 }), fc.integer({ min: 1, max: 9 }), DICE_SEED, check), runs(60));
});

it('nobody has a second bye before all had one, where rounds are few', { timeout: 300_000 }, () => {
  const check = (half: number, start: number) => {
    const size = 2 * half + 1;
    play({ size, rounds: Math.ceil(Math.log2(size)), start }, (players, _, pairing) => {
      const bye = pairing.find(([, other]) => other === null)?.[0];
      const byes = players.find(({ seed }) => seed === bye)?.byes ?? 0;
      expect(byes).toBeLessThanOrEqual(Math.min(...players.map((player) => player.byes)));
    });
  };
  fc.assert(fc.property(fc.integer({ min: 4, max: 20 }), DICE_SEED, check), runs(60));
});
