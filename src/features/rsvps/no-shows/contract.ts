/** docs/behaviour.md "No-shows" */
import { z } from 'zod';
import { endpoint, id } from '#platform/contract.ts';
import { DOOR } from '#platform/staff.ts';
import { Rsvp } from '../contract.ts';

const params = z.object({ id: id() });

export const keepPlace = endpoint({
  route: 'PUT /api/rsvps/{id}/coming',
  summary: 'Say that the person of a place is coming: it is kept a quarter of an hour longer.',
  who: 'owner',
  params,
  bodiless: true,
  answer: Rsvp,
  touches: ['rsvps'],
});

const Person = z.object({ id: z.string(), playerName: z.string() });
export const NoShows = z.object({
  missing: z.array(Person),
  /** Given to the line. Checked in, they get a place again while one is free. */
  released: z.array(Person),
});
export type NoShows = z.infer<typeof NoShows>;

export const listNoShows = endpoint({
  route: 'GET /api/events/{id}/no-shows',
  summary: 'Who did not come to an event where check-in began, and whose places were given to the line for that.',
  who: 'admin',
  helpers: { roles: DOOR, id: 'event' },
  params,
  answer: NoShows,
});

export const releaseNoShows = endpoint({
  route: 'POST /api/events/{id}/release',
  summary: 'Give the places of people who did not come to the line. Those who are there meanwhile keep theirs.',
  who: 'admin',
  helpers: { roles: DOOR, id: 'event' },
  params,
  body: z.object({ rsvpIds: z.array(id()).min(1).max(1000) }),
  answer: z.object({ released: z.number() }),
  touches: ['events', 'rsvps'],
});
