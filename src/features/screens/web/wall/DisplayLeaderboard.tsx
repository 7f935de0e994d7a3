import { memo } from 'react';
import type { LeaderboardLine } from '#features/brackets/contract.ts';
import { counted } from '#platform/numbers.ts';
import { Skeleton } from '#platform/web/ui/loading.tsx';
import { nameLength } from './DisplayBracket.tsx';

const SHOWN = 8;
const MEDALS = 3;

type DisplayLeaderboardProps = {
  standings: readonly LeaderboardLine[] | undefined;
  failed: boolean;
  /** Stars for the first three with points; none without a winner. */
  medals: boolean;
  /** When the event is and how many take part, while there is no bracket. */
  summary: string | undefined;
};

/** The first eight by rank; undefined while loading, and after that `failed`. */
export const DisplayLeaderboard = memo(({ standings, failed, medals, summary }: DisplayLeaderboardProps) => {
  if (standings === undefined) {
    return failed ? <p className="display-waiting">No connection. Scores appear when it returns.</p> : <Loading />;
  }
  if (standings.length === 0) {
    return (
      <div className="display-waiting">
        <p>Waiting for scores...</p>
        {summary && <p className="display-nothing">{summary}</p>}
      </div>
    );
  }
  const shown = standings.slice(0, SHOWN);
  const last = shown.at(-1)?.rank;
  const more = standings.slice(SHOWN).filter(({ rank }) => rank === last).length;
  const longest = Math.max(...shown.map(({ playerName }) => playerName.length));
  return (
    <table className="display-board" data-length={nameLength(longest)} aria-labelledby="display-leaderboard">
      <thead>
        <tr>
          <th scope="col">Rank</th>
          <th scope="col">Player</th>
          <th scope="col">
            <abbr title="Wins and losses">W–L</abbr>
          </th>
          <th scope="col">Points</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((standing) => (
          <Row key={standing.id} standing={standing} medal={medals && standing.rank <= MEDALS && standing.points > 0} />
        ))}
      </tbody>
      {more > 0 && (
        <tfoot>
          <tr>
            <td colSpan={4}>{`and ${counted(more, 'more shares', 'more share')} rank ${last}`}</td>
          </tr>
        </tfoot>
      )}
    </table>
  );
});

type RowProps = { standing: LeaderboardLine; medal: boolean };

const Row = ({ standing: { rank, playerName, wins, losses, points }, medal }: RowProps) => (
  <tr data-rank={medal ? rank : undefined}>
    <td className="display-rank">{rank}</td>
    <td className="display-player">
      {medal && (
        <span aria-hidden="true" className="display-star">
          ★{' '}
        </span>
      )}
      <span className="display-player-name">{playerName}</span>
    </td>
    <td className="display-record">
      {wins}–{losses}
    </td>
    <td className="display-points">{points}</td>
  </tr>
);

const Loading = () => (
  <div role="status" className="display-loading">
    <p className="sr-only">Loading scores...</p>
    {['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'].map((name) => (
      <Skeleton key={name} />
    ))}
  </div>
);
