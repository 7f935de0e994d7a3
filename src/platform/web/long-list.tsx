import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useHydrated } from './hydrated.ts';

const OVERSCAN = 6;
/** As many as the server draws. */
const DRAWN_AT_FIRST = 20;

type LongListProps<T> = {
  label: string;
  items: readonly T[];
  keyOf: (item: T) => string;
  /** Pixels of a usual row; each is measured once it is drawn. */
  rowHeight: number;
  className?: string;
  /** Drawn inside the row's own element. */
  children: (item: T) => ReactNode;
};

/** Corrections while rows are measured must not glide, although the page's own scrolling does. */
const scrollAtOnce = (top: number) => scrollTo({ top, behavior: 'instant' });

/**
 * A list with only the rows in sight in the page, whatever its length. They stand in the flow between two paddings, so
 * that the server can draw the first ones without a style.
 */
export function LongList<T>({ label, items, keyOf, rowHeight, className = '', children }: LongListProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const alive = useHydrated();
  const margin = useTopOf(list);
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: items.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
    overscan: OVERSCAN,
    scrollMargin: margin,
    scrollToFn: scrollAtOnce,
  });
  const drawn = virtualizer.getVirtualItems();
  const [first, last] = [drawn[0], drawn.at(-1)];
  const inSight = alive && first !== undefined && last !== undefined;
  const indexes = inSight ? drawn.map(({ index }) => index) : items.slice(0, DRAWN_AT_FIRST).map((_, index) => index);
  const paddings = inSight && {
    paddingTop: first.start - margin,
    paddingBottom: virtualizer.getTotalSize() - (last.end - margin),
  };
  return (
    <ul
      ref={list}
      aria-label={label}
      className={`[overflow-anchor:none] ${className}`}
      {...(paddings && { style: paddings })}
    >
      {indexes.map((index) => {
        const item = items[index];
        return (
          item !== undefined && (
            <li
              key={keyOf(item)}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-posinset={index + 1}
              aria-setsize={items.length}
            >
              {children(item)}
            </li>
          )
        );
      })}
    </ul>
  );
}

/** How far below the page's top the list begins. */
function useTopOf(list: { readonly current: HTMLElement | null }): number {
  const [top, setTop] = useState(0);
  // After every drawing: whatever stands above may have become higher or lower.
  useLayoutEffect(() => {
    if (list.current !== null) setTop(Math.round(list.current.getBoundingClientRect().top + scrollY));
  });
  return top;
}
