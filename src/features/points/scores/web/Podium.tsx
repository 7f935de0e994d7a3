import { ordinal } from '#platform/numbers.ts';
import { Badge } from '#platform/web/ui/badge.tsx';
import { type Standing, starsOf } from '../rules/standings.ts';
import { MyPoints, type OnPoints } from './parts/MyLine.tsx';
import { pointsWord, Stars } from './parts/Points.tsx';
import { rowId, useWanted, type Wanted } from './ScoreRows.tsx';

type PodiumProps = {
  /** Three at most, the best first. */
  standings: readonly Standing[];
  /** Number of users on the scoreboard. */
  count: number;
  mine: ReadonlySet<string>;
  wanted: Wanted;
  onPoints: OnPoints;
};

/** First in the middle, second left, third right; DOM order is by rank. */
const CLASS_OF_STEP = ['order-2 pt-5 pb-6 bg-linear-to-b from-sun-fill/40 to-panel', 'order-1 py-4', 'order-3 py-4'];

/** By the number of medallists: nobody's step is left empty. */
const COLUMNS = ['', 'max-w-60 grid-cols-1', 'max-w-lg grid-cols-2', 'grid-cols-3'];

/** Smaller text for long numbers on phones. */
const sizeOf = (score: number): string =>
  Math.abs(score) < 100_000 ? 'text-3xl sm:text-4xl' : 'text-lg min-[26rem]:text-2xl';

export function Podium({ standings, count, mine, wanted, onPoints }: PodiumProps) {
  useWanted(wanted, standings, (_, id) => document.getElementById(id)?.focus());
  return (
    <ol aria-label="On the podium" className={`mx-auto grid w-full items-end gap-2.5 ${COLUMNS[standings.length]}`}>
      {standings.map((standing, index) => {
        const stars = starsOf(standing);
        return (
          <li
            key={standing.id}
            id={rowId(standing)}
            tabIndex={mine.has(standing.id) ? -1 : undefined}
            aria-setsize={count}
            aria-posinset={index + 1}
            className={`relative grid min-w-0 justify-items-center gap-1.5 rounded-2xl border bg-panel px-1.5 sm:px-2 text-center ${CLASS_OF_STEP[index]} ${mine.has(standing.id) ? 'border-sea ring-1 ring-sea' : 'border-line'}`}
          >
            {/* Over the edge, so that nothing moves when this device's names become known. */}
            {mine.has(standing.id) && (
              <span className="absolute -top-3 grid rounded-md bg-panel">
                <Badge colour="sea">you</Badge>
              </span>
            )}
            {stars !== 0 && <Stars count={stars} />}
            <span className="font-arcade text-xl leading-none text-mute">{ordinal(standing.rank)}</span>
            <span className="line-clamp-4 font-semibold [overflow-wrap:anywhere]">{standing.name}</span>
            <MyPoints standing={standing} mine={mine.has(standing.id)} onPoints={onPoints}>
              <span className="grid max-w-full leading-none">
                <span
                  className={`font-display leading-none text-sun [overflow-wrap:anywhere] ${sizeOf(standing.score)}`}
                >
                  {standing.score.toLocaleString('en-US')}
                </span>{' '}
                <span className="text-sm text-mute">{pointsWord(standing.score)}</span>
              </span>
            </MyPoints>
          </li>
        );
      })}
    </ol>
  );
}
