/** A match in one sentence, for those who hear the bracket and for every short message. */
import { isolated } from '#platform/names.ts';
import { listed, ordinal } from '#platform/numbers.ts';
import type { Entrant, Match } from '../../contract.ts';

const unplayed = (winner: Entrant | null, loser: Entrant | null, { player1, player2, reason }: Match): string => {
  const [one, both] =
    reason === 'disqualification' ? ['is disqualified', 'are disqualified'] : ['did not play', 'did not play'];
  if (winner === null) return `nobody wins, because ${player1?.name} and ${player2?.name} ${both}`;
  return `${winner.name} wins, because ${loser?.name} ${one}`;
};

/** '2nd', with the score where there is one: '2nd · 41'; nothing before. */
export const placeWords = ({ place, score }: Match['players'][number]): string =>
  place === null ? '' : `${ordinal(place)}${score === null ? '' : ` · ${score}`}`;

const byPlace = (players: Match['players']): string =>
  players
    .toSorted((one, other) => (one.place ?? players.length) - (other.place ?? players.length))
    .map((player) => `${isolated(player.name)} ${placeWords(player) || 'absent'}`)
    .join(', ');

const decided = (match: Match): string => {
  const { winner, player1, player2, player1Score, player2Score, players, reason } = match;
  if (reason === 'places') return byPlace(players);
  if (winner === null && (reason === 'winner' || reason === 'score')) {
    const words = player1Score === null ? '' : ` ${player1Score} to ${player2Score}`;
    return `${isolated(player1?.name ?? '')} and ${isolated(player2?.name ?? '')} drew${words}`;
  }
  const [first, second] = winner === 2 ? [player2, player1] : [player1, player2];
  if (reason === 'winner') return `${isolated(first?.name ?? '')} beat ${isolated(second?.name ?? '')}`;
  if (player1Score === null || player2Score === null) return unplayed(winner && first, second, match);
  return `${isolated(first?.name ?? '')} beat ${isolated(second?.name ?? '')} ${Math.max(player1Score, player2Score)} to ${Math.min(player1Score, player2Score)}`;
};

const stateWords = (match: Match): string => {
  const { bracket, player1, player2, players, status } = match;
  if (bracket === 'heat' && status !== 'done') return `${listed(players.map(({ name }) => name))}, ready now`;
  const known = player1 ?? player2;
  if (status === 'done') return decided(match);
  if (status === 'ready') return `${player1?.name} against ${player2?.name}, ready now`;
  if (status === 'bye') return known === null ? 'nobody plays it' : `${known.name} has a bye`;
  return known === null ? 'waiting for its players' : `${known.name} waits for an opponent`;
};

/** "Losers round 2, match 1: Priya beat Jo 2 to 0." */
export const matchSentence = (title: string, match: Match): string => `${title}: ${stateWords(match)}.`;

/** Text behind a name: the score, or how the match was decided. */
export const slotScore = (match: Match, slot: 1 | 2): string => {
  const score = slot === 1 ? match.player1Score : match.player2Score;
  if (score !== null) return String(score);
  if (match.status !== 'done') return '';
  if (match.winner === slot) return 'won';
  if (match.reason === 'winner') return match.winner === null ? 'draw' : 'lost';
  return match.reason === 'disqualification' ? 'disq.' : 'absent';
};

/** What is next for the player of an RSVP: "Losers round 2 against Jo, ready now". */
export const nextWords = ({ bracket, label, player1, player2, players, status }: Match, entrantId: string): string => {
  if (bracket === 'heat')
    return `${label} against ${listed(players.filter(({ id }) => id !== entrantId).map(({ name }) => name))}, ready now`;
  const opponent = player1?.id === entrantId ? player2 : player1;
  if (opponent === null) return `${label}, waiting for an opponent`;
  return `${label} against ${opponent.name}${status === 'ready' ? ', ready now' : ''}`;
};

/** "waiting 12 min", "waiting 2 h 5 min"; "ready just now" under a minute, because clocks may differ. */
export const waitedFor = (since: string, now: string): string => {
  const minutes = Math.floor((Date.parse(now) - Date.parse(since)) / 60_000);
  if (minutes < 1) return 'ready just now';
  return minutes < 60 ? `waiting ${minutes} min` : `waiting ${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};
