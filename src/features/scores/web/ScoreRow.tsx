import { memo, type Ref } from 'react';
import { Badge } from '#platform/web/ui/badge.tsx';
import { type Standing, starsOf } from '../rules/standings.ts';
import { MyPoints, type OnPoints } from './parts/MyPoints.tsx';
import { Points } from './parts/Points.tsx';
import { Stars } from './parts/Stars.tsx';
import { rowId } from './parts/wanted.ts';

type ScoreRowProps = {
  standing: Standing;
  mine: boolean;
  /** Index in the whole list, most of which is not in the page. */
  index: number;
  position: number;
  count: number;
  onPoints: OnPoints;
  ref: Ref<HTMLLIElement>;
};

/** The gap below is part of the row, so that row heights add up to the list's height. */
export const ScoreRow = memo(function ScoreRow({
  standing,
  mine,
  index,
  position,
  count,
  onPoints,
  ref,
}: ScoreRowProps) {
  const { name, rank, score } = standing;
  const stars = starsOf(standing);
  return (
    <li
      ref={ref}
      data-index={index}
      id={rowId(standing)}
      tabIndex={mine ? -1 : undefined}
      aria-setsize={count}
      aria-posinset={position}
      className="group pb-2 focus:outline-none"
    >
      <div
        className={`flex min-h-13 items-center gap-3 rounded-xl border bg-deep px-4 py-1.5 group-focus-visible:outline-3 group-focus-visible:outline-sun ${mine ? 'border-sea ring-1 ring-sea' : 'border-line'}`}
      >
        <span className="min-w-10 shrink-0 font-arcade text-2xl leading-none text-mute">
          <span className="sr-only">Rank </span>
          {rank.toLocaleString('en-US')}
        </span>
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5">
          <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">{name}</span>
          {mine && <Badge colour="sea">you</Badge>}
          {stars !== 0 && <Stars count={stars} />}
        </span>
        <MyPoints standing={standing} mine={mine} onPoints={onPoints}>
          <Points score={score} />
        </MyPoints>
      </div>
    </li>
  );
});
