import { memo } from 'react';
import type { Entrant, Match } from '../../contract.ts';
import { matchSentence, slotScore } from './sentence.ts';

/** Characters beyond which a name does not fit one line. */
const LONG_NAME = 20;

const STATE = { ready: 'ready now', done: 'done', waiting: 'waiting', bye: 'bye' } as const;

type MatchBoxProps = {
  match: Match;
  title: string;
  /** The slot of this device's player. */
  you: 1 | 2 | null;
  /** For organisers: opens the score dialog. */
  onOpen?: ((id: string) => void) | undefined;
};

/**
 * One match, with a sentence for screen readers. Memoised: of 500 only those that a result changes are rendered again.
 */
export const MatchBox = memo(function MatchBox({ match, title, you, onOpen }: MatchBoxProps) {
  const { id, status } = match;
  const sentence = matchSentence(title, match);
  const faces = <Faces match={match} you={you} />;
  const mine = you === null ? '' : ' You play in it.';
  if (onOpen === undefined || (status !== 'ready' && status !== 'done')) {
    return (
      <div className="match" data-status={status}>
        <span className="sr-only">{sentence + mine}</span>
        {faces}
      </div>
    );
  }
  return (
    <button type="button" className="match" data-status={status} onClick={() => onOpen(id)}>
      <span className="sr-only">{`${sentence} ${status === 'ready' ? 'Enter its score' : 'Correct its score'}`}</span>
      {faces}
    </button>
  );
});

function Faces({ match, you }: Pick<MatchBoxProps, 'match' | 'you'>) {
  const { position, status, player1, player2, winner } = match;
  return (
    <span aria-hidden="true" className="match-faces">
      <span className="match-head">
        <span>Match {position}</span>
        <span className="match-state">{STATE[status]}</span>
      </span>
      <Face player={player1} score={slotScore(match, 1)} won={winner === 1} you={you === 1} />
      <Face player={player2} score={slotScore(match, 2)} won={winner === 2} you={you === 2} />
    </span>
  );
}

type FaceProps = { player: Entrant | null; score: string; won: boolean; you: boolean };

const Face = ({ player, score, won, you }: FaceProps) => (
  <span className="match-player" data-won={won || undefined}>
    <span className="match-name" data-long={(player?.name.length ?? 0) > LONG_NAME || undefined}>
      {player?.name ?? '–'}
    </span>
    {you && <span className="badge match-you">you</span>}
    <span className="match-score">{score}</span>
  </span>
);
