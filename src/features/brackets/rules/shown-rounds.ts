/**
 * Which part of a bracket the big screen shows. The text has to be read from ten metres, so of a large bracket only the
 * rounds that matter now are drawn: the first one with something to play and those after it, and of a long round the
 * matches that can be played before those that wait and those that are over.
 */
import type { Match, Player } from '../contract.ts';

export type ShownRound = {
  readonly label: string;
  /** Top to bottom. Byes stand among them as gaps, so that winners come out beside their next match. */
  readonly matches: readonly Match[];
  /** How many matches of the round are not drawn. */
  readonly more: number;
};

export type Lane = {
  readonly bracket: 'winners' | 'losers';
  readonly rounds: readonly ShownRound[];
  /** Matches in its longest round. */
  readonly rows: number;
  /** Ends with the match that makes the champion. */
  readonly last: boolean;
};

const COLUMNS = 4;
const ROWS = 8;

const byRound = (matches: readonly Match[]): Match[][] =>
  [...Map.groupBy(matches, ({ round }) => round)].toSorted(([one], [other]) => one - other).map(([, round]) => round);

const isPlayed = (round: readonly Match[]): boolean => round.some(({ status }) => status !== 'bye');

const of = (matches: readonly Match[], bracket: Match['bracket']): Match[] =>
  matches.filter((match) => match.bracket === bracket);

/** The winners bracket with the finals behind it; the match for third place is played beside the final. */
const winnersRounds = (matches: readonly Match[]): Match[][] => {
  const rounds = [...byRound(of(matches, 'winners')), ...byRound(of(matches, 'final'))];
  const final = rounds.pop();
  return final === undefined ? [] : [...rounds, [...final, ...of(matches, 'third-place')]];
};

/** Nothing before somebody is there. */
const losersRounds = (matches: readonly Match[]): Match[][] => {
  const losers = of(matches, 'losers');
  const begun = losers.some(({ player1, player2 }) => player1 !== null || player2 !== null);
  return begun ? byRound(losers).filter(isPlayed) : [];
};

const currentRound = (rounds: readonly (readonly Match[])[]): number => {
  const has = (status: Match['status']) => rounds.findIndex((round) => round.some((match) => match.status === status));
  return [has('ready'), has('waiting')].find((index) => index !== -1) ?? rounds.length;
};

const nowAndNext = (rounds: Match[][]): Match[][] => {
  const start = Math.max(0, Math.min(currentRound(rounds), rounds.length - COLUMNS));
  return rounds.slice(start, start + COLUMNS);
};

const longest = (rounds: readonly (readonly Match[])[]): number => Math.max(0, ...rounds.map((round) => round.length));

const FIRST = ['ready', 'waiting', 'done', 'bye'] as const;

const cut = (round: readonly Match[], rows: number): ShownRound => {
  const label = round[0]?.label ?? '';
  if (round.length <= rows) return { label, matches: round, more: 0 };
  const real = round.filter(({ status }) => status !== 'bye');
  const shown = new Set(
    real.toSorted((one, other) => FIRST.indexOf(one.status) - FIRST.indexOf(other.status)).slice(0, rows),
  );
  return { label, matches: real.filter((match) => shown.has(match)), more: real.length - shown.size };
};

/** What is drawn, top to bottom: the winners bracket, and the losers bracket below as soon as it has begun. */
export const shownLanes = (matches: readonly Match[]): Lane[] => {
  const all = winnersRounds(matches);
  const winners = nowAndNext(all);
  const losers = nowAndNext(losersRounds(matches));
  const above = Math.min(longest(winners), Math.max(ROWS / 2, ROWS - longest(losers)));
  const lane = (bracket: Lane['bracket'], rounds: Match[][], rows: number, last: boolean): Lane[] => {
    const shown = rounds.map((round) => cut(round, rows));
    return shown.length === 0
      ? []
      : [{ bracket, rounds: shown, rows: longest(shown.map((round) => round.matches)), last }];
  };
  return [
    ...lane('winners', winners, above, winners.at(-1) === all.at(-1)),
    ...lane('losers', losers, ROWS - above, false),
  ];
};

/** Whoever won the last match there is; null while it is open. A reset is only there when it has to be played. */
export const championOf = (matches: readonly Match[]): Player | null => {
  const finals = of(matches, 'final');
  const deciding = byRound(finals.length > 0 ? finals : of(matches, 'winners')).at(-1)?.[0];
  if (deciding === undefined || deciding.winner === null) return null;
  return deciding.winner === 1 ? deciding.player1 : deciding.player2;
};
