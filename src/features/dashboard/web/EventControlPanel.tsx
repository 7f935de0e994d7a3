import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { BigScreenLink } from '#features/brackets/web/BracketLinks.tsx';
import { BracketButtons } from '#features/brackets/web/desk/BracketButtons.tsx';
import type { FestivalEvent } from '#features/events/contract.ts';
import { EventControl } from '#features/events/web/EventControl.tsx';
import { buttonClass } from '#platform/web/ui/button.tsx';
import { absent } from './absent-people.tsx';
import { bracketPageOf } from './parts/admin-tabs.ts';

/** Lets the page of the event lead back here. */
const state = { isFromList: true };
const open = ({ id }: FestivalEvent) => navigate(bracketPageOf(id), { state });

const bracket = (event: FestivalEvent) => (
  <div className="flex flex-wrap items-center gap-2 sm:max-w-44 sm:justify-end xl:max-w-88">
    {event.bracketDrawn && (
      <Link
        href={bracketPageOf(event.id)}
        state={state}
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
export const EventControlPanel = ({ zone }: { zone: string }) => <EventControl zone={zone} bracket={bracket} />;
