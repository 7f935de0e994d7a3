import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { sortByStart } from '#features/events/rules/programme.ts';
import { eventAddress } from '#features/events/web/EventCard.tsx';
import { useEvents } from '#features/events/web/state.ts';
import { RoomName } from '#features/festival/web/RoomName.tsx';
import { tickerTime } from '#platform/time.ts';
import { useHydrated } from '#platform/web/hydrated.ts';
import { Card } from '#platform/web/ui/frames.tsx';
import { starsQuery } from './queries.ts';
import { StarButton } from './StarButton.tsx';

type MyStarsProps = {
  zone: string;
  /** Events in which this device has a place: they are shown above. */
  held: readonly string[];
};

/** On My schedule: what interests this visitor, without a place. */
export function MyStars({ zone, held }: MyStarsProps) {
  const isHydrated = useHydrated();
  const { data: stars = [] } = useQuery({ ...starsQuery, enabled: isHydrated });
  const { all = [] } = useEvents();
  const shown = sortByStart(
    all.filter(({ id, status }) => stars.includes(id) && !held.includes(id) && status !== 'completed'),
  );
  if (!isHydrated || shown.length === 0) return null;
  return (
    <section aria-label="Interested" className="no-print grid gap-3">
      <h2 className="text-lg text-mute">Interested</h2>
      <ul className="grid gap-3">
        {shown.map((event) => (
          <li key={event.id}>
            <Card as="article" className="flex items-center justify-between gap-4 py-3 pr-3 pl-5">
              <div className="min-w-0 [overflow-wrap:anywhere]">
                <h3 className="leading-tight font-semibold">
                  <Link href={eventAddress(event.id)} className="hover:underline">
                    {event.title}
                  </Link>
                </h3>
                <p className="text-[0.9375rem] text-mute">
                  {tickerTime(event.startTime, zone)} · <RoomName name={event.location} />
                </p>
              </div>
              <StarButton event={event} iconOnly />
            </Card>
          </li>
        ))}
      </ul>
    </section>
  );
}
