import { z } from 'zod';
import { bounded, endpoint, id } from '#platform/contract.ts';

const CALENDAR = { answer: z.string(), mediaType: 'text/calendar; charset=utf-8' } as const;

export const programmeCalendar = endpoint({
  route: 'GET /calendar.ics',
  summary: 'The whole programme, to subscribe to.',
  who: 'anyone',
  cachedUntil: ['events', 'festival'],
  ...CALENDAR,
});

export const eventCalendar = endpoint({
  route: 'GET /calendar/events/{id}.ics',
  summary: 'One event, to add to a calendar.',
  who: 'anyone',
  params: z.object({ id: id() }),
  cachedUntil: ['events', 'festival'],
  ...CALENDAR,
});

export const personalCalendar = endpoint({
  route: 'GET /calendar/{token}.ics',
  summary: 'The events a visitor has a place in, at an address that only they know.',
  who: 'anyone',
  params: z.object({ token: bounded(200) }),
  ...CALENDAR,
});

/** http or https; calendar apps subscribe to it as `webcal:`. */
export const Subscription = z.object({ address: z.string() });
export type Subscription = z.infer<typeof Subscription>;

export const readSubscription = endpoint({
  route: 'GET /api/calendar/subscription',
  summary: 'The secret address of this visitor’s calendar; null for an organiser who is none.',
  who: 'visitor',
  answer: Subscription.nullable(),
});

export const renewSubscription = endpoint({
  route: 'POST /api/calendar/subscription',
  summary: 'A new secret address; the earlier one is void.',
  who: 'visitor',
  bodiless: true,
  answer: Subscription.nullable(),
  touches: [],
});
