/** A tournament's format that only tests know: who wins stays, and the next seed comes. The lowest begin. */
import { treeRanks } from '#features/brackets/engine/elimination.ts';
import type { Format } from '#features/brackets/engine/format.ts';
import type { Source, UnlinkedMatch } from '#features/brackets/engine/graph.ts';

const idOf = (round: number) => `W${round}-1`;

export const toyFormat: Format = {
  type: 'toy',
  label: 'King of the hill',
  entrants: { min: 2, max: 8 },
  perMatch: [2, 2],
  options: [],
  allowsDraw: false,
  build: (entrants) =>
    Array.from({ length: entrants - 1 }, (_, index): UnlinkedMatch => {
      const round = index + 1;
      const king: Source = round === 1 ? { kind: 'seed', seed: entrants } : { kind: 'winner', of: idOf(round - 1) };
      return {
        ...{
          id: idOf(round),
          bracket: 'winners',
          round,
          position: 1,
          label: `Hill ${round}`,
          group: null,
          stage: round,
        },
        slots: [king, { kind: 'seed', seed: entrants - round }],
      };
    }),
  standings: treeRanks,
};
