import { type ReactNode, useId } from 'react';
import { isolated } from '#platform/names.ts';
import { useNow } from '#platform/web/clock.tsx';
import type { Match } from '../../contract.ts';
import { waitingLongest } from '../parts/rounds.ts';
import { waitedFor } from '../parts/sentence.ts';

type ReadyListsProps = {
  matches: readonly Match[];
  titles: ReadonlyMap<string, string>;
  onOpen: (id: string) => void;
  /** What is below a match: its call to a table. */
  below: (match: Match) => ReactNode;
};

const LONGEST = 3;
const LISTS = 'flex min-w-0 flex-wrap content-start items-end justify-between gap-x-3 gap-y-1.5';
const ROW =
  'ready-row grid min-h-11 w-full cursor-pointer touch-manipulation grid-cols-[minmax(0,1fr)_auto] gap-x-3 rounded-[0.625rem] px-3.5 py-[0.1875rem] text-left text-sm leading-[1.35] hover:bg-raise';
/** Room for the calls of three matches: a button that has to be scrolled to is not seen. */
const BOX =
  'grid max-h-41 w-full grid-cols-[minmax(0,1fr)] gap-1.5 overflow-y-auto overscroll-contain has-[.match-call]:max-h-[max(27rem,60vh)]';

/** Ready matches: longest wait first, each match once. */
export function ReadyLists({ matches, titles, onOpen, below }: ReadyListsProps) {
  const id = useId();
  const now = useNow();
  const all = waitingLongest(matches);
  const [called, ready] = [all.filter(({ call }) => call), all.filter(({ call }) => !call)];
  const row = (match: Match) => (
    <li key={match.id} className="rounded-[0.625rem] border border-line bg-panel">
      <button type="button" className={ROW} onClick={() => onOpen(match.id)}>
        <span className="col-span-full text-base leading-[1.35] font-semibold [overflow-wrap:anywhere]">
          {match.players.map(({ id, name }, index) => (
            <span key={id}>
              {index > 0 && (
                <span className="font-normal text-mute">{match.bracket === 'heat' ? ', ' : ' against '}</span>
              )}
              {isolated(name)}
            </span>
          ))}
        </span>
        <span className="text-mute">{titles.get(match.id)}</span>
        <span className="text-sun">{waitedFor(match.readySince ?? now, now)}</span>
      </button>
      {below(match)}
    </li>
  );
  if (all.length === 0) return null;
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-2 lg:grid-cols-2">
      <div className={LISTS}>
        <h3 id={id} className="font-display text-2xl leading-none text-sun">
          Ready now <span className="text-mute">· {all.length}</span>
        </h3>
        {called.length > 0 && <List title="At a table">{called.map(row)}</List>}
        {ready.length > 0 && <List title="Waiting longest">{ready.slice(0, LONGEST).map(row)}</List>}
      </div>
      {ready.length > LONGEST && (
        <div className={LISTS}>
          <List title="Also ready">{ready.slice(LONGEST).map(row)}</List>
        </div>
      )}
    </section>
  );
}

const List = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId();
  return (
    <>
      <h4 id={id} className="text-mute">
        {title}
      </h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by keyboard */}
      <ol aria-labelledby={id} tabIndex={0} className={BOX}>
        {children}
      </ol>
    </>
  );
};
