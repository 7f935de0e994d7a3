import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useHydrated } from '#platform/web/hydrated.ts';
import { type Standing, TOP_SHOWN } from '../rules/standings.ts';
import type { OnPoints } from './parts/MyPoints.tsx';
import { useWanted, type Wanted } from './parts/wanted.ts';
import { ScoreRow } from './ScoreRow.tsx';

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
