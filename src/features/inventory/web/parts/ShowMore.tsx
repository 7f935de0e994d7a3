import { useEffect, useRef } from 'react';
import { Button } from '#platform/web/ui/button.tsx';

type ShowMoreProps = { words: string; onMore: () => void };

/** Distance below the screen at which more is shown automatically. */
const AHEAD = '1200px';

/** Shows more of a long list when its end comes near, or when pressed. */
export function ShowMore({ words, onMore }: ShowMoreProps) {
  const marker = useRef<HTMLParagraphElement>(null);
  // Observed again after each render: an observer reports only changes, and the end may still be near.
  useEffect(() => {
    if (marker.current === null || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onMore();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(marker.current);
    return () => observer.disconnect();
  }, [onMore]);
  return (
    <p ref={marker} className="flex justify-center">
      <Button tone="ghost" onClick={onMore}>
        {words}
      </Button>
    </p>
  );
}
