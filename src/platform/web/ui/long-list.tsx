/** Lists of thousands, of which only the rows in sight stand in the page. Rows of any height; each is measured once drawn. */
import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useHydrated } from '../hydrated.ts';

type LongListProps<T> = {
  label: string;
  items: readonly T[];
  keyOf: (item: T, index: number) => string | number;
  /** Pixels of a usual row, its gap included. */
  rowHeight: number;
  children: (item: T, index: number) => ReactNode;
};

/** The index of a row that stays in the page when it is scrolled out of sight, because somebody types in it; -1 for none. */
type Kept = { keep?: number };

const withKept = (range: Range, keep: number): number[] => {
  const indexes = defaultRangeExtractor(range);
  if (keep < 0 || keep >= range.count || indexes.includes(keep)) return indexes;
  return [...indexes, keep].sort((one, other) => one - other);
};

const OVERSCAN = 8;
/** As many as the server draws, in the flow: it may write no style. */
const DRAWN_AT_FIRST = 20;

/** Corrections while rows are measured must not glide, although the page's own scrolling does. */
const scrollAtOnce = (top: number) => scrollTo({ top, behavior: 'instant' });

/** As long as the page: it scrolls with it. */
export function LongList<T>({ label, items, keyOf, rowHeight, keep = -1, children }: LongListProps<T> & Kept) {
  const list = useRef<HTMLOListElement>(null);
  const alive = useHydrated();
  const margin = useTopOf(list);
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: items.length,
    estimateSize: () => rowHeight,
    // A list that has just become shorter is asked once more at its old length.
    getItemKey: (index) => (index < items.length ? keyOf(items[index] as T, index) : index),
    overscan: OVERSCAN,
    scrollMargin: margin,
    scrollToFn: scrollAtOnce,
    rangeExtractor: (range) => withKept(range, keep),
  });
  const rows = { drawn: virtualizer.getVirtualItems(), margin, measure: virtualizer.measureElement };
  if (!alive) {
    return (
      <ol ref={list} aria-label={label}>
        {items.slice(0, DRAWN_AT_FIRST).map((item, index) => (
          <li key={keyOf(item, index)} aria-setsize={items.length} aria-posinset={index + 1}>
            {children(item, index)}
          </li>
        ))}
      </ol>
    );
  }
  return (
    <ol ref={list} aria-label={label} className="relative" style={{ height: virtualizer.getTotalSize() }}>
      <Rows {...rows} items={items}>
        {children}
      </Rows>
    </ol>
  );
}

/** In a box that scrolls by itself, by keyboard too. */
export function BoxedList<T>({ label, items, keyOf, rowHeight, children }: LongListProps<T>) {
  const box = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer<HTMLElement, HTMLLIElement>({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keyOf(items[index] as T, index),
    overscan: OVERSCAN,
  });
  const rows = { drawn: virtualizer.getVirtualItems(), margin: 0, measure: virtualizer.measureElement };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by keyboard
    <section ref={box} aria-label={label} tabIndex={0} className="max-h-104 overflow-y-auto overscroll-contain">
      <ol className="relative" style={{ height: virtualizer.getTotalSize() }}>
        <Rows {...rows} items={items}>
          {children}
        </Rows>
      </ol>
    </section>
  );
}

type RowsProps<T> = {
  drawn: readonly VirtualItem[];
  margin: number;
  measure: (row: HTMLLIElement | null) => void;
  items: readonly T[];
  children: (item: T, index: number) => ReactNode;
};

const Rows = <T,>({ drawn, margin, measure, items, children }: RowsProps<T>) =>
  drawn.map(({ key, index, start }) => (
    <li
      key={key}
      ref={measure}
      data-index={index}
      aria-setsize={items.length}
      aria-posinset={index + 1}
      className="absolute inset-x-0 top-0"
      style={{ transform: `translateY(${start - margin}px)` }}
    >
      {/* A list that has just become shorter may still be drawn at its old length once. */}
      {index < items.length && children(items[index] as T, index)}
    </li>
  ));

/** How far below the page's top the list begins. */
function useTopOf(list: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  // After every drawing: whatever stands above may have become higher or lower.
  useLayoutEffect(() => {
    if (list.current !== null) setTop(Math.round(list.current.getBoundingClientRect().top + scrollY));
  });
  return top;
}
