import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dice } from '#testing/bracket.ts';
import { DICE_SEED, runs, wrongRanks } from '#testing/pairing.ts';
import type { Seed } from './graph.ts';
import { DEFAULT_TABLE_POINTS, firstTables, heatStandings, nextTables, tableSizes } from './heat-tables.ts';

const PEOPLE = fc.integer({ min: 3, max: 256 });
const TABLE_SIZE = fc.integer({ min: 3, max: 6 });

it('sizes of tables differ by one at most, have 3 or more people, and exceed the size only where they must', {
  timeout: 300_000,
}, () => {
  const isPossible = (people: number, size: number) => {
    const counts = Array.from({ length: people }, (_, index) => index + 1);
    return counts.some((tables) => Math.floor(people / tables) >= 3 && Math.ceil(people / tables) <= size);
  };
  fc.assert(
    fc.property(PEOPLE, TABLE_SIZE, (people, tableSize) => {
      const sizes = tableSizes(people, tableSize);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(people);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(3);
      let largest = tableSize;
      while (!isPossible(people, largest)) largest += 1;
      expect(Math.max(...sizes)).toBeLessThanOrEqual(largest);
      expect(sizes).toHaveLength(Math.ceil(people / largest));
    }),
    runs(500),
  );
});

type Met = (one: Seed, other: Seed) => number;

const meetingsOf = (tables: readonly (readonly Seed[])[], met: Met): number =>
  tables.reduce(
    (sum, table) =>
      sum +
      table.flatMap((one, index) => table.slice(index + 1).map((other) => met(one, other))).reduce((a, b) => a + b, 0),
    0,
  );

/** Every division of the people into tables of these sizes; tables of one size are not told apart. */
function* divisions(people: readonly Seed[], sizes: readonly number[]): Generator<Seed[][]> {
  const [first, ...others] = people;
  if (first === undefined) {
    yield [];
    return;
  }
  for (const size of new Set(sizes)) {
    for (const companions of combinations(others, size - 1)) {
      const rest = others.filter((seed) => !companions.includes(seed));
      const left = sizes.toSpliced(sizes.indexOf(size), 1);
      for (const division of divisions(rest, left)) yield [[first, ...companions], ...division];
    }
  }
}

function* combinations<T>(list: readonly T[], count: number): Generator<T[]> {
  if (count === 0) {
    yield [];
    return;
  }
  for (let index = 0; index + count <= list.length; index += 1) {
    for (const rest of combinations(list.slice(index + 1), count - 1)) yield [list[index] as T, ...rest];
  }
}

type Heat = Parameters<typeof heatStandings>[1][number];

const play = (
  { size, tableSize, rounds, start }: { size: number; tableSize: number; rounds: number; start: number },
  look: (tables: readonly (readonly Seed[])[], people: readonly Seed[], met: Met) => void,
): { seeds: Seed[]; heats: Heat[] } => {
  const random = dice(start);
  const seeds = Array.from({ length: size }, (_, index) => index + 1);
  const heats: Heat[] = [];
  const meetings = new Map<string, number>();
  const dropped = new Set<Seed>();
  const met: Met = (one, other) => meetings.get(`${one}-${other}`) ?? 0;
  for (let round = 1; round <= rounds; round += 1) {
    const players = heatStandings(seeds, heats, DEFAULT_TABLE_POINTS).filter(({ seed }) => !dropped.has(seed));
    const tables = round === 1 ? firstTables(seeds, tableSize) : nextTables(players, met, tableSize);
    look(
      tables,
      players.map(({ seed }) => seed),
      met,
    );
    for (const table of tables) {
      for (const one of table) {
        for (const other of table) meetings.set(`${one}-${other}`, met(one, other) + 1);
      }
      heats.push({
        players: table,
        places: table.map(() => 1 + Math.floor(random() * table.length)),
        scores: random() < 0.5 ? null : table.map(() => (random() < 0.9 ? Math.floor(random() * 20) : null)),
        isPlayed: table.map(() => random() < 0.9),
      });
    }
    for (const { seed } of players) if (random() < 0.03) dropped.add(seed);
  }
  return { seeds, heats };
};

const GAME = fc.record({ size: fc.integer({ min: 3, max: 60 }), tableSize: TABLE_SIZE, start: DICE_SEED });

it('everybody who plays on sits at one table, and the standings sum up', { timeout: 300_000 }, () => {
  fc.assert(
    fc.property(GAME, fc.integer({ min: 1, max: 5 }), (game, rounds) => {
      const { seeds, heats } = play({ ...game, rounds }, (tables, people) => {
        const seated = tables.flat().toSorted((one, other) => one - other);
        expect(seated).toEqual(people.toSorted((one, other) => one - other));
        const sizes = tables.map((table) => table.length).toSorted((one, other) => other - one);
        expect(sizes).toEqual(tableSizes(people.length, game.tableSize));
      });
      const rows = heatStandings(seeds, heats, DEFAULT_TABLE_POINTS);
      expect(wrongRanks(rows)).toEqual([]);
      const present = heats.map(({ isPlayed }) => isPlayed.filter(Boolean).length);
      const given = present.reduce(
        (sum, people) => sum + DEFAULT_TABLE_POINTS.slice(0, people).reduce((points, each) => points + each, 0),
        0,
      );
      expect(rows.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(given, 6);
      expect(rows.reduce((sum, { played }) => sum + played, 0)).toBe(present.reduce((sum, people) => sum + people, 0));
      expect(heatStandings(seeds, heats.toReversed(), DEFAULT_TABLE_POINTS)).toEqual(rows);
    }),
    runs(100),
  );
});

it('of up to 9 people as few meet again as can be', { timeout: 300_000 }, () => {
  const check = (size: number, tableSize: number, rounds: number, start: number) => {
    play({ size, tableSize, rounds, start }, (tables, people, met) => {
      if (tables.length < 2) return;
      let fewest = Number.POSITIVE_INFINITY;
      for (const division of divisions(people, tableSizes(people.length, tableSize))) {
        fewest = Math.min(fewest, meetingsOf(division, met));
      }
      // The first round has no meetings to avoid.
      expect(meetingsOf(tables, met)).toBe(fewest);
    });
  };
  fc.assert(
    fc.property(fc.integer({ min: 6, max: 9 }), TABLE_SIZE, fc.integer({ min: 2, max: 6 }), DICE_SEED, check),
    runs(100),
  );
});
