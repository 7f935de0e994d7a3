import { Link } from 'wouter';
import { eventAddress } from '#features/events/web/EventCard.tsx';
import { clockTime, longDay } from '#platform/time.ts';
import { Card } from '#platform/web/ui/card.tsx';

import { useUnsentPlaces } from './place-writes.ts';
import { UnsentControl } from './UnsentControl.tsx';

/** In My schedule: places and waiting entries that are not the server's yet. */
export function UnsentPlaces({ zone }: { zone: string }) {
  const wanted = useUnsentPlaces().waiting.filter(({ body }) => body.placeId === undefined);
  if (wanted.length === 0) return null;
  return (
    <section aria-label="Waiting for network" className="grid gap-3">
      <h2 className="text-lg text-mute">Waiting for network</h2>
      <ul className="grid gap-3">
        {wanted.map((write) => {
          const { act, eventId, title, startTime, playerName } = write.body;
          return (
            <li key={write.id}>
              <Card as="article" edge="left" className="grid gap-2 border-dashed py-4 pr-4 pl-5 sm:pr-5 sm:pl-6">
                <p className="text-[0.9375rem] text-mute">
                  <time dateTime={startTime}>
                    {longDay(startTime, zone)} · {clockTime(startTime, zone)}
                  </time>
                </p>
                <h3 className="text-xl leading-tight font-semibold [overflow-wrap:anywhere]">
                  <Link href={eventAddress(eventId)} className="hover:underline">
                    {title}
                  </Link>
                </h3>
                <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                  <p className="min-w-0 [overflow-wrap:anywhere]">
                    <span className="text-mute">{act === 'join' ? 'Waiting list: ' : 'Player: '}</span>
                    {playerName}
                  </p>
                  <UnsentControl write={write} />
                </div>
              </Card>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
