import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#platform/web/api.ts';
import type {
  changeStatus,
  createEvent,
  deleteEvent,
  EventEdit,
  EventStatus,
  editEvent,
  listEvents,
  NewEvent,
} from '../contract.ts';

const EVENTS_REFRESH = 30_000;

/** Every event by start time; arrives with the page. */
export const eventsQuery = queryOptions({
  queryKey: ['events'],
  queryFn: ({ signal }) => call<typeof listEvents>('GET /api/events', { signal }),
});

/** The same list, refetched every 30 s. Observed by the ticker and the display. */
export const tickerQuery = queryOptions({ ...eventsQuery, refetchInterval: EVENTS_REFRESH });

export const createEventMutation = mutationOptions({
  mutationKey: ['events', 'create'],
  mutationFn: (body: NewEvent) => call<typeof createEvent>('POST /api/events', { body }),
});

export const editEventMutation = mutationOptions({
  mutationKey: ['events', 'edit'],
  mutationFn: ({ id, body }: { id: string; body: EventEdit }) =>
    call<typeof editEvent>('PATCH /api/events/{id}', { params: { id }, body }),
});

export const deleteEventMutation = mutationOptions({
  mutationKey: ['events', 'delete'],
  mutationFn: (id: string) => call<typeof deleteEvent>('DELETE /api/events/{id}', { params: { id } }),
});

export const changeStatusMutation = mutationOptions({
  mutationKey: ['events', 'status'],
  mutationFn: ({ id, status }: { id: string; status: EventStatus }) =>
    call<typeof changeStatus>('PATCH /api/events/{id}/status', { params: { id }, body: { status } }),
});
