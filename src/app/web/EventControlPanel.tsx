import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { Link, useSearch } from 'wouter';
import { useAdminMode } from '#features/access/web/state.ts';
import { BigScreenLink } from '#features/brackets/web/BigScreenLink.tsx';
import { BracketButtons } from '#features/brackets/web/desk/BracketButtons.tsx';
import { BracketDesk } from '#features/brackets/web/desk/BracketDesk.tsx';
import { staffListQuery } from '#features/check-in/web/queries.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { EventControl } from '#features/events/web/EventControl.tsx';
import { eventsQuery } from '#features/events/web/queries.ts';
import { changeQuery } from '#platform/web/change-query.ts';
import { useHydrated } from '#platform/web/hydrated.ts';
import { buttonClass } from '#platform/web/ui/button.tsx';
import { absent } from './absent-people.tsx';

/** Query parameter with the open bracket: `/admin/control?bracket=EVENT`. */
const OPEN = 'bracket';

const open = ({ id }: FestivalEvent) => changeQuery({ [OPEN]: id }, { replace: false });

const bracket = (event: FestivalEvent) => (
  <div className="flex flex-wrap items-center gap-2 sm:max-w-44 sm:justify-end xl:max-w-88">
    {event.bracketDrawn && (
      <Link
        href={`/admin/control?${OPEN}=${encodeURIComponent(event.id)}`}
        aria-label={`Open Bracket: ${event.title}`}
        className={buttonClass('sea')}
      >
        Open Bracket
      </Link>
    )}
    <BigScreenLink event={event} />
    <BracketButtons event={event} onDrawn={open} absent={absent} />
  </div>
);

/** Combines event status (events) with bracket actions (brackets). */
export function EventControlPanel({ zone }: { zone: string }) {
  const { data: events } = useQuery(eventsQuery);
  const hydrated = useHydrated();
  const opened = new URLSearchParams(useSearch()).get(OPEN);
  // A deleted event has no bracket: show the list.
  const event = events?.find(({ id }) => id === opened);
  // The server renders the list for every address.
  if (!hydrated || event === undefined) {
    const gone = hydrated && opened !== null && events !== undefined;
    return (
      <>
        <div role="status">
          {gone && (
            <p className="mb-4 rounded-xl border border-coral bg-panel px-4 py-3 font-semibold">
              That event is no longer there: it has been deleted. These are the events there are now.
            </p>
          )}
        </div>
        <EventControl zone={zone} bracket={bracket} />
      </>
    );
  }
  return <BracketDesk key={event.id} event={event} zone={zone} usePlaces={usePlaces} back={back} absent={absent} />;
}

/** Asked only in admin mode: the list is for organisers. */
const usePlaces = (eventId: string) => {
  const { on } = useAdminMode();
  return useQuery({ ...staffListQuery(eventId), enabled: on }).data;
};

const back = (
  <Link href="/admin/control" aria-label="Event Control" className={buttonClass('ghost', 'icon')}>
    <ArrowLeft aria-hidden="true" />
  </Link>
);
