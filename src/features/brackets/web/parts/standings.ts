/** Standings of tournaments in rounds and groups, as people read them. */
import { groupBy } from '#platform/lists.ts';
import type { LeaderboardLine, Match } from '../../contract.ts';
import { isIn } from '../../rules/entrants.ts';
import { roundsIn, titleIn } from './rounds.ts';
import { matchSentence } from './sentence.ts';

/** 7, 2.5 */
export const pointsText = (points: number): string => String(Math.round(points * 10) / 10);

/** "3–1"; "3–0–1" wins, draws and losses where somebody drew. */
export const recordText = (
  { wins, draws, losses }: Pick<LeaderboardLine, 'wins' | 'draws' | 'losses'>,
  hasDraws: boolean,
): string => (hasDraws ? `${wins}–${draws}–${losses}` : `${wins}–${losses}`);

/** "0.58", "+3" is "3". */
export const tieBreakText = (value: number): string => String(Math.round(value * 100) / 100);

/** What each tie-break means; they decide in the order of the columns. */
export const TIE_BREAKS: Readonly<Record<string, string>> = {
  'Points among the tied': 'Points from the matches of those who have equal points.',
  'Score difference': 'What they scored, less what was scored against them.',
  'Scores for': 'What they scored in all matches.',
  'Strength of schedule': 'How many points a match their opponents have: higher for those who met stronger people.',
  'Opponents’ strength of schedule': 'The mean of their opponents’ strength of schedule.',
  'Their match': 'Between exactly two: the points from the match of these two.',
  'First places': 'How often they were first at a table; a shared first place counts.',
  'Share of the scores': 'Their own scores as a part of all scores at their tables.',
};

/** Every match of one player, oldest first, as sentences. */
export const pathOf = (matches: readonly Match[], entrantId: string): string[] =>
  roundsIn(matches).flatMap((round) =>
    round.matches.flatMap((match) => (isIn(match, entrantId) ? matchSentence(titleIn(round, match), match) : [])),
  );

/** The standings of each group with ranks of its own; none where there is one group or none. */
export function groupTables(
  lines: readonly LeaderboardLine[],
  matches: readonly Match[],
): { name: string; lines: LeaderboardLine[] }[] {
  const groups = groupBy(
    matches.filter(({ group }) => group !== null),
    ({ group }) => group,
  );
  return [...groups].flatMap(([name, own]) => {
    const seeds = new Set(own.flatMap(({ players }) => players.map(({ seed }) => `${own[0]?.eventId}_${seed}`)));
    const inGroup = lines.filter(({ id }) => seeds.has(id));
    const rankOf = (rank: number) => 1 + inGroup.filter((other) => other.rank < rank).length;
    return name === null ? [] : [{ name, lines: inGroup.map((line) => ({ ...line, rank: rankOf(line.rank) })) }];
  });
}

/** Whether a match is of a round or a group, and not of a tree. */
export const isOfRounds = ({ bracket }: Pick<Match, 'bracket'>): boolean =>
  bracket === 'group' || bracket === 'round' || bracket === 'heat';

/** Whether the standings decide, and not a tree alone. */
export const hasStandings = (matches: readonly Match[]): boolean => matches.some(isOfRounds);
