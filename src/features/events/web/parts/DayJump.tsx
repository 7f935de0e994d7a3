import { type MouseEvent, useEffect, useState } from 'react';

/** A group of the list: its section's id, and the short name of its day. */
export type Stop = { readonly id: string; readonly words: string };

/** Links to each day, in a row under the header: on a phone the programme is some twenty screens long. */
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

/** Changes no hash, so that Back leaves the page instead of going through the days. */
function jump(click: MouseEvent<HTMLAnchorElement>) {
  const day = document.getElementById(click.currentTarget.hash.slice(1));
  if (day === null) return;
  click.preventDefault();
  day.scrollIntoView();
  day.focus({ preventScroll: true });
  // Days out of sight have an estimated height until they are rendered.
  requestAnimationFrame(() => requestAnimationFrame(() => day.scrollIntoView()));
}

/** Returns the day in the upper part of the screen. */
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
