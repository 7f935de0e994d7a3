import { useFestival } from '#features/festival/web/queries.ts';
import { clockTime } from '#platform/time.ts';
import { useNow } from '#platform/web/now.tsx';

/** While no page has anything to say. */
export function Calm({ zone }: { zone: string }) {
  const { name, dates } = useFestival();
  const now = useNow();
  return (
    <section className="wall-calm wall-lead grid h-full place-content-center justify-items-center gap-4 text-center text-mute">
      <h1 className="pixel-title wall-huge text-sun">{name}</h1>
      <p>{dates}</p>
      <p className="wall-time text-[4.5em] text-ink">{clockTime(now, zone)}</p>
    </section>
  );
}
