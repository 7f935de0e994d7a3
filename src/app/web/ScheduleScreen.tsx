/** My schedule: places (rsvps) with calendars, lines (waiting), the next match (brackets) and links to the programme. */
import CalendarSync from 'lucide-react/icons/calendar-sync';
import { useState } from 'react';
import { NextMatch } from '#features/brackets/web/NextMatch.tsx';
import { AddToCalendar } from '#features/calendar/web/AddToCalendar.tsx';
import type { FestivalEvent } from '#features/events/contract.ts';
import type { Between } from '#features/events/rules/filters.ts';
import { type NextFor, SchedulePage } from '#features/rsvps/web/SchedulePage.tsx';
import { WaitingLines } from '#features/waiting/web/WaitingLines.tsx';
import { LazyBoundary } from '#platform/web/LazyBoundary.tsx';
import { onDemand } from '#platform/web/on-demand.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { programmeAddress } from './home-address.ts';

const SubscribeDialog = onDemand(() =>
  import('#features/calendar/web/SubscribeDialog.tsx').then((module) => module.SubscribeDialog),
);

const next: NextFor = (event, rsvp, named) =>
  event.bracketDrawn && <NextMatch eventId={event.id} entrantId={rsvp.id} name={named ? rsvp.playerName : undefined} />;

/** What still takes people in a free stretch of time. */
const fitAddress = (fits: Between): string =>
  `${programmeAddress({ type: null, day: null, part: 1, seats: true, fits })}#events`;

const offer = (event: FestivalEvent) => event.status !== 'completed' && <AddToCalendar event={event} iconOnly />;

export function ScheduleScreen({ zone }: { zone: string }) {
  const [isSubscribing, setSubscribing] = useState(false);
  const close = () => setSubscribing(false);
  return (
    <>
      <SchedulePage
        zone={zone}
        next={next}
        offer={offer}
        actions={
          <Button tone="ghost" onClick={() => setSubscribing(true)}>
            <CalendarSync aria-hidden="true" />
            Subscribe
          </Button>
        }
        fitAddress={fitAddress}
        more={<WaitingLines zone={zone} />}
      />
      <LazyBoundary onMissing={close}>{isSubscribing && <SubscribeDialog onClose={close} />}</LazyBoundary>
    </>
  );
}
