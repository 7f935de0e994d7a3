import { Link } from 'wouter';
import { eventAddress } from '#features/events/web/EventCard.tsx';
import { clockTime, longDay } from '#platform/time.ts';
import { useUnsentPlaces } from './place-writes.ts';
import { UnsentControl } from './UnsentControl.tsx';

type UnsentPlacesProps = {
  zone: string;
  /** Of this event alone, in its details. */
  eventId?: string;
};

/** Places and waiting entries that are not the server's yet. */
export function UnsentPlaces({ zone, eventId }: UnsentPlacesProps) {
  const wanted = useUnsentPlaces().unsent.filter(
    ({ body }) => body.placeId === undefined && body.eventId === (eventId ?? body.eventId),
  );
  if (wanted.length === 0) return null;
  return (
    <section aria-label="Waiting for network" className="grid gap-3">
      {eventId === undefined && <h2 className="text-lg text-mute">Waiting for network</h2>}
      <ul className="grid gap-3">
        {wanted.map((write) => (
          <li key={write.id} className="grid gap-2 rounded-xl border border-line border-dashed px-4 py-2.5">
            {eventId === undefined && <Where {...write.body} zone={zone} />}
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <span className="min-w-0 [overflow-wrap:anywhere]">
                {write.body.playerName}
                {write.body.act === 'join' && <span className="text-mute"> · waiting list</span>}
              </span>
              <UnsentControl write={write} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

type WhereProps = { eventId: string; title: string; startTime: string; zone: string };

const Where = ({ eventId, title, startTime, zone }: WhereProps) => (
  <p className="[overflow-wrap:anywhere]">
    <Link href={eventAddress(eventId)} className="font-semibold hover:underline">
      {title}
    </Link>
    <time dateTime={startTime} className="block text-[0.9375rem] text-mute">
      {longDay(startTime, zone)} · {clockTime(startTime, zone)}
    </time>
  </p>
);
