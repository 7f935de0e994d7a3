import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { FestivalEvent } from '#features/events/contract.ts';
import { sortByStart } from '#features/events/rules/programme.ts';
import { searchIn } from '#features/events/rules/search.ts';
import { eventsQuery } from '#features/events/web/queries.ts';
import { whyNotRegister } from '#features/rsvps/rules.ts';
import { tickerTime } from '#platform/time.ts';
import { useNow } from '#platform/web/now.tsx';
import { TextField } from '#platform/web/ui/field.tsx';

const SHOWN = 20;

type MoveListProps = {
  from: FestivalEvent;
  zone: string;
  isSending: boolean;
  onMove: (event: FestivalEvent) => void;
};

/** The events with a free seat, soonest first. */
export function MoveList({ from, zone, isSending, onMove }: MoveListProps) {
  const { data: events = [] } = useQuery(eventsQuery);
  const now = useNow();
  const [typed, setTyped] = useState('');
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => search.current?.focus(), []);
  const open = useMemo(() => {
    const isOpen = (event: FestivalEvent) =>
      event.id !== from.id && event.googleDocUrl === null && whyNotRegister({ event, now, placesHere: 0 }) === null;
    return sortByStart(events.filter(isOpen));
  }, [events, from.id, now]);
  const found = useMemo(() => open.filter(searchIn(open, typed)), [open, typed]);
  const hidden = found.length - SHOWN;
  return (
    <>
      <TextField
        ref={search}
        label="Move to which event?"
        type="search"
        placeholder="Title, host or location…"
        autoComplete="off"
        value={typed}
        onChange={(change) => setTyped(change.target.value)}
      />
      <ul aria-label="Events with a free seat" className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {found.slice(0, SHOWN).map((event) => (
          <li key={event.id}>
            <button
              type="button"
              aria-disabled={isSending || undefined}
              onClick={() => !isSending && onMove(event)}
              className="grid min-h-13 w-full cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 rounded-xl border border-line bg-deep px-3.5 py-2 text-left hover:border-mute"
            >
              <span className="font-semibold [overflow-wrap:anywhere]">{event.title}</span>
              <span className="row-span-2 text-sm font-semibold whitespace-nowrap text-mute">
                {event.capacity - event.currentRegistrations} free
              </span>
              <span className="text-sm text-mute [overflow-wrap:anywhere]">
                {tickerTime(event.startTime, zone)} · {event.location}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="text-center text-mute empty:hidden">
        {found.length === 0 && 'No event with a free seat.'}
        {hidden > 0 && `${hidden} more: type to find them.`}
      </p>
    </>
  );
}
