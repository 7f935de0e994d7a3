import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dice } from '#testing/bracket.ts';
import { DICE_SEED, randomGame, runs, wrongRanks } from '#testing/pairing.ts';
import { bracketSize, seedOrder } from './elimination.ts';
import { circle, groupCut, groupStandings, groupsOf } from './group-rules.ts';
import type { Standing } from './pairing-shapes.ts';

const ENTRANTS = fc.integer({ min: 2, max: 256 });
const GROUP_SIZE = fc.option(fc.integer({ min: 3, max: 8 }), { nil: undefined });

it('everybody is in one group, sizes differ by one at most, and no group has fewer than 3 of 3 or more people', () => {
  fc.assert(
    fc.property(ENTRANTS, GROUP_SIZE, (entrants, groupSize) => {
      const groups = groupsOf(entrants, groupSize);
      const sizes = groups.map((group) => group.length);
      const everybody = Array.from({ length: entrants }, (_, index) => index + 1);
      expect(groups.flat().toSorted((one, other) => one - other)).toEqual(everybody);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(Math.min(3, entrants));
    }),
    runs(300),
  );
});

it('everybody meets everybody of the group once, and plays once a round or is free', () => {
  for (let size = 2; size <= 8; size += 1) {
    const group = Array.from({ length: size }, (_, index) => 3 * index + 2);
    const rounds = circle(group);
    for (const { pairs, free } of rounds) {
      const inRound = [...pairs.flat(), ...(free === null ? [] : [free])];
      expect(inRound.toSorted((one, other) => one - other)).toEqual(group);
    }
    const met = rounds.flatMap(({ pairs }) => pairs.map((pair) => pair.join('-')));
    expect(new Set(met).size).toBe((size * (size - 1)) / 2);
    expect(met).toHaveLength((size * (size - 1)) / 2);
  }
});

it('standings rank without gaps and sum to the points of the games that count, with and without drop-outs', () => {
  const check = (size: number, start: number) => {
    const random = dice(start);
    const group = Array.from({ length: size }, (_, index) => index + 1);
    const pairs = circle(group).flatMap((round) => round.pairs);
    const games = pairs.filter(() => random() < 0.7).map((players) => randomGame(players, random));
    const dropped = new Set(group.filter(() => random() < 0.2));
    const before = groupStandings(group, games, new Set());
    const sum = (rows: readonly Standing[], of: (row: Standing) => number) =>
      rows.reduce((total, row) => total + of(row), 0);
    const points = games.map(({ winner }): number => (winner === 'draw' ? 2 : winner === 'nobody' ? 0 : 3));
    expect(sum(before, (row) => row.points)).toBe(points.reduce((total, each) => total + each, 0));
    const after = groupStandings(group, games, dropped);
    for (const rows of [before, after]) {
      expect(wrongRanks(rows)).toEqual([]);
      expect(sum(rows, ({ tieBreaks }) => tieBreaks[1]?.value ?? 0)).toBe(0);
      expect(sum(rows, ({ wins, losses }) => losses - wins)).toBeGreaterThanOrEqual(0);
    }
    for (const seed of dropped) {
      const played = games.filter(({ players, isPlayed }) => isPlayed && players.includes(seed)).length;
      const row = after.find((one) => one.seed === seed);
      const others = group.filter((other) => {
        const theirs = games.filter(({ players, isPlayed }) => isPlayed && players.includes(other)).length;
        return other !== seed && (!dropped.has(other) || 2 * theirs >= size - 1);
      });
      expect(row?.played).toBe(2 * played >= size - 1 ? others.length : 0);
    }
  };
  fc.assert(fc.property(fc.integer({ min: 2, max: 8 }), DICE_SEED, check), runs(300));
});

it('a cut takes the ranks evenly, and people of one group are spread over its parts as evenly as can be', () => {
  for (const cut of [2, 4, 8, 16]) {
    for (let groups = 1; groups <= 20; groups += 1) {
      const tables = Array.from({ length: groups }, (_, group) =>
        Array.from({ length: 6 }, (_row, place) => ({
          ...{ seed: 100 * group + place, rank: place + 1, wins: 0, losses: 0, draws: 0, played: 1, points: 0 },
          tieBreaks: [],
        })),
      );
      const seeds = groupCut(tables, cut);
      expect(new Set(seeds).size).toBe(Math.min(cut, 6 * groups));
      // Nobody goes on while somebody of a better rank does not.
      const ranks = seeds.map((seed) => seed % 100);
      expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
      expect(Math.max(...ranks)).toBe(Math.ceil(seeds.length / groups) - 1);
      const size = bracketSize(seeds.length);
      const places = seedOrder(size).map((seed) => seeds[seed - 1]);
      for (let part = 2; part < size; part *= 2) {
        for (let start = 0; start < size; start += part) {
          for (let group = 0; group < groups; group += 1) {
            const isOfGroup = (seed: number | undefined) => seed !== undefined && Math.floor(seed / 100) === group;
            const inPart = places.slice(start, start + part).filter(isOfGroup).length;
            expect(inPart).toBeLessThanOrEqual(Math.ceil((seeds.filter(isOfGroup).length * part) / size));
          }
        }
      }
    }
  }
});
