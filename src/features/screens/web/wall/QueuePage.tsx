import { useQueries } from '@tanstack/react-query';
import type { FestivalEvent } from '#features/events/contract.ts';
import { queueQuery } from '#features/queue/web/queries.ts';
import { useWide } from './use-fit.ts';
import { WallHead } from './WallPages.tsx';

/** Who is up in a queue, and who is next. */
export function QueuePage({ events, zone }: { events: readonly FestivalEvent[]; zone: string }) {
  const shown = useWide() ? 6 : 8;
  const queues = useQueries({ queries: events.map(({ id }) => queueQuery(id)) });
  const lines = events.flatMap(({ id, title }, index) => {
    const open = (queues[index]?.data ?? []).filter(({ state }) => state === 'called' || state === 'waiting');
    return open.length === 0 ? [] : [open.map((entry) => ({ ...entry, key: `${id} ${entry.id}`, title }))];
  });
  // Each queue has a part of the wall, however long another is.
  const rows = lines.flatMap((line) => line.slice(0, Math.max(1, Math.floor(shown / lines.length))));
  const titles = [...new Set(rows.map(({ title }) => title))];
  return (
    <>
      <WallHead title={titles.length === 1 ? (titles[0] ?? 'Queue') : 'Queue'} zone={zone}>
        Take a number in the app.
      </WallHead>
      <ul className="wall-rooms grid min-h-0 flex-1 auto-rows-fr gap-1.5">
        {rows.slice(0, shown).map(({ key, state, position, name, note, title }) => (
          <li key={key} className="wall-card grid auto-rows-max content-center-safe px-2">
            <p className={`wall-room ${state === 'called' ? 'text-coral' : 'text-sun'}`}>
              {state === 'called' ? 'Up now' : `${position}.`}
            </p>
            <p className="wall-on line-clamp-2 font-semibold">{name}</p>
            {note !== null && <p className="wall-ends line-clamp-2 text-mute">{note}</p>}
            {titles.length > 1 && <p className="wall-ends line-clamp-1 text-mute">{title}</p>}
          </li>
        ))}
      </ul>
    </>
  );
}
