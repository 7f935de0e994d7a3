import { type CSSProperties, memo, useEffect, useMemo, useState } from 'react';
import type { Match } from '../../contract.ts';
import { championOf, firstChangedResult, nobodyWon, roundsIn, titlesIn } from '../parts/rounds.ts';
import { matchSentence, slotScore } from '../parts/sentence.ts';
import { nameLength } from './display-words.ts';
import { type Lane, type Look, type ShownRound, shownLanes, takesTurns } from './shown-rounds.ts';

/** With more rounds, a column for the champion would make the others too narrow. */
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
  bracket === 'winners' && rounds.length <= ROUNDS_BESIDE_CHAMPION;
const columnsOf = (lane: Lane): number => lane.rounds.length + (hasChampionColumn(lane) ? 1 : 0);

/** `columns` are those of the widest lane, so that matches are equally wide in all. */
type DrawnLaneProps = { lane: Lane; columns: number; titles: Titles; champion: string | null };

function DrawnLane({ lane, columns, titles, champion }: DrawnLaneProps) {
  const { rounds, rows, thirdPlace } = lane;
  const hasChampion = hasChampionColumn(lane);
  return (
    <div className="display-lane" style={{ '--rows': rows, '--columns': columns, flexGrow: rows } as CSSProperties}>
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
