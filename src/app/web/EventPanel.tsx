import { useQuery } from '@tanstack/react-query';
import Lock from 'lucide-react/icons/lock';
import { useRef } from 'react';
import { useLocation } from 'wouter';
import { Locked } from '#features/access/web/Locked.tsx';
import { useAdminMode } from '#features/access/web/state.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { EventLoading } from '#features/events/web/EventLoading.tsx';
import { eventsQuery } from '#features/events/web/queries.ts';
import { useHydrated } from '#platform/web/hydrated.ts';
import { EmptyState } from '#platform/web/ui/empty.tsx';
import { eventIdIn } from './admin-tabs.ts';
import { BackLink, EventDesk } from './EventDesk.tsx';

const BACK = <BackLink to="/admin/events" name="Back to the list" />;

/** The page of one event, `/admin/events/ID`. The server renders the same one for every event. */
export function EventPanel({ zone }: { zone: string }) {
  const id = eventIdIn(useLocation()[0]);
  const { data: events } = useQuery(eventsQuery);
  const { on, dialog } = useAdminMode();
  const hydrated = useHydrated();
  const last = useRef<FestivalEvent>(undefined);
  if (!hydrated || events === undefined) return <EventLoading />;
  const event = events.find((one) => one.id === id);
  if (event !== undefined) last.current = event;
  // One that is deleted meanwhile stays, so that what is typed can be created again.
  const shown = event ?? (last.current?.id === id ? last.current : undefined);
  if (shown === undefined)
    return (
      <div className="grid gap-4">
        <span>{BACK}</span>
        <EmptyState
          icon={<Lock />}
          title="That event is no longer there"
          text="It was deleted, or the address is wrong. Manage Events has all there are."
        />
      </div>
    );
  // While the password is asked for, what was typed stays.
  if (!on && dialog !== 'open')
    return (
      <div className="grid gap-4">
        <span>{BACK}</span>
        <Locked
          icon={<Lock />}
          to={`work on ${shown.title}`}
          text="Here are its people, its bracket and its details, for organisers."
        />
      </div>
    );
  return (
    <>
      {event === undefined && (
        <p role="status" className="mb-4 rounded-xl border border-coral px-4 py-3 font-semibold">
          This event has just been deleted.
        </p>
      )}
      <EventDesk key={shown.id} event={shown} events={events} zone={zone} heading="h2" back={BACK} />
    </>
  );
}
