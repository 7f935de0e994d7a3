import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FIRST_SHOWN } from '../../rules/first-events.ts';

/** A longer list is not drawn to its end: find-in-page costs a slow phone seconds. */
const DRAWN_AT_MOST = 120;
/** Milliseconds between two steps, so that taps are handled in between. */
const STEP_MS = 60;
const STEP = 12;
/** Two screens of a phone before a row is seen. */
const NEAR = '200% 0px';

/** Returns how many cards to draw from the start: first what the server drew, then a short list to its end. */
export function useCardsDrawn(count: number): number {
  const [drawn, setDrawn] = useState(FIRST_SHOWN);
  const isDue = drawn < count && count <= DRAWN_AT_MOST;
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(() => startTransition(() => setDrawn(drawn + STEP)), STEP_MS);
    return () => clearTimeout(timer);
  }, [isDue, drawn]);
  useEffect(() => {
    // Paper has no scrolling.
    const drawAll = () => flushSync(() => setDrawn(Number.POSITIVE_INFINITY));
    addEventListener('beforeprint', drawAll);
    return () => removeEventListener('beforeprint', drawAll);
  }, []);
  return drawn;
}

type CardRowProps<T> = {
  of: readonly T[];
  /** Draws the cards wherever they are. */
  drawn: boolean;
  children: (item: T) => ReactNode;
};

/** A few list items, empty but as tall as cards until they are near the screen. Then they stay drawn. */
export function CardRow<T extends { readonly id: string }>({ of, drawn, children }: CardRowProps<T>) {
  const [wasNear, setNear] = useState(false);
  const isDrawn = drawn || wasNear;
  const first = useRef<HTMLLIElement>(null);
  const last = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isDrawn) return;
    if (!('IntersectionObserver' in window)) return setNear(true);
    const seen = (entries: readonly IntersectionObserverEntry[]) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
    };
    const observer = new IntersectionObserver(seen, { rootMargin: NEAR });
    for (const end of [first.current, last.current]) if (end !== null) observer.observe(end);
    return () => observer.disconnect();
  }, [isDrawn]);
  if (isDrawn) return of.map(children);
  const end = of.length - 1;
  return of.map(({ id }, index) => (
    <li key={id} ref={index === 0 ? first : index === end ? last : null} aria-hidden="true" className="min-h-64" />
  ));
}
