import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, type Ref, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useHydrated } from '#platform/web/hydrated.ts';
import { Badge } from '#platform/web/ui/badge.tsx';
import { type Standing, starsOf, TOP_SHOWN } from '../rules/standings.ts';
import { MyPoints, type OnPoints } from './parts/MyLine.tsx';
import { Points, Stars } from './parts/Points.tsx';

/** Asks for one standing to be shown. A new object is a new request, even for the same standing. */
export type Wanted = { readonly id: string } | null;

/** Returns the id of a standing's element, for "Find me". */
export const rowId = ({ id }: { readonly id: string }): string => `standing-${id}`;

/**
 * Calls `show` once per request that these standings can fulfil. A later change of the list must not scroll back to an
 * earlier request.
 */
export function useWanted(
  wanted: Wanted,
  standings: readonly Standing[],
  show: (index: number, elementId: string) => void,
): void {
  const served = useRef<Wanted>(null);
  useEffect(() => {
    if (wanted === null || wanted === served.current) return;
    served.current = wanted;
    const index = standings.findIndex(({ id }) => id === wanted.id);
    if (index !== -1) show(index, rowId(wanted));
  });
}

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
const ScoreRow = memo(function ScoreRow({ standing, mine, index, position, count, onPoints, ref }: ScoreRowProps) {
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

type ScoreRowsProps = {
  standings: readonly Standing[];
  /** How many are above these, on the podium. */
  above: number;
  /** Number of all users, including those on the podium and those not yet loaded. */
  count: number;
  mine: ReadonlySet<string>;
  wanted: Wanted;
  onPoints: OnPoints;
};

/** Pixels of a row with a one-line name; rows are measured after rendering. */
const ROW_HEIGHT = 60;
const rowHeight = () => ROW_HEIGHT;
const OVERSCAN = 8;

/** Corrections after measuring must not animate, although the page scrolls smoothly. */
const scrollAtOnce = (top: number) => scrollTo({ top, behavior: 'instant' });

/**
 * Virtual list: renders only the visible rows, between two paddings, so that the server can render the first ones
 * without inline styles.
 */
export function ScoreRows({ standings, above, count, mine, wanted, onPoints }: ScoreRowsProps) {
  const list = useRef<HTMLOListElement>(null);
  const alive = useHydrated();
  const margin = useTopOf(list);
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: standings.length,
    estimateSize: rowHeight,
    // Memoised: a new function would lay out all rows again at every scroll.
    getItemKey: useCallback((index: number) => standings[index]?.id ?? index, [standings]),
    overscan: OVERSCAN,
    scrollMargin: margin,
    scrollToFn: scrollAtOnce,
  });

  useWanted(wanted, standings, (index, id) => {
    virtualizer.scrollToIndex(index, { align: 'center' });
    focusOnceDrawn(id);
  });

  const drawn = virtualizer.getVirtualItems();
  const [first, last] = [drawn[0], drawn.at(-1)];
  const inSight = alive && first !== undefined && last !== undefined;
  const indexes = inSight ? drawn.map(({ index }) => index) : standings.slice(0, TOP_SHOWN).map((_, index) => index);
  const paddings = inSight && {
    paddingTop: first.start - margin,
    paddingBottom: virtualizer.getTotalSize() - (last.end - margin),
  };
  return (
    <ol ref={list} aria-label="Scores" className="[overflow-anchor:none]" {...(paddings && { style: paddings })}>
      {indexes.map((index) => {
        const standing = standings[index];
        return (
          standing && (
            <ScoreRow
              key={standing.id}
              ref={virtualizer.measureElement}
              standing={standing}
              mine={mine.has(standing.id)}
              index={index}
              position={above + index + 1}
              count={count}
              onPoints={onPoints}
            />
          )
        );
      })}
    </ol>
  );
}

/** Returns the distance of the list from the top of the page. */
function useTopOf(list: { readonly current: HTMLElement | null }): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (list.current !== null) setTop(Math.round(list.current.getBoundingClientRect().top + scrollY));
    };
    measure();
    // Anything above the list may change its height.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return top;
}

const LONGEST_WAIT = 60;

/** Focuses a row that is rendered a frame or more after scrolling. */
function focusOnceDrawn(id: string, frames = LONGEST_WAIT) {
  const row = document.getElementById(id);
  if (row !== null) row.focus({ preventScroll: true });
  else if (frames > 0) requestAnimationFrame(() => focusOnceDrawn(id, frames - 1));
}
