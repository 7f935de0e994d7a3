import { useEffect, useId, useRef, useState } from 'react';
import type { Match } from '../../contract.ts';
import type { RoundsProps } from './DrawnBracket.tsx';
import { MatchBox } from './MatchBox.tsx';
import { type Round, slotOf, titleIn, wayOnWords } from './rounds.ts';

/** One round at a time, for phones, with a selector above. */
export function RoundByRound({ matches, rounds, mine, onOpen }: RoundsProps & { matches: readonly Match[] }) {
  const id = useId();
  const [chosen, choose] = useState(() => firstToRead(rounds, mine)?.key);
  const shown = rounds.find(({ key }) => key === chosen) ?? firstToRead(rounds, mine);
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => {
    const [row, tab] = [tabs.current, tabs.current?.querySelector<HTMLElement>(`[data-round="${shown?.key}"]`)];
    if (row && tab) row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  }, [shown?.key]);
  if (shown === undefined) return null;
  const played = shown.matches.filter(({ status }) => status !== 'bye');
  const rests = shown.matches.flatMap(({ status, player1, player2 }) =>
    status === 'bye' ? (player1 ?? player2 ?? []) : [],
  );
  const way = wayOnWords(shown, matches);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <nav
        ref={tabs}
        aria-label="Rounds"
        className="round-tabs -m-1 flex gap-2 overflow-x-auto overscroll-x-contain p-1"
      >
        {rounds.map(({ key, label }) => (
          <button
            key={key}
            type="button"
            className="btn btn-ghost flex-none px-4 aria-pressed:border-edge aria-pressed:bg-raise"
            data-round={key}
            aria-pressed={key === shown.key}
            onClick={() => choose(key)}
          >
            {label}
          </button>
        ))}
      </nav>
      <section aria-labelledby={id} className="grid gap-3">
        <h3 id={id} className="font-display text-2xl leading-none text-sun">
          {shown.label}
        </h3>
        <ol className="grid gap-3 sm:grid-cols-2">
          {played.map((match) => (
            <li key={match.id} className="min-w-0">
              <MatchBox match={match} title={titleIn(shown, match)} you={slotOf(match, mine)} onOpen={onOpen} />
            </li>
          ))}
        </ol>
        {rests.length > 0 && (
          <p className="text-mute [overflow-wrap:anywhere]">
            {rests.length === 1 ? 'Has a bye' : 'Have a bye'}: {rests.map(({ name }) => name).join(', ')}
          </p>
        )}
        {way !== null && <p className="text-mute">{way}</p>}
      </section>
    </div>
  );
}

/** Returns this device's next round, else the first round with something to play, else the last one. */
const firstToRead = (rounds: readonly Round[], mine: ReadonlySet<string>): Round | undefined => {
  const open = ({ status }: Match) => status === 'ready' || status === 'waiting';
  return (
    rounds.find(({ matches }) => matches.some((match) => open(match) && slotOf(match, mine) !== null)) ??
    rounds.find(({ matches }) => matches.some(({ status }) => status === 'ready')) ??
    rounds.at(-1)
  );
};
