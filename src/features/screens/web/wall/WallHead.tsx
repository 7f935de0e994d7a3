import { clockTime } from '#platform/time.ts';
import { useNow } from '#platform/web/now.tsx';

type WallHeadProps = { title: string; zone: string; children?: React.ReactNode };

/** What the page is, what belongs to all of it, and the time. */
export function WallHead({ title, zone, children }: WallHeadProps) {
  const now = useNow();
  return (
    <header className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <h1 className={`pixel-title min-w-0 flex-1 ${title.length > 24 ? 'wall-large' : 'wall-title'}`}>{title}</h1>
      {children && <p className="wall-small text-mute portrait:order-1 portrait:w-full">{children}</p>}
      <p className="wall-time wall-large text-sun">{clockTime(now, zone)}</p>
    </header>
  );
}

/** 'page 2 of 3', where there are several. */
export const partWords = (part: number, parts: number): string | null => (parts > 1 ? `${part + 1} of ${parts}` : null);
