import { memo } from 'react';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import type { Standing } from '../../contract.ts';
import { nameLength } from './display-words.ts';

const SHOWN = 8;
const MEDALS = 3;

/** The first eight by rank; undefined while nothing has arrived. */
export const DisplayLeaderboard = memo(({ standings }: { standings: readonly Standing[] | undefined }) => {
  if (standings === undefined) return <Loading />;
  if (standings.length === 0) return <p className="display-waiting">Waiting for scores...</p>;
  return (
    <table className="display-board" aria-labelledby="display-leaderboard">
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
        {standings.slice(0, SHOWN).map((standing) => (
          <Row key={standing.id} standing={standing} />
        ))}
      </tbody>
    </table>
  );
});

const Row = ({ standing: { rank, playerName, wins, losses, points } }: { standing: Standing }) => (
  <tr data-rank={rank <= MEDALS ? rank : undefined}>
    <td className="display-rank">{rank}</td>
    <td className="display-player" data-length={nameLength(playerName)}>
      {rank <= MEDALS && (
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
