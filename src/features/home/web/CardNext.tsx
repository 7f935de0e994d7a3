import { useQuery } from '@tanstack/react-query';
import { byUrgency, useNext } from '#features/brackets/web/NextMatch.tsx';
import type { FestivalEvent } from '#features/events/contract.ts';
import { About } from '#features/events/web/EventCard.tsx';
import { myRsvpsQuery } from '#features/rsvps/web/queries.ts';

/** On a tournament's card: what is next for the players of this device. It takes the place of the description, whose height it keeps. */
export function CardNext({ event }: { event: FestivalEvent }) {
  const { data: mine = [] } = useQuery(myRsvpsQuery);
  const several = new Set(mine.map(({ playerName }) => playerName)).size > 1;
  const people = mine
    .filter(({ eventId }) => eventId === event.id)
    .map(({ id, playerName }) => ({ id, name: several ? playerName : undefined }));
  const nexts = useNext(event.id, people).toSorted(byUrgency);
  const words = nexts.map((next) => next.words.replace(/\.$/, ''));
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
