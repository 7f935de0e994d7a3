import { useFestival } from '#features/festival/web/queries.ts';
import { clockTime } from '#platform/time.ts';
import { useNow } from '#platform/web/now.tsx';

/** While no page has anything to say. */
export function Calm({ zone }: { zone: string }) {
  const { name, dates } = useFestival();
  const now = useNow();
  return (
    <section className="wall-calm">
      <h1 className="pixel-title" data-long={name.length > 24 || undefined}>
        {name}
      </h1>
      <p>{dates}</p>
      <p className="wall-time">{clockTime(now, zone)}</p>
    </section>
  );
}
