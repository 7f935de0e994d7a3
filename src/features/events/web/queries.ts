import { mutationOptions } from '@tanstack/react-query';
import { call } from '#platform/web/api.ts';
import { liveList } from '#platform/web/live-list.ts';
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
import { byStart } from '../rules/order.ts';

/** Milliseconds (docs/behaviour.md "Programme"). */
const EVENTS_REFRESH = 30_000;

/** Every event by start time; arrives with the page. */
export const eventsQuery = liveList({
  queryKey: ['events'],
  topic: 'events',
  order: byStart,
  poll: EVENTS_REFRESH,
  read: (sending) => call<typeof listEvents>('GET /api/events', sending),
});

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
