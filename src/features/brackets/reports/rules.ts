/** When what players say of a match counts, and who must decide it. */
import { MINUTE } from '#platform/durations.ts';
import { isolated } from '#platform/names.ts';
import { listed, ordinal } from '#platform/numbers.ts';
import type { Match, SaidResult } from '../contract.ts';
import { type PlayedEntry, winnerOf } from '../engine/state.ts';
import type { Report, ReportState } from './contract.ts';

/** A phone with people in a match. `isSure`: at least one place was not given to it by staff. */
export type Phone = {
  readonly visitorId: string;
  readonly people: readonly { readonly id: string; readonly name: string }[];
  readonly isSure: boolean;
};

export type Said = { readonly phone: Phone; readonly entry: PlayedEntry; readonly at: string };

/** Who won agrees with a score of the same winner, and places with the same places and scores. */
export function isSame(one: PlayedEntry, other: PlayedEntry): boolean {
  if (one.kind === 'places' && other.kind === 'places') {
    if (String(one.places) !== String(other.places)) return false;
    return (one.scores ?? []).every((score, slot) => {
      const same = other.scores?.[slot] ?? null;
      return score === null || same === null || score === same;
    });
  }
  if (one.kind === 'score' && other.kind === 'score') return String(one.scores) === String(other.scores);
  return one.kind !== 'places' && other.kind !== 'places' && winnerOf(one) === winnerOf(other);
}

/**
 * The first version is entered, because the other player has seen it. A player who answers "Rosa won" with 999 : 0 agrees that
 * she won, and adds no score.
 */
export const agreedOn = ([first]: readonly Said[]): PlayedEntry | undefined => first?.entry;

/** Who was not there may be at the table all the same: a judge looks. */
const leavesOut = (said: readonly Said[]): boolean =>
  said.some(({ entry }) => entry.kind === 'places' && entry.places.includes(0));

/** Two phones that say the same agree, unless staff gave one of them all its places in the match. */
export function stateOf(said: readonly Said[]): ReportState {
  if (said.some(({ entry }, index) => said.slice(index + 1).some((later) => !isSame(entry, later.entry))))
    return 'disputed';
  return said.filter(({ phone }) => phone.isSure).length > 1 && !leavesOut(said) ? 'agreed' : 'reported';
}

/** So long an answer is awaited before the judge sees the report. */
export const ANSWER_MS = 10 * MINUTE;

/** Whether the judges should decide: it is disputed, nobody answered in time, or nobody can make it count. */
export function isForJudge(said: readonly Said[], phones: readonly Phone[], now: Date): boolean {
  const [first] = said;
  if (first === undefined) return false;
  const sure = phones.filter(({ isSure }) => isSure);
  const mayAgree = sure.length > 1 && said.every(({ phone }) => phone.isSure) && !leavesOut(said);
  return stateOf(said) !== 'reported' || !mayAgree || now.getTime() - Date.parse(first.at) >= ANSWER_MS;
}

type Players = Pick<Match, 'players' | 'player1' | 'player2'>;

/** "Rosa 3 : 1 Wanda", "Rosa won", "a draw", "1st Rosa, 2nd Wanda". */
export function resultWords(result: SaidResult, { players, player1, player2 }: Players): string {
  const [one, two] = [player1, player2].map((player) => isolated(player?.name ?? ''));
  if (result.places !== undefined) {
    const ranked = result.places.toSorted((first, second) => (first.place ?? 9) - (second.place ?? 9));
    return listed(
      ranked.map(({ id, place, score }) => {
        const name = isolated(players.find((player) => player.id === id)?.name ?? '');
        const points = score == null ? '' : ` with ${score}`;
        return `${place === undefined ? '' : `${ordinal(place)} `}${name}${points}`;
      }),
    );
  }
  if (result.winner === 'draw') return 'a draw';
  if (result.winner !== undefined) return `${result.winner === 1 ? one : two} won`;
  return `${one} ${result.player1Score} : ${result.player2Score} ${two}`;
}

/** What still holds: the match waits for its result, and is the one that was spoken of. */
export const holds = (report: Pick<Report, 'matchId' | 'revision'>, matches: readonly Match[]): boolean =>
  matches.some(
    ({ id, status, revision }) => id === report.matchId && status === 'ready' && revision === report.revision,
  );
