import { useEffect, useRef } from 'react';
import { Link } from 'wouter';

/** A section of the programme; null for all of it. */
export type Chip = { readonly day: string | null; readonly words: string; readonly href: string };

type DayChipsProps = { chips: readonly Chip[]; chosen: string | null };

/** Links that show one section of the programme alone: on a phone the whole is some twenty screens long. */
export function DayChips({ chips, chosen }: DayChipsProps) {
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another day is chosen
  useEffect(() => {
    const chip = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (chip) bringIntoRow(chip);
  }, [chosen]);
  if (chips.length < 2) return null;
  return (
    <nav ref={nav} aria-label="Days" className="flex gap-0.5 sm:flex-wrap">
      {chips.map(({ day, words, href }) => (
        <Link
          key={words}
          href={href}
          replace
          onClick={() => document.getElementById('events')?.scrollIntoView()}
          aria-current={(day !== null && day === chosen) || undefined}
          className="day-chip"
        >
          {words}
        </Link>
      ))}
    </nav>
  );
}

/** Pixels: shows that the row goes on. */
const ROW_EDGE = 32;

/** Scrolls the row of chips, and never the page as `scrollIntoView` might. */
function bringIntoRow(chip: HTMLElement) {
  const row = chip.parentElement?.parentElement;
  if (!row) return;
  const [seen, own] = [row.getBoundingClientRect(), chip.getBoundingClientRect()];
  if (own.right > seen.right) row.scrollLeft += own.right - seen.right + ROW_EDGE;
  else if (own.left < seen.left) row.scrollLeft -= seen.left - own.left + ROW_EDGE;
}
