import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#platform/web/api.ts';
import type { createEvent, listEvents, NewEvent } from '../contract.ts';

const EVENTS_REFRESH = 30_000;

/** Every event by start time; arrives with the page. */
export const eventsQuery = queryOptions({
  queryKey: ['events'],
  queryFn: ({ signal }) => call<typeof listEvents>('GET /api/events', { signal }),
});

/** The same list, refetched every 30 s (spec section 7). Only the ticker observes this one, so it is asked once. */
export const tickerQuery = queryOptions({ ...eventsQuery, refetchInterval: EVENTS_REFRESH });

export const createEventMutation = mutationOptions({
  mutationKey: ['events', 'create'],
  mutationFn: (body: NewEvent) => call<typeof createEvent>('POST /api/events', { body }),
});
