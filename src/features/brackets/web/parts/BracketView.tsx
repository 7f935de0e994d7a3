import Network from 'lucide-react/icons/network';
import { memo, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import { EmptyState, LoadError, Loading } from '#platform/web/ui/loading.tsx';
import type { Entrant, Match } from '../../contract.ts';
import { atTable } from '../../rules/tables.ts';
import { isEmpty, lanesIn, nextOf, type Round, roundsIn, slotOf, titleIn, wayOnWords } from './rounds.ts';
import { Standings } from './Standings.tsx';
import { matchSentence, placeWords, slotScore } from './sentence.ts';
import { hasStandings, isOfRounds } from './standings.ts';

/** In place of a bracket that is loading or did not load. */
export const BracketLoading = ({ failed, onRetry }: { failed: boolean; onRetry: () => void }) =>
  failed ? (
    <LoadError title="The bracket didn’t load" more="Every result that was saved is safe." onRetry={onRetry} />
  ) : (
    <Loading words="Loading the bracket" className="h-80 rounded-2xl" />
  );

/** In place of a bracket that is not drawn. */
export const NoBracket = () => (
  <EmptyState icon={<Network />} title="No bracket yet" text="It is drawn once the players are checked in." />
);

/** Characters beyond which a name does not fit one line. */
const LONG_NAME = 20;

const STATE = { ready: 'ready now', done: 'done', waiting: 'waiting', bye: 'bye' } as const;

type MatchBoxProps = {
  match: Match;
  title: string;
  /** The slot of this device's player. */
  you: number | null;
  /** For organisers: opens the score dialog. */
  onOpen?: ((id: string) => void) | undefined;
};

/**
 * One match, with a sentence for screen readers. Memoised: of 500 only those that a result changes are rendered again.
 */
const MatchBox = memo(function MatchBox({ match, title, you, onOpen }: MatchBoxProps) {
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
  const { bracket, position, group, call, status, player1, player2, players, winner } = match;
  const name = group === null ? `${bracket === 'heat' ? 'Heat' : 'Match'} ${position}` : `Group ${group}`;
  return (
    <span aria-hidden="true" className="match-faces">
      <span className="match-head">
        <span>{call === null ? name : `${name} · ${atTable(call.table, true)}`}</span>
        <span className="match-state">{STATE[status]}</span>
      </span>
      {bracket === 'heat' ? (
        players.map((player, index) => (
          <Face
            key={player.id}
            player={player}
            score={placeWords(player)}
            won={player.place === 1}
            you={you === index + 1}
          />
        ))
      ) : (
        <>
          <Face player={player1} score={slotScore(match, 1)} won={winner === 1} you={you === 1} />
          <Face player={player2} score={slotScore(match, 2)} won={winner === 2} you={you === 2} />
        </>
      )}
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

type RoundsProps = {
  rounds: readonly Round[];
  mine: ReadonlySet<string>;
  onOpen?: ((id: string) => void) | undefined;
};

/** In a dialog, which then needs no second scroll bar, lower. */
const BOX =
  'bracket-box max-h-[80dvh] overflow-auto overscroll-contain rounded-2xl border border-line bg-night in-[.dialog-panel]:max-h-[calc(100dvh-15.5rem)]';

/** The whole bracket as a tree, in a box that scrolls both ways. */
function DrawnBracket({ rounds, mine, onOpen, zoom }: RoundsProps & { zoom: '50' | '75' | '100' }) {
  const [main, losers, third] = lanesIn(rounds);
  const shared = { mine, onOpen };
  const box = useMineInSight();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by keyboard
    <section ref={box} aria-label="Bracket" tabIndex={0} className={BOX}>
      <div className="grid w-max gap-8 px-5 py-4 data-[zoom=50]:[zoom:0.5] data-[zoom=75]:[zoom:0.75]" data-zoom={zoom}>
        <Tree title={losers.length > 0 ? 'Winners bracket' : undefined} rounds={main} {...shared} />
        <Tree title="Losers bracket" rounds={losers} {...shared} />
        <Tree rounds={third} {...shared} />
      </div>
    </section>
  );
}

/** Scrolls a large bracket to the present or last match of this device's player. */
function useMineInSight(): RefObject<HTMLElement | null> {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const mine = [...(box.current?.querySelectorAll('.match') ?? [])].filter((match) =>
      match.querySelector('.match-you'),
    );
    const match = mine.find((one) => !one.matches('[data-status="done"]')) ?? mine.at(-1);
    if (box.current === null || match === undefined) return;
    const [here, there] = [box.current.getBoundingClientRect(), match.getBoundingClientRect()];
    box.current.scrollBy(
      there.left - here.left - (here.width - there.width) / 2,
      there.top - here.top - (here.height - there.height) / 2,
    );
  }, []);
  return box;
}

function Tree({ title, rounds, mine, onOpen }: RoundsProps & { title?: string | undefined }) {
  if (rounds.length === 0) return null;
  return (
    <div className="grid gap-3">
      {title && <h3 className="font-display text-2xl leading-none text-sun">{title}</h3>}
      <div className="flex">
        {rounds.map((round, index) => (
          <div
            key={round.key}
            className="bracket-round flex w-60 flex-col gap-2"
            data-next={nextOf(round, rounds[index + 1])}
          >
            <h4 className="pr-6 font-arcade text-xl leading-none whitespace-nowrap text-mute uppercase">
              {round.label}
            </h4>
            <ol className="flex flex-1 flex-col">
              {round.matches.map((match) => (
                <li key={match.id} {...(isEmpty(match) ? { 'data-empty': true, 'aria-hidden': true } : {})}>
                  {!isEmpty(match) && (
                    <MatchBox match={match} title={titleIn(round, match)} you={slotOf(match, mine)} onOpen={onOpen} />
                  )}
                </li>
              ))}
            </ol>
          </div>
        ))}
      </div>
    </div>
  );
}

/** One round at a time, for phones, with a selector above. */
function RoundByRound({ matches, rounds, mine, onOpen }: RoundsProps & { matches: readonly Match[] }) {
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

type BracketViewProps = {
  matches: readonly Match[];
  /** RSVPs of this device. */
  mine: ReadonlySet<string>;
  onOpen?: ((id: string) => void) | undefined;
};

const VIEWS = [
  ['standings', 'Standings'],
  ['drawn', 'Bracket'],
  ['rounds', 'Round by round'],
] as const;
type View = (typeof VIEWS)[number][0];

const ZOOMS = [
  ['50', '50%'],
  ['75', '75%'],
  ['100', '100%'],
] as const;
type Zoom = (typeof ZOOMS)[number][0];

/** Narrow screens show round by round by default, and so do tournaments without a tree. */
const fitting = (hasTree: boolean): View => (!hasTree || matchMedia('(width < 48rem)').matches ? 'rounds' : 'drawn');

/** A drawn bracket as tree or round by round. Never rendered on the server. */
export function BracketView({ matches, mine, onOpen }: BracketViewProps) {
  const hasTree = !hasStandings(matches) || matches.some(({ bracket }) => bracket === 'winners');
  const [view, setView] = useState(() => fitting(hasTree));
  const [zoom, setZoom] = useState<Zoom>('100');
  const rounds = useMemo(() => roundsIn(matches), [matches]);
  const shared = { rounds, mine, onOpen };
  const views = VIEWS.filter(([one]) => (one === 'standings' ? hasStandings(matches) : one === 'rounds' || hasTree));
  const eventId = matches[0]?.eventId ?? '';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap justify-between gap-2">
        <Choices legend="How to read the bracket" options={views} chosen={view} onChoose={setView} />
        {view === 'drawn' && <Choices legend="Size of the bracket" options={ZOOMS} chosen={zoom} onChoose={setZoom} />}
      </div>
      {view === 'standings' && <Standings {...{ eventId, matches, mine }} />}
      {view === 'drawn' && (
        <DrawnBracket {...shared} rounds={rounds.filter((round) => !isOfRounds(round))} zoom={zoom} />
      )}
      {view === 'rounds' && <RoundByRound {...shared} matches={matches} />}
    </div>
  );
}

type ChoicesProps<T extends string> = {
  legend: string;
  options: readonly (readonly [T, string])[];
  chosen: T;
  onChoose: (value: T) => void;
};

const Choices = <T extends string>({ legend, options, chosen, onChoose }: ChoicesProps<T>) => (
  <fieldset className="flex gap-2">
    <legend className="sr-only">{legend}</legend>
    {options.map(([value, words]) => (
      <button
        key={value}
        type="button"
        className="btn btn-ghost flex-none px-4 aria-pressed:border-edge aria-pressed:bg-raise"
        aria-pressed={chosen === value}
        onClick={() => onChoose(value)}
      >
        {words}
      </button>
    ))}
  </fieldset>
);
