import { type QueryClient, queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useAdminMode } from '#features/access/web/state.ts';
import { useFestival } from '#features/festival/web/queries.ts';
import { UNDO_REFRESH } from '#platform/undo.ts';
import { request } from '#platform/web/api.ts';
import { useNow } from '#platform/web/clock.tsx';
import { useIsOfflineCopy } from '#platform/web/data-age.tsx';
import { once } from '#platform/web/forms.ts';
import { whenHydrated } from '#platform/web/hydrated.ts';
import { liveList } from '#platform/web/live-list.ts';
import { showError } from '#platform/web/ui/toast.ts';
import type * as contract from '../contract.ts';
import { type FirstEvents, isDayHome, isFestivalOver } from '../rules/first-events.ts';
import { byStart } from '../rules/order.ts';

/** Milliseconds (docs/behaviour.md "Programme"). */
const EVENTS_REFRESH = 30_000;

/** Every event by start time. Asked for after hydration, unless the page carried them all. */
export const eventsQuery = liveList({
  queryKey: ['events'],
  topic: 'events',
  order: byStart,
  poll: EVENTS_REFRESH,
  read: async (sending) => {
    await whenHydrated();
    return request<typeof contract.listEvents>('GET /api/events', sending);
  },
});

/** Every event as organisers see it: drafts too, and all before the programme opens. Ask for it only in admin mode. */
export const adminEventsQuery = liveList({
  queryKey: ['events', 'admin'],
  topic: 'events:admin',
  order: byStart,
  poll: EVENTS_REFRESH,
  read: (sending) => request<typeof contract.listAllEvents>('GET /api/admin/events', sending),
});

const deskEventsQuery = queryOptions({
  queryKey: ['events', 'desk'],
  queryFn: ({ signal }) => request<typeof contract.listAllEvents>('GET /api/admin/events', { signal }),
  refetchInterval: EVENTS_REFRESH,
});

/** For screens of staff: every event that this device may see. */
export function useAllEvents() {
  const { on, desk } = useAdminMode();
  const shown = useQuery(eventsQuery);
  const all = useQuery({ ...adminEventsQuery, enabled: on });
  // A helper hears of drafts by no stream: their list stands in while there is no public one.
  const isClosed = !on && desk !== null && shown.data?.length === 0;
  const ofDesk = useQuery({ ...deskEventsQuery, enabled: isClosed });
  if (isClosed && ofDesk.data !== undefined) return ofDesk;
  return on && (all.data !== undefined || shown.data === undefined) ? all : shown;
}

/** What came with the page. This query is never fetched, and no topic touches it. */
const firstEventsQuery = queryOptions<FirstEvents>({ queryKey: ['first events'], queryFn: skipToken });

export const seedEvents = (client: QueryClient, first: FirstEvents): void => {
  if (first.events.length < first.count) client.setQueryData(firstEventsQuery.queryKey, first);
  else client.setQueryData(eventsQuery.queryKey, first.events.toSorted(byStart));
};

/** An offline copy may be older than the page, which has events that it lacks. */
function withNewer(copy: contract.FestivalEvent[], { events }: FirstEvents): contract.FestivalEvent[] {
  const copied = new Set(copy.map(({ id }) => id));
  const newer = events.filter(({ id }) => !copied.has(id));
  return newer.length === 0 ? copy : [...copy, ...newer].sort(byStart);
}

type KnownEvents = {
  /** Every event, or those that came with the page; undefined when neither is there. */
  readonly known: readonly contract.FestivalEvent[] | undefined;
  readonly all: readonly contract.FestivalEvent[] | undefined;
  /** Until all are there. */
  readonly first: FirstEvents | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
};

/** Returns the events that this page knows, from its first moment on. */
export function useEvents(): KnownEvents {
  const { data: first } = useQuery(firstEventsQuery);
  const { data: list, isError, refetch } = useQuery(eventsQuery);
  const isCopy = useIsOfflineCopy(eventsQuery.queryKey);
  const all = useMemo(() => (isCopy && list && first ? withNewer(list, first) : list), [isCopy, list, first]);
  return {
    known: all ?? first?.events,
    all,
    first: all === undefined ? first : undefined,
    failed: isError && all === undefined,
    retry: () => void refetch(),
  };
}

/** Returns whether home begins with the visitor's own day. */
export function useIsDayHome(zone: string): boolean {
  const { all, first } = useEvents();
  const now = useNow();
  return useMemo(() => (all ? isDayHome(all, { zone, now }) : (first?.isDay ?? false)), [all, first, zone, now]);
}

/** Returns whether every event is over. */
export function useIsOver(): boolean {
  const { timeZone: zone } = useFestival();
  const { all, first } = useEvents();
  const now = useNow();
  return useMemo(() => (all ? isFestivalOver(all, { zone, now }) : (first?.isOver ?? false)), [all, first, zone, now]);
}

export const createEvent = once('event', (body: contract.NewEvent, idempotencyKey) =>
  request<typeof contract.createEvent>('POST /api/events', { body, idempotencyKey }),
);

export const editEvent = ({ id, body }: { id: string; body: contract.EventEdit }) =>
  request<typeof contract.editEvent>('PATCH /api/events/{id}', { params: { id }, body });

/** Deleted events that can still be restored, for organisers. */
export const deletedEventsQuery = queryOptions({
  queryKey: ['events', 'deleted'],
  queryFn: ({ signal }) => request<typeof contract.listDeletedEvents>('GET /api/admin/deleted-events', { signal }),
  refetchInterval: ({ state }) => (state.data?.length ? UNDO_REFRESH : false),
  meta: { topic: 'deletions' },
});

export const changeStatus = ({ id, ...body }: { id: string } & contract.StatusChange) =>
  request<typeof contract.changeStatus>('PATCH /api/events/{id}/status', { params: { id }, body });

/** Who gets which points of an event. `revision` is the bracket's, so that each result is asked for again. */
export const eventPointsQuery = (id: string, revision = 0) =>
  queryOptions({
    queryKey: ['points of event', id, revision],
    queryFn: ({ signal }) =>
      request<typeof contract.readEventPoints>('GET /api/events/{id}/points', { params: { id }, signal }),
    meta: { topic: 'points' },
  });

const WARNINGS_MS = 30_000;

/** Warnings. No topic announces them, so they are fetched on every mount and every 30 s. */
export const warningsQuery = queryOptions({
  queryKey: ['attention'],
  queryFn: ({ signal }) => request<typeof contract.listWarnings>('GET /api/admin/attention', { signal }),
  refetchOnMount: 'always',
  refetchInterval: WARNINGS_MS,
});

/** The event whose form is open. The form of an event that is deleted closes, and a toast says why. */
export function useEventOfForm() {
  const [eventId, open] = useState<string | null>(null);
  const { known: events } = useEvents();
  const event = eventId === null ? undefined : events?.find(({ id }) => id === eventId);
  const isGone = eventId !== null && events !== undefined && event === undefined;
  useEffect(() => {
    if (!isGone) return;
    open(null);
    showError('This event is not in the programme any more.');
  }, [isGone]);
  return { event, open, close: () => open(null) };
}
