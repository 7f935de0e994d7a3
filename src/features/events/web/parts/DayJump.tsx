import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';

/** A day: the id of its section in the list, its short name, and the address of the page that shows it alone. */
export type Stop = { readonly id: string; readonly words: string; readonly href: string };

type DayJumpProps = {
  stops: readonly Stop[];
  /** The day that the page shows alone. */
  chosen: string | null;
  /** How many days are in the list; the others are on their way. */
  listed: number;
};

/** Links to each day: on a phone the programme is some twenty screens long. */
export function DayJump({ stops, chosen, listed }: DayJumpProps) {
  const inSight = useInSight(stops, listed);
  const current = chosen ?? inSight;
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another day is current
  useEffect(() => {
    const chip = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (chip) bringIntoRow(chip);
  }, [current]);
  if (stops.length < 2) return null;
  return (
    <nav ref={nav} aria-label="Days" className="day-jump">
      {stops.map(({ id, words, href }) => (
        <Link
          key={id}
          href={href}
          onClick={(click) => jump(click, id)}
          aria-current={id === current || undefined}
          className="day-chip"
        >
          {words}
        </Link>
      ))}
    </nav>
  );
}

/** Scrolls the row of chips, and never the page as `scrollIntoView` might. */
function bringIntoRow(chip: HTMLElement) {
  const row = chip.parentElement?.parentElement;
  if (!row) return;
  const [seen, own] = [row.getBoundingClientRect(), chip.getBoundingClientRect()];
  if (own.right > seen.right) row.scrollLeft += own.right - seen.right + ROW_EDGE;
  else if (own.left < seen.left) row.scrollLeft -= seen.left - own.left + ROW_EDGE;
}

/** Pixels: shows that the row goes on. */
const ROW_EDGE = 32;

/** Scrolls to a day of this page. Adds no address, so that Back leaves the page instead of going through the days. */
function jump(click: MouseEvent<HTMLAnchorElement>, id: string) {
  const day = document.getElementById(id);
  if (day === null) return;
  click.preventDefault();
  day.scrollIntoView();
  day.focus({ preventScroll: true });
  // Days out of sight have an estimated height until they are rendered.
  requestAnimationFrame(() => requestAnimationFrame(() => day.scrollIntoView()));
}

/** Returns the day in the upper part of the screen. */
function useInSight(stops: readonly Stop[], listed: number): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  const ids = stops.map(({ id }) => id).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a day that is new in the list is observed too
  useEffect(() => {
    if (!('IntersectionObserver' in window)) return;
    const seen = (entries: readonly IntersectionObserverEntry[]) => {
      const entered = entries.find(({ isIntersecting }) => isIntersecting);
      if (entered) setCurrent(entered.target.id);
    };
    const observer = new IntersectionObserver(seen, { rootMargin: '-25% 0px -74% 0px' });
    for (const id of ids.split(' ')) {
      const day = document.getElementById(id);
      if (day) observer.observe(day);
    }
    return () => observer.disconnect();
  }, [ids, listed]);
  return current;
}
