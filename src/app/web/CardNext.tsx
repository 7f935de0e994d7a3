import { useQuery } from '@tanstack/react-query';
import { nextFor } from '#features/brackets/web/parts/next-for.ts';
import { matchesQuery } from '#features/brackets/web/queries.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { About } from '#features/events/web/EventCard.tsx';
import { myRsvpsQuery } from '#features/rsvps/web/queries.ts';

/** On a tournament's card: what is next for the players of this device. It takes the place of the description, whose height it keeps. */
export function CardNext({ event }: { event: FestivalEvent }) {
  const { data: mine = [] } = useQuery(myRsvpsQuery);
  const { data: matches = [] } = useQuery(matchesQuery(event.id));
  const several = new Set(mine.map(({ playerName }) => playerName)).size > 1;
  const words = mine
    .filter(({ eventId }) => eventId === event.id)
    .flatMap(({ id, playerName }) => nextFor(matches, id, several ? playerName : undefined)?.words ?? []);
  if (words.length === 0) return <About event={event} />;
  return (
    <div className="grid *:[grid-area:1/1]">
      <div className="invisible">
        <About event={event} />
      </div>
      <p className="line-clamp-2">
        <strong>{words.join('. ')}</strong>
      </p>
    </div>
  );
}
