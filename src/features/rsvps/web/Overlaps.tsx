import { useQuery } from '@tanstack/react-query';
import ClockAlert from 'lucide-react/icons/clock-alert';
import type { FestivalEvent } from '#features/events/contract.ts';
import { overlapNote, overlapping, overlapWords } from '#features/events/rules/schedule.ts';
import { useEvents } from '#features/events/web/state.ts';
import { joinSchedule } from '../rules.ts';
import { myRsvpsQuery } from './queries.ts';

type OverlapsProps = {
  event: FestivalEvent;
  zone: string;
  /** The person who wants a place; null for everybody of this device. */
  person: string | null;
  /** Whether others want a place with this person. */
  isNamed?: boolean;
};

/** Says where this device's people are at the time of the event. It forbids nothing. */
export function Overlaps({ event, zone, person, isNamed = false }: OverlapsProps) {
  const { known = [] } = useEvents();
  const { data: mine = [] } = useQuery(myRsvpsQuery);
  const overlaps = overlapping(joinSchedule(mine, known), event, person);
  const several = isNamed || (person === null && new Set(mine.map(({ playerName }) => playerName)).size > 1);
  return (
    <div role="status" className="grid gap-1.5 empty:hidden">
      {overlaps.map((entry) => (
        <Note key={entry.rsvp.id}>
          {`${several ? `${entry.rsvp.playerName} is` : 'You are'} in ${overlapWords(entry.event, event, zone)}.`}
        </Note>
      ))}
    </div>
  );
}

/** On a card of My schedule. */
export const OverlapNote = ({ events, zone }: { events: readonly FestivalEvent[]; zone: string }) => (
  <Note>{overlapNote(events, zone)}</Note>
);

const Note = ({ children }: { children: string }) => (
  <p className="flex items-start gap-2 font-semibold text-sun [overflow-wrap:anywhere]">
    <ClockAlert aria-hidden="true" className="mt-0.5 size-5 flex-none" />
    <span className="min-w-0">{children}</span>
  </p>
);
