import { expect, it } from 'vitest';
import type { LeaderboardLine, Match } from '../../contract.ts';
import { groupTables, hasStandings, pathOf, pointsText, recordText, TIE_BREAKS, tieBreakText } from './standings.ts';

const player = (seed: number) => ({ id: `p${seed}`, name: `P${seed}`, seed, score: null, place: null });
const match = (round: number, group: string | null, one: number, two: number): Match => ({
  ...{ id: `e_R${round}-${one}`, eventId: 'e', bracket: 'group', round, position: one, label: `Round ${round}`, group },
  ...{ players: [player(one), player(two)], player1: player(one), player2: player(two) },
  ...{ player1Score: 2, player2Score: 1, winner: 1, status: 'done', reason: 'score', readySince: null, call: null },
  ...{ nextMatchId: null, nextLoserMatchId: null, revision: 1 },
});
const line = (seed: number, rank: number): LeaderboardLine => ({
  ...{ id: `e_${seed}`, rank, playerName: `P${seed}`, wins: 1, losses: 0, draws: 0, played: 1, points: 3 },
  ...{ tieBreaks: [], revision: 1 },
});

it('writes points with one decimal where they have one, and draws where somebody drew', () => {
  expect([7, 2.5, 3.333, 0].map(pointsText)).toEqual(['7', '2.5', '3.3', '0']);
  expect([0.583, -2, 1].map(tieBreakText)).toEqual(['0.58', '-2', '1']);
  const record = { wins: 3, draws: 0, losses: 1 };
  expect([recordText(record, false), recordText(record, true)]).toEqual(['3–1', '3–0–1']);
});

it('gives each group ranks of its own, in the order of the whole', () => {
  const matches = [match(1, 'A', 1, 4), match(1, 'B', 2, 3)];
  const lines = [line(1, 1), line(2, 1), line(4, 3), line(3, 4)];
  expect(
    groupTables(lines, matches).map(({ name, lines: own }) => [name, own.map((one) => [one.playerName, one.rank])]),
  ).toEqual([
    [
      'A',
      [
        ['P1', 1],
        ['P4', 2],
      ],
    ],
    [
      'B',
      [
        ['P2', 1],
        ['P3', 2],
      ],
    ],
  ]);
  expect(groupTables(lines, [match(1, null, 1, 4)])).toEqual([]);
});

it('tells everybody their path, and knows where standings decide', () => {
  const matches = [match(1, null, 1, 4), match(2, null, 2, 1), match(2, null, 3, 4)];
  expect(pathOf(matches, 'p1')).toEqual(['Round 1: P1 beat P4 2 to 1.', 'Round 2, match 2: P2 beat P1 2 to 1.']);
  expect(pathOf(matches, 'p9')).toEqual([]);
  expect([hasStandings(matches), hasStandings([{ ...match(1, null, 1, 2), bracket: 'winners' }])]).toEqual([
    true,
    false,
  ]);
});

it('explains each tie-break that the engine names', async () => {
  const { FORMATS } = await import('../../engine/formats.ts');
  const { build } = await import('../../engine/build.ts');
  const { fold } = await import('../../engine/fold.ts');
  const { firstRoundOf } = await import('../../rules/rounds.ts');
  const labels = FORMATS.flatMap((format) => {
    const options = { tournamentType: format.type };
    const first = firstRoundOf(options, 6);
    return format
      .standings(fold(build(6, options), first === null ? [] : [first]))
      .flatMap(({ tieBreaks }) => tieBreaks);
  });
  expect(labels.length).toBeGreaterThan(0);
  expect(labels.filter(({ label }) => TIE_BREAKS[label] === undefined)).toEqual([]);
});
