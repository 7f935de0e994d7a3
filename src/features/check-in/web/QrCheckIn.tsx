import { useQuery } from '@tanstack/react-query';
import CalendarX from 'lucide-react/icons/calendar-x-2';
import Lock from 'lucide-react/icons/lock';
import QrCodeIcon from 'lucide-react/icons/qr-code';
import type { ReactNode } from 'react';
import { Locked } from '#features/access/web/Locked.tsx';
import { useAdminMode } from '#features/access/web/state.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { eventsQuery } from '#features/events/web/queries.ts';
import { buttonClass } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { EmptyState } from '#platform/web/ui/empty.tsx';
import { SelectField } from '#platform/web/ui/field.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { WaitingLocked } from './door/UnsentTaps.tsx';
import { useChosenEvent } from './parts/chosen-event.ts';
import { QrCodeCard } from './QrCodeCard.tsx';
import { StaffList } from './StaffList.tsx';

type QrCheckInProps = {
  zone: string;
  /** What comes under the staff list, passed in by the app. */
  underList?: (event: FestivalEvent) => ReactNode;
};

/** The tab QR Check-In: the code for an event's door, and the staff list. */
export function QrCheckIn({ zone, underList = () => null }: QrCheckInProps) {
  const { data: events } = useQuery(eventsQuery);
  const { event, options, choose } = useChosenEvent(events ?? [], zone);
  const { on } = useAdminMode();
  return (
    <section aria-labelledby="qr-check-in" className="@container grid grid-cols-[minmax(0,1fr)] gap-5">
      <h2 id="qr-check-in" className="sr-only font-display text-3xl leading-none uppercase @2xl:not-sr-only">
        QR Check-In
      </h2>
      {events === undefined && <Skeleton className="h-12" />}
      {events !== undefined && event === undefined && (
        <EmptyState icon={<CalendarX />} title="No events yet" text="Create an event first; its code appears here." />
      )}
      {event && (
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2.5">
          <SelectField
            label="Event"
            options={options}
            value={event.id}
            onChange={(change) => choose(change.target.value)}
            className="pr-10 text-ellipsis"
          />
          {on && (
            <a href="#qr-code" className={`${buttonClass('ghost')} px-3.5 @2xl:hidden`}>
              <QrCodeIcon aria-hidden="true" />
              QR code
            </a>
          )}
        </div>
      )}
      {event && !on && <WaitingLocked />}
      {event && !on && (
        <Locked
          icon={<Lock />}
          to="see the check-in code and the staff list"
          text="The code opens the check-in, and the list names people and their emails, so only organisers see them."
        />
      )}
      {event && on && (
        <div
          key={event.id}
          className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 @2xl:grid-cols-[minmax(0,1fr)_17rem] @4xl:grid-cols-[minmax(0,1fr)_22rem]"
        >
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <Card
              as="section"
              aria-labelledby="staff-list"
              className="@container grid grid-cols-[minmax(0,1fr)] gap-4 p-4 sm:p-5"
            >
              <h3 id="staff-list" className="sr-only text-xl font-semibold @2xl:not-sr-only">
                Staff list
              </h3>
              <StaffList event={event} zone={zone} />
            </Card>
            {underList(event)}
          </div>
          <QrCodeCard event={event} zone={zone} />
        </div>
      )}
    </section>
  );
}
