import { type ReactNode, useId } from 'react';
import { useNow } from '#platform/web/now.tsx';
import type { Match } from '../../contract.ts';
import { waitingLongest } from '../../rules/rounds.ts';
import { waitedFor } from '../../rules/sentence.ts';

type ReadyListsProps = {
  matches: readonly Match[];
  titles: ReadonlyMap<string, string>;
  onOpen: (id: string) => void;
};

const LONGEST = 5;

/** What can be called to a table: in the order of the bracket, and by who has been waiting longest. */
export function ReadyLists({ matches, titles, onOpen }: ReadyListsProps) {
  const now = useNow();
  const longest = waitingLongest(matches);
  const ready = matches.filter(({ status }) => status === 'ready');
  const row = (match: Match, more?: string) => (
    <li key={match.id}>
      <button type="button" className="ready-row" onClick={() => onOpen(match.id)}>
        <span className="text-[0.9375rem] text-mute">{titles.get(match.id)}</span>
        <span className="font-semibold [overflow-wrap:anywhere]">
          {match.player1?.name} <span className="font-normal text-mute">against</span> {match.player2?.name}
        </span>
        {more && <span className="text-sun">{more}</span>}
      </button>
    </li>
  );
  if (ready.length === 0) return null;
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <List title="Ready now" count={ready.length}>
        {ready.map((match) => row(match))}
      </List>
      <List title="Waiting longest">
        {longest.slice(0, LONGEST).map((match) => row(match, waitedFor(match.readySince ?? now, now)))}
      </List>
    </div>
  );
}

type ListProps = { title: string; count?: number; children: ReactNode };

const List = ({ title, count, children }: ListProps) => {
  const id = useId();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-2">
      <h3 id={id} className="bracket-title">
        {title}
        {count !== undefined && <span className="text-mute"> · {count}</span>}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by keyboard */}
      <ol aria-labelledby={id} tabIndex={0} className="ready-box">
        {children}
      </ol>
    </div>
  );
};
