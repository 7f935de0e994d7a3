import { useQuery } from '@tanstack/react-query';
import type { FestivalEvent } from '#features/events/contract.ts';
import { hasLine } from '#features/events/rules/clock.ts';
import { myRsvpsQuery } from '#features/rsvps/web/queries.ts';
import { useNow } from '#platform/web/now.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { canJoinLine, lineWords, togetherWords } from '../rules.ts';
import { LeaveLine } from './LeaveLine.tsx';
import { useMyEntries } from './queries.ts';

type WaitingHereProps = { event: FestivalEvent; onJoin: (eventId: string) => void };

/** In the details dialog: where this device stands in the line of the event, with buttons to leave and to add a person. */
export function WaitingHere({ event, onJoin }: WaitingHereProps) {
  const now = useNow();
  const entries = useMyEntries().filter(({ eventId }) => eventId === event.id);
  const { data: rsvps = [] } = useQuery(myRsvpsQuery);
  const places = rsvps.filter(({ eventId }) => eventId === event.id);
  if (entries.length === 0 || !hasLine(event, now)) return null;
  return (
    <section aria-label="On the waiting list" className="grid gap-3">
      <h3 className="font-semibold">On the waiting list</h3>
      <ul className="grid gap-2">
        {entries.map((entry) => (
          <li
            key={entry.id}
            className="flex flex-wrap items-center justify-between gap-3 rounded-xl border border-line px-4 py-2.5"
          >
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {entry.playerName}{' '}
              <span className="text-mute">· {lineWords([entry], event) + togetherWords(entry, entries)}</span>
            </span>
            <LeaveLine entry={entry} event={event} />
          </li>
        ))}
      </ul>
      {canJoinLine(event, now, entries.length + places.length) && (
        <Button tone="ghost" className="justify-self-start" onClick={() => onJoin(event.id)}>
          Add another person to the waiting list
        </Button>
      )}
    </section>
  );
}
