import { useEffect, useState } from 'react';
import type { Match } from '#features/brackets/contract.ts';
import { atTable } from '#features/brackets/rules/tables.ts';
import { matchSentence, placeWords, slotScore } from '#features/brackets/web/parts/sentence.ts';
import { isOfRounds } from '#features/brackets/web/parts/standings.ts';
import { nameLength } from './DisplayBracket.tsx';

/** Matches that are legible from ten metres, and milliseconds of a turn. */
const SHOWN = { pairs: 12, tables: 6 } as const;
const TURN = 12_000;

/** The round that is being played: the first with something open, else the last. */
export function presentRound(matches: readonly Match[]): readonly Match[] {
  const ofRounds = matches.filter(isOfRounds);
  const open = ofRounds.find(({ status }) => status === 'ready') ?? ofRounds.at(-1);
  return ofRounds.filter(({ round }) => round === open?.round);
}

/** A round of pairs or tables: who plays where, and what came out. More than fit take turns. */
export function DisplayRound({ matches }: { matches: readonly Match[] }) {
  const round = presentRound(matches);
  const most = round.some(({ bracket }) => bracket === 'heat') ? SHOWN.tables : SHOWN.pairs;
  const parts = Math.max(1, Math.ceil(round.length / most));
  const turn = useTurn(parts);
  const shown = round.slice(turn * most, (turn + 1) * most);
  const groups = new Set(round.map(({ group }) => group)).size > 1;
  const title = groups ? `Round ${round[0]?.round}` : (round[0]?.label ?? '');
  return (
    <section aria-label={title} className="display-bracket display-turn">
      <h3 className="display-label">
        {title}
        {parts > 1 && <span className="display-more">{`${turn + 1} of ${parts}`}</span>}
      </h3>
      <ol className="display-pairs">
        {shown.map((match) => (
          <li key={match.id} className="display-match" data-status={match.status}>
            <p className="sr-only">{matchSentence(seatOf(match, groups), match)}</p>
            <p aria-hidden="true" className="display-seat">
              {seatOf(match, groups)}
            </p>
            {match.players.map((player, index) => (
              <p key={player.id} aria-hidden="true" className="display-side" data-outcome={outcomeOf(match, index)}>
                <span className="display-name" data-length={nameLength(player.name.length)}>
                  {player.name}
                </span>
                <span className="display-score">
                  {match.bracket === 'heat' ? placeWords(player) : slotScore(match, index === 0 ? 1 : 2)}
                </span>
              </p>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Where a match is played, or which of the round it is. */
function seatOf({ call, group, status, bracket, position }: Match, groups: boolean): string {
  if (call !== null) return atTable(call.table, true);
  if (groups && group !== null) return `Group ${group}`;
  return status === 'bye' ? 'No match' : `${bracket === 'heat' ? 'Heat' : 'Match'} ${position}`;
}

function outcomeOf({ status, bracket, winner, players }: Match, index: number): 'open' | 'won' | 'lost' {
  if (status !== 'done' || (bracket !== 'heat' && winner === null)) return 'open';
  const isFirst = bracket === 'heat' ? players[index]?.place === 1 : winner === index + 1;
  return isFirst ? 'won' : 'lost';
}

/** Which of so many parts is shown now, from 0. */
export function useTurn(parts: number): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (parts < 2) return;
    const timer = setInterval(() => setTurn((now) => now + 1), TURN);
    return () => clearInterval(timer);
  }, [parts]);
  return turn % Math.max(1, parts);
}
