import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadError, Loading } from '#platform/web/ui/loading.tsx';
import type { LeaderboardLine, Match } from '../../contract.ts';
import { entrantsIn } from '../../rules/entrants.ts';
import { leaderboardQuery } from '../queries.ts';
import { groupTables, pathOf, pointsText, recordText, TIE_BREAKS, tieBreakText } from './standings.ts';

type StandingsProps = {
  eventId: string;
  matches: readonly Match[];
  /** RSVPs of this device. */
  mine: ReadonlySet<string>;
};

/** Who is where, and why: a tap on a name shows their matches, one on a column what it means. A phone has no room for these columns. */
export function Standings({ eventId, matches, mine }: StandingsProps) {
  const { data: lines, isError, refetch } = useQuery(leaderboardQuery(eventId));
  const [explained, explain] = useState<string | null>(null);
  if (lines === undefined)
    return isError ? (
      <LoadError title="The standings didn’t load" onRetry={() => void refetch()} />
    ) : (
      <Loading words="Loading the standings" className="h-80 rounded-2xl" />
    );
  if (lines.length === 0) return <p className="text-mute">The standings begin with the first result.</p>;
  const hasDraws = lines.some(({ draws }) => draws > 0);
  const heads = lines[0]?.tieBreaks.map(({ label }) => label) ?? [];
  const players = entrantsIn(matches);
  const groups = matches.some(({ bracket }) => bracket === 'winners') ? [] : groupTables(lines, matches);
  const tables = groups.length === 0 ? [{ name: '', lines }] : groups;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p role="status" className="text-mute empty:hidden">
        {explained !== null && `${explained}: ${TIE_BREAKS[explained] ?? ''}`}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by keyboard */}
      <section tabIndex={0} aria-label="Standings" className="overflow-x-auto rounded-2xl border border-line">
        <table className="standings w-full text-left">
          <thead>
            <tr>
              <th scope="col">Rank</th>
              <th scope="col">Player</th>
              <th scope="col" className="whitespace-nowrap">
                {hasDraws ? 'W–D–L' : 'W–L'}
              </th>
              <th scope="col">Points</th>
              {heads.map((label) => (
                <th key={label} scope="col" className="max-md:hidden">
                  <button
                    type="button"
                    aria-expanded={explained === label}
                    className="min-h-11 text-left font-normal text-sea underline underline-offset-[0.2em]"
                    onClick={() => explain(explained === label ? null : label)}
                  >
                    {label}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          {tables.map(({ name, lines: own }) => (
            <tbody key={name}>
              {name !== '' && (
                <tr>
                  <th colSpan={4} scope="rowgroup" className="text-sun">
                    Group {name}
                  </th>
                </tr>
              )}
              {own.map((line) => {
                const player = players.find(({ seed }) => line.id === `${eventId}_${seed}`);
                const path = player === undefined ? [] : pathOf(matches, player.id);
                const isMine = player !== undefined && mine.has(player.id);
                return <Row key={line.id} {...{ line, hasDraws, path, isMine }} />;
              })}
            </tbody>
          ))}
        </table>
      </section>
    </div>
  );
}

type RowProps = { line: LeaderboardLine; hasDraws: boolean; path: readonly string[]; isMine: boolean };

function Row({ line, hasDraws, path, isMine }: RowProps) {
  const { rank, playerName, points, tieBreaks } = line;
  const [isOpen, open] = useState(isMine);
  return (
    <>
      <tr data-mine={isMine || undefined}>
        <td>{rank}</td>
        <th scope="row">
          <button
            type="button"
            aria-expanded={isOpen}
            className="min-h-11 text-left font-semibold [overflow-wrap:anywhere]"
            onClick={() => open(!isOpen)}
          >
            {playerName}
            {isMine && <span className="badge ml-2">you</span>}
          </button>
        </th>
        <td className="whitespace-nowrap">{recordText(line, hasDraws)}</td>
        <td className="font-semibold text-sun">{pointsText(points)}</td>
        {tieBreaks.map(({ label, value }) => (
          <td key={label} className="max-md:hidden">
            {tieBreakText(value)}
          </td>
        ))}
      </tr>
      {isOpen && (
        <tr>
          <td />
          <td colSpan={3} className="pb-3 text-mute [overflow-wrap:anywhere]">
            {path.length === 0 ? 'No match yet.' : path.map((sentence) => <p key={sentence}>{sentence}</p>)}
            {tieBreaks.map(({ label, value }) => (
              <p key={label} className="mt-1 md:hidden">
                <strong className="font-semibold text-ink">{`${label} ${tieBreakText(value)}`}</strong>{' '}
                {TIE_BREAKS[label]}
              </p>
            ))}
          </td>
        </tr>
      )}
    </>
  );
}
