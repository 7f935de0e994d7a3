import { type CSSProperties, memo, useEffect, useMemo, useState } from 'react';
import type { Match } from '#features/brackets/contract.ts';
import { championOf, firstChangedResult, nobodyWon, roundsIn, titlesIn } from '#features/brackets/web/parts/rounds.ts';
import { matchSentence, slotScore } from '#features/brackets/web/parts/sentence.ts';
import { groupBy } from '#platform/lists.ts';

type Length = 'short' | 'middle' | 'long';

const lengthWithin =
  (short: number, middle: number) =>
  (length: number): Length =>
    length <= short ? 'short' : length <= middle ? 'middle' : 'long';

/** Space a name of this many characters needs in a column: one line, two, or two smaller ones. */
export const nameLength = lengthWithin(13, 24);

/** Space an event's title of this many characters needs in the header. */
export const titleLength = lengthWithin(26, 52);

/**
 * Which part of a bracket the big screen shows. The text must be legible from ten metres, so of a large bracket only some
 * rounds are drawn: the first one with something to play, those after it, and always the last. Of a long round a part is
 * drawn with the matches it leads to, so that the lines between them stay true; parts with something to play take turns.
 */
type ShownRound = {
  readonly label: string;
  /** Top to bottom. Byes are gaps, so that winners are beside their next match. */
  readonly matches: readonly Match[];
  /** How many matches of the round are not drawn. */
  readonly more: number;
  /** How it leads to the next one drawn: two by two, one by one, or over rounds that are left out. */
  readonly next: 'pairs' | 'straight' | 'gap' | null;
};

type Lane = {
  readonly bracket: 'winners' | 'losers';
  readonly rounds: readonly ShownRound[];
  /** Matches in its longest round. */
  readonly rows: number;
  /** Played beside the final. */
  readonly thirdPlace: Match | null;
};

const COLUMNS = 4;
const ROWS = 8;
/** While calls stand beside the bracket, fewer rounds are drawn, so that names stay legible. */
const COLUMNS_BESIDE_CALLS = 3;

const of = (matches: readonly Match[], bracket: Match['bracket']): Match[] =>
  matches.filter((match) => match.bracket === bracket);

const byRound = (matches: readonly Match[], bracket: Match['bracket']): Match[][] =>
  [...groupBy(of(matches, bracket), ({ round }) => round)]
    .toSorted(([one], [other]) => one - other)
    .map(([, round]) => round);

const isPlayed = (round: readonly Match[]): boolean => round.some(({ status }) => status !== 'bye');

/** Returns no round until a match has an entrant. */
const losersRounds = (matches: readonly Match[]): Match[][] => {
  const rounds = byRound(matches, 'losers');
  const begun = rounds.flat().some(({ player1, player2 }) => player1 !== null || player2 !== null);
  return begun ? rounds.filter(isPlayed) : [];
};

const currentRound = (rounds: readonly (readonly Match[])[]): number => {
  const firstWith = (status: Match['status']) => rounds.findIndex((round) => has([round], status));
  return [firstWith('ready'), firstWith('waiting')].find((index) => index !== -1) ?? rounds.length;
};

/** Rounds and how many are left out before the last one. */
type Cut = { readonly shown: Match[][]; readonly skipped: number };

const nowAndLast = (rounds: Match[][], columns: number): Cut => {
  const start = Math.max(0, Math.min(currentRound(rounds), rounds.length - columns));
  const skipped = Math.max(0, rounds.length - start - columns);
  return {
    shown: [...rounds.slice(start, start + columns - 1), ...rounds.slice(start + columns - 1).slice(-1)],
    skipped,
  };
};

/** `turn` counts the changes of view; `news` is the match with the latest result, whose part is shown. */
type Look = { readonly turn: number; readonly news: string | null };

const longest = (rounds: readonly (readonly Match[])[]): number => Math.max(0, ...rounds.map((round) => round.length));

/** The share of a round that belongs to one of the equal parts into which its first round is cut. */
const shareOf = (round: readonly Match[], part: number, parts: number): Match[] => {
  const from = Math.floor((part * round.length) / parts);
  return round.slice(from, Math.max(from + 1, ((part + 1) * round.length) / parts));
};

const has = (rounds: readonly (readonly Match[])[], status: Match['status']): boolean =>
  rounds.some((round) => round.some((match) => match.status === status));

/** Every round holds a power of two, byes included, so parts come out even. */
const partFor = (rounds: readonly (readonly Match[])[], rows: number, { turn, news }: Look): Match[][] => {
  const count = Math.ceil(longest(rounds) / 2 ** Math.floor(Math.log2(Math.max(1, rows))));
  const parts = Array.from({ length: count }, (_, part) => rounds.map((round) => shareOf(round, part, count)));
  const withNews = parts.find((part) => part.some((round) => round.some(({ id }) => id === news)));
  const busy = [parts.filter((part) => has(part, 'ready')), parts.filter((part) => has(part, 'waiting')), parts];
  const choice = busy.find((some) => some.length > 0) ?? [];
  return withNews ?? choice[turn % choice.length] ?? [];
};

const real = (round: readonly Match[]): number => round.filter(({ status }) => status !== 'bye').length;

const laneOf = (bracket: Lane['bracket'], { shown, skipped }: Cut, rows: number, look: Look): Lane => {
  const drawn = partFor(shown, rows, look);
  const lineShape = (index: number): ShownRound['next'] => {
    const [here, next] = [shown[index]?.length ?? 0, shown[index + 1]?.length];
    if (next === undefined) return null;
    if (shown[index]?.every(({ nextMatchId }) => nextMatchId === null)) return 'gap';
    if (skipped > 0 && index === shown.length - 2) return 'gap';
    if (next === here) return 'straight';
    return next * 2 === here ? 'pairs' : 'gap';
  };
  const rounds = drawn.map((matches, index) => {
    const all = shown[index] ?? [];
    return { label: all[0]?.label ?? '', matches, more: real(all) - real(matches), next: lineShape(index) };
  });
  return { bracket, rounds, rows: longest(drawn), thirdPlace: null };
};

/**
 * What is drawn, top to bottom: the winners bracket with the finals behind it, and the losers bracket below as soon as it
 * has begun.
 */
export const shownLanes = (matches: readonly Match[], look: Look = { turn: 0, news: null }): Lane[] => {
  const columns = matches.some(({ call }) => call !== null) ? COLUMNS_BESIDE_CALLS : COLUMNS;
  const winners = nowAndLast([...byRound(matches, 'winners'), ...byRound(matches, 'final')], columns);
  const losers = nowAndLast(losersRounds(matches), columns);
  const above = Math.min(longest(winners.shown), Math.max(ROWS / 2, ROWS - longest(losers.shown)));
  const lanes: Lane[] = [];
  if (winners.shown.length > 0) {
    // With a bye nobody plays for third place.
    const thirdPlace = of(matches, 'third-place').find(({ status }) => status !== 'bye') ?? null;
    lanes.push({ ...laneOf('winners', winners, above, look), thirdPlace });
  }
  if (losers.shown.length > 0) lanes.push(laneOf('losers', losers, ROWS - above, look));
  return lanes;
};

/** Whether something waits for its turn to be drawn. */
export const takesTurns = (lanes: readonly Lane[]): boolean =>
  lanes.some(({ rounds }) => rounds.some(({ more }) => more > 0));

/** With more rounds, or some left out, a column for the champion would make the others too narrow. */
const ROUNDS_BESIDE_CHAMPION = 3;
/** Milliseconds per view, long enough to find a name. */
const TURN = 12_000;

/** Shown in place of the champion’s name. */
const NOBODY = 'Nobody';

type Titles = ReadonlyMap<string, string>;

/** The current rounds in large type. */
export const DisplayBracket = memo(({ matches }: { matches: readonly Match[] }) => {
  const look = useLook(matches);
  const titles = useMemo(() => titlesIn(roundsIn(matches)), [matches]);
  const champion = nobodyWon(matches) ? NOBODY : (championOf(matches)?.name ?? null);
  const lanes = shownLanes(matches, look);
  const columns = Math.max(...lanes.map(columnsOf));
  return (
    <section aria-labelledby="display-bracket" className="display-bracket">
      <h2 id="display-bracket" className="sr-only">
        Bracket
      </h2>
      {lanes.map((lane) => (
        <DrawnLane key={lane.bracket} lane={lane} columns={columns} titles={titles} champion={champion} />
      ))}
    </section>
  );
});

/** Rotates the views; a new result is shown at once, for a whole turn. */
function useLook(matches: readonly Match[]): Look {
  const [seen, setSeen] = useState<Look & { matches: readonly Match[] }>({ matches, turn: 0, news: null });
  const news = seen.matches === matches ? seen.news : (firstChangedResult(seen.matches, matches)?.id ?? seen.news);
  if (seen.matches !== matches) setSeen({ ...seen, matches, news });
  const needed = useMemo(() => takesTurns(shownLanes(matches)), [matches]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each result restarts the turn
  useEffect(() => {
    if (!needed) return;
    const timer = setInterval(() => setSeen((now) => ({ ...now, turn: now.turn + 1, news: null })), TURN);
    return () => clearInterval(timer);
  }, [needed, news]);
  return { turn: seen.turn, news };
}

const hasChampionColumn = ({ bracket, rounds }: Lane) =>
  bracket === 'winners' && rounds.length <= ROUNDS_BESIDE_CHAMPION && rounds.every(({ next }) => next !== 'gap');
const columnsOf = (lane: Lane): number => lane.rounds.length + (hasChampionColumn(lane) ? 1 : 0);

/** `columns` are those of the widest lane, so that matches are equally wide in all. */
type DrawnLaneProps = { lane: Lane; columns: number; titles: Titles; champion: string | null };

function DrawnLane({ lane, columns, titles, champion }: DrawnLaneProps) {
  const { rounds, rows, thirdPlace } = lane;
  const hasChampion = hasChampionColumn(lane);
  const sizes = { '--rows': rows, '--columns': columns, '--later': columns - 1, flexGrow: rows } as CSSProperties;
  return (
    <div className="display-lane" style={sizes}>
      {rounds.map((round) => (
        <Round
          key={round.label}
          round={round}
          titles={titles}
          thirdPlace={round === rounds.at(-1) ? thirdPlace : null}
          next={round === rounds.at(-1) && hasChampion ? 'straight' : round.next}
        />
      ))}
      {hasChampion && <ChampionColumn champion={champion} />}
    </div>
  );
}

const ChampionColumn = ({ champion }: { champion: string | null }) => (
  <div className="display-round">
    <h3 className="display-label">Champion</h3>
    <p className="display-champion" data-length={nameLength(champion?.length ?? 0)}>
      <span>{champion ?? '?'}</span>
    </p>
  </div>
);

type RoundProps = { round: ShownRound; titles: Titles; thirdPlace: Match | null; next: ShownRound['next'] };

const Round = ({ round, titles, thirdPlace, next }: RoundProps) => (
  <div className="display-round" data-next={next ?? undefined}>
    <h3 className="display-label">
      {round.label}
      {round.more > 0 && <span className="display-more">+{round.more} more</span>}
    </h3>
    <ol className="display-matches">
      {round.matches.map((match) =>
        match.status === 'bye' ? (
          <li key={match.id} aria-hidden="true" />
        ) : (
          <li key={match.id} data-fed={match.player1 !== null || match.player2 !== null} data-done={isWon(match)}>
            <DrawnMatch match={match} title={titles.get(match.id)} />
          </li>
        ),
      )}
    </ol>
    {thirdPlace !== null && (
      <div className="display-third">
        <DrawnMatch match={thirdPlace} tag={thirdPlace.label} />
      </div>
    )}
  </div>
);

const isWon = ({ winner }: Match): boolean => winner !== null;

function DrawnMatch({ match, title = match.label, tag }: { match: Match; title?: string | undefined; tag?: string }) {
  return (
    <div className="display-match" data-status={match.status}>
      <p className="sr-only">{matchSentence(title, match)}</p>
      {tag && (
        <p aria-hidden="true" className="display-tag">
          {tag}
        </p>
      )}
      {match.status === 'ready' && (
        <p aria-hidden="true" className="display-ready">
          Ready
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
      <span className="display-name" data-length={nameLength(player?.name.length ?? 0)}>
        {player?.name ?? '…'}
      </span>
      <span className="display-score" data-word={match.player1Score === null || undefined}>
        {slotScore(match, slot)}
      </span>
    </p>
  );
}
