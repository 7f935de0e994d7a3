/** Only visible rows are in the DOM. Rows have any height and are measured after rendering. */
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
  /** Pixels of a usual row, including its gap. */
  rowHeight: number;
  children: (item: T, index: number) => ReactNode;
};

/** Index of a row that stays mounted out of sight while it is typed in; -1 for none. */
type Keeping = { keep?: number };

const withKept = (range: Range, keep: number): number[] => {
  const indexes = defaultRangeExtractor(range);
  if (keep < 0 || keep >= range.count || indexes.includes(keep)) return indexes;
  return [...indexes, keep].sort((one, other) => one - other);
};

const OVERSCAN = 8;
/** The server renders these in normal flow, because it cannot write styles. */
const DRAWN_AT_FIRST = 20;

/** Corrections after measuring must not animate, although the page scrolls smoothly. */
const scrollAtOnce = (top: number) => scrollTo({ top, behavior: 'instant' });

export function LongList<T>({ label, items, keyOf, rowHeight, keep = -1, children }: LongListProps<T> & Keeping) {
  const list = useRef<HTMLOListElement>(null);
  const alive = useHydrated();
  const margin = useTopOf(list);
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: items.length,
    estimateSize: () => rowHeight,
    // A list that became shorter is queried once more at its old length.
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

/** In its own scroll box, which can be focused. */
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

function useTopOf(list: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  // After every render, because anything above may have changed its height.
  useLayoutEffect(() => {
    if (list.current !== null) setTop(Math.round(list.current.getBoundingClientRect().top + scrollY));
  });
  return top;
}
