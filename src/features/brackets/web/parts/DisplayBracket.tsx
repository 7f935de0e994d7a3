import { type CSSProperties, memo } from 'react';
import type { Match, Player } from '../../contract.ts';
import { championOf, type Lane, type ShownRound, shownLanes } from '../../rules/shown-rounds.ts';
import { heardMatch, slotScore } from './display-words.ts';

/** Beyond this a column for the champion would make the others too narrow. */
const ROUNDS_BESIDE_CHAMPION = 3;
const LONG_NAME = 13;

/** The rounds that matter now, large enough for the far end of the hall. */
export const DisplayBracket = memo(({ matches }: { matches: readonly Match[] }) => {
  const champion = championOf(matches);
  return (
    <section aria-labelledby="display-bracket" className="display-bracket">
      <h2 id="display-bracket" className="sr-only">
        Bracket
      </h2>
      {shownLanes(matches).map((lane) => (
        <DrawnLane key={lane.bracket} lane={lane} champion={champion} />
      ))}
    </section>
  );
});

function DrawnLane({ lane, champion }: { lane: Lane; champion: Player | null }) {
  return (
    <div className="display-lane" style={{ '--rows': lane.rows, flexGrow: lane.rows } as CSSProperties}>
      {lane.rounds.map((round) => (
        <Round key={round.label} round={round} />
      ))}
      {lane.last && lane.rounds.length <= ROUNDS_BESIDE_CHAMPION && (
        <div className="display-round">
          <h3 className="display-label">Champion</h3>
          <p className="display-champion">{champion?.name ?? '?'}</p>
        </div>
      )}
    </div>
  );
}

const Round = ({ round }: { round: ShownRound }) => (
  <div className="display-round">
    <h3 className="display-label">
      {round.label}
      {round.more > 0 && <span className="display-more">+{round.more} more</span>}
    </h3>
    <ol className="display-matches">
      {round.matches.map((match) =>
        match.status === 'bye' ? (
          <li key={match.id} aria-hidden="true" />
        ) : (
          <li key={match.id}>
            <DrawnMatch match={match} heading={match.label === round.label ? null : match.label} />
          </li>
        ),
      )}
    </ol>
  </div>
);

function DrawnMatch({ match, heading }: { match: Match; heading: string | null }) {
  const word = match.status === 'ready' ? 'Ready' : null;
  return (
    <div className="display-match" data-status={match.status}>
      <p className="sr-only">{heardMatch(match)}</p>
      {(heading ?? word) && (
        <p aria-hidden="true" className="display-tag">
          {[heading, word].filter(Boolean).join(' · ')}
        </p>
      )}
      <Side match={match} slot={1} />
      <Side match={match} slot={2} />
    </div>
  );
}

function Side({ match, slot }: { match: Match; slot: 1 | 2 }) {
  const player = slot === 1 ? match.player1 : match.player2;
  const outcome = match.status !== 'done' ? 'open' : match.winner === slot ? 'won' : 'lost';
  return (
    <p aria-hidden="true" className="display-side" data-outcome={outcome}>
      <span className="display-name" data-long={(player?.name.length ?? 0) > LONG_NAME || undefined}>
        {player?.name ?? '…'}
      </span>
      <span className="display-score">{slotScore(match, slot)}</span>
    </p>
  );
}
