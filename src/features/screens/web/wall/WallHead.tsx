import { clockTime } from '#platform/time.ts';
import { useNow } from '#platform/web/now.tsx';

type WallHeadProps = { title: string; zone: string; children?: React.ReactNode };

/** What the page is, what belongs to all of it, and the time. */
export function WallHead({ title, zone, children }: WallHeadProps) {
  const now = useNow();
  return (
    <header className="wall-head">
      <h1 className="pixel-title" data-long={title.length > 24 || undefined}>
        {title}
      </h1>
      {children && <div className="wall-note">{children}</div>}
      <p className="wall-time">{clockTime(now, zone)}</p>
    </header>
  );
}

/** 'page 2 of 3', where there are several. */
export const partWords = (part: number, parts: number): string | null => (parts > 1 ? `${part + 1} of ${parts}` : null);
