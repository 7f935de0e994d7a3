import CalendarX from 'lucide-react/icons/calendar-x-2';
import Lock from 'lucide-react/icons/lock';
import QrCodeIcon from 'lucide-react/icons/qr-code';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { useAdminMode } from '#features/access/web/state.ts';
import { UnlockFirst } from '#features/access/web/UnlockFirst.tsx';
import type { FestivalEvent } from '#features/events/contract.ts';
import { likelyEvent } from '#features/events/rules/clock.ts';
import { sortByStart } from '#features/events/rules/programme.ts';
import { useAllEvents } from '#features/events/web/state.ts';
import { isolated } from '#platform/names.ts';
import { tickerTime } from '#platform/time.ts';
import { useNow } from '#platform/web/clock.tsx';
import { useHydrated } from '#platform/web/hydrated.ts';
import { safeStorage } from '#platform/web/safe-storage.ts';
import { buttonClass } from '#platform/web/ui/button.tsx';
import { SelectField } from '#platform/web/ui/field.tsx';
import { Card } from '#platform/web/ui/frames.tsx';
import { EmptyState, Skeleton } from '#platform/web/ui/loading.tsx';
import { WaitingLocked } from './door/UnsentTaps.tsx';
import { QrCodeCard } from './QrCodeCard.tsx';
import { StaffList } from './StaffList.tsx';

/** The event this device checks in for. */
const KEY = 'check-in event';

const over = ({ status }: FestivalEvent): boolean => status === 'completed';

/** Upcoming and running events first, soonest first; completed ones last. */
const inOrder = (events: readonly FestivalEvent[]): FestivalEvent[] => {
  const sorted = sortByStart(events);
  return [...sorted.filter((event) => !over(event)), ...sorted.filter(over)];
};

/** The event of the address, else the one last opened on this device, else the likely one. */
const useChosenEvent = (events: readonly FestivalEvent[], zone: string) => {
  const now = useNow();
  const [path, navigate] = useLocation();
  const hydrated = useHydrated();
  const query = new URLSearchParams(useSearch());
  const [linked, remembered] = hydrated ? [query.get('event'), safeStorage.get(KEY)] : [null, null];
  const [picked, setPicked] = useState<string | null>(null);
  useEffect(() => {
    if (linked !== null) safeStorage.set(KEY, linked);
  }, [linked]);
  const sorted = inOrder(events);
  const find = (wanted: string | null) => sorted.find(({ id }) => id === wanted);
  return {
    event: find(picked) ?? find(linked) ?? find(remembered) ?? likelyEvent(sorted, now),
    options: sorted.map((event) => ({
      value: event.id,
      label: `${isolated(event.title)} · ${tickerTime(event.startTime, zone)}${over(event) ? ' · over' : ''}`,
    })),
    choose: (id: string) => {
      safeStorage.set(KEY, id);
      setPicked(id);
      // The address named another event, which a reload would open.
      if (linked !== null) navigate(path, { replace: true });
    },
  };
};

type QrCheckInProps = {
  zone: string;
  /** What comes under the staff list, passed in by the app. */
  underList?: (event: FestivalEvent) => ReactNode;
};

/** The tab QR Check-In: the code for an event's door, and the staff list. */
export function QrCheckIn({ zone, underList = () => null }: QrCheckInProps) {
  const { data: events } = useAllEvents();
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
        <div className="flex flex-wrap items-end gap-2.5 *:first:flex-[1_1_12rem]">
          <SelectField
            label="Event"
            options={options}
            value={event.id}
            onChange={(change) => choose(change.target.value)}
            className="pr-10 text-ellipsis"
          />
          {on && (
            <Link href={`/admin/events/${event.id}`} className={buttonClass('ghost')} title={event.title}>
              Event’s page
            </Link>
          )}
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
        <UnlockFirst
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
