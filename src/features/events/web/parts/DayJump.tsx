import { type MouseEvent, useEffect, useState } from 'react';

/** A group of the list: its section's id in the page, and the short name of its day. */
export type Stop = { readonly id: string; readonly words: string };

/** On a phone the programme is some twenty screens long: a row under the header leads to each of its days. */
export function DayJump({ stops }: { stops: readonly Stop[] }) {
  const current = useInSight(stops);
  if (stops.length < 2) return null;
  return (
    <nav aria-label="Days" className="day-jump no-print">
      {stops.map(({ id, words }) => (
        <a key={id} href={`#${id}`} onClick={jump} aria-current={id === current || undefined} className="day-chip">
          {words}
        </a>
      ))}
    </nav>
  );
}

/** Without a hash in the address, so that Back leads back to where one came from and not through the days. */
function jump(click: MouseEvent<HTMLAnchorElement>) {
  const day = document.getElementById(click.currentTarget.hash.slice(1));
  if (day === null) return;
  click.preventDefault();
  day.scrollIntoView();
  day.focus({ preventScroll: true });
  // Days out of sight have only a guessed height until they are drawn on the way.
  requestAnimationFrame(() => requestAnimationFrame(() => day.scrollIntoView()));
}

/** The day that stands in the upper part of the screen. */
function useInSight(stops: readonly Stop[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  const ids = stops.map(({ id }) => id).join(' ');
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
  }, [ids]);
  return current;
}
