import { memo } from 'react';
import type { LeaderboardLine } from '#features/brackets/contract.ts';
import { pointsText, recordText } from '#features/brackets/web/parts/standings.ts';
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
  /** Of a part: 'Group A'. */
  name?: string;
};

/** The first eight by rank; undefined while loading, and after that `failed`. */
export const DisplayLeaderboard = memo(
  ({ standings, failed, medals, summary, name = 'Player' }: DisplayLeaderboardProps) => {
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
    const hasDraws = standings.some(({ draws }) => draws > 0);
    const longest = Math.max(...shown.map(({ playerName }) => playerName.length));
    return (
      <table
        className="display-board"
        data-draws={hasDraws || undefined}
        data-length={nameLength(longest)}
        aria-labelledby="display-leaderboard"
      >
        <thead>
          <tr>
            <th scope="col">Rank</th>
            <th scope="col">{name}</th>
            <th scope="col">
              <abbr title={hasDraws ? 'Wins, draws and losses' : 'Wins and losses'}>{hasDraws ? 'W–D–L' : 'W–L'}</abbr>
            </th>
            <th scope="col">Points</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((standing) => (
            <Row
              key={standing.id}
              standing={standing}
              hasDraws={hasDraws}
              medal={medals && standing.rank <= MEDALS && standing.points > 0}
            />
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
  },
);

type RowProps = { standing: LeaderboardLine; hasDraws: boolean; medal: boolean };

const Row = ({ standing, hasDraws, medal }: RowProps) => (
  <tr data-rank={medal ? standing.rank : undefined}>
    <td className="display-rank">{standing.rank}</td>
    <td className="display-player">
      {medal && (
        <span aria-hidden="true" className="display-star">
          ★{' '}
        </span>
      )}
      <span className="display-player-name">{standing.playerName}</span>
    </td>
    <td className="display-record">{recordText(standing, hasDraws)}</td>
    <td className="display-points">{pointsText(standing.points)}</td>
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
