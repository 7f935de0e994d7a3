import { z } from 'zod';
import { endpoint, id, name } from '#platform/contract.ts';

export const AmendmentKind = z.enum(['renamed', 'moved', 'removed']);
export type AmendmentKind = z.infer<typeof AmendmentKind>;

export const Amendment = z.object({
  id: z.string(),
  kind: AmendmentKind,
  placeId: z.string(),
  /** Of a moved place, the event that it left. */
  eventId: z.string(),
  playerName: z.string(),
  /** The new name, or the title of the new event; null for a removed place. */
  became: z.string().nullable(),
  /** ISO 8601 UTC. */
  undoUntil: z.string(),
});
export type Amendment = z.infer<typeof Amendment>;

export const Amended = Amendment.extend({
  promoted: z.string().nullable(),
  forfeited: z.number(),
});
export type Amended = z.infer<typeof Amended>;

const params = z.object({ id: id() });
const amends = { who: 'admin', params, answer: Amended } as const;

export const renamePlace = endpoint({
  route: 'POST /api/rsvps/{id}/rename',
  summary: 'Correct the name of a place, also in the event’s bracket.',
  body: z.object({ playerName: name() }),
  touches: ['rsvps', 'matches', 'leaderboard'],
  ...amends,
});

export const movePlace = endpoint({
  route: 'POST /api/rsvps/{id}/move',
  summary: 'Move a place to another event with a free seat.',
  body: z.object({ eventId: id() }),
  touches: ['events', 'rsvps', 'waiting'],
  ...amends,
});

/** `forfeit`: a player of the drawn bracket forfeits the matches that are ready. */
export const removePlace = endpoint({
  route: 'POST /api/rsvps/{id}/remove',
  summary: 'Remove a place; its seat goes to the waiting list first.',
  body: z.object({ forfeit: z.boolean().optional() }),
  bodyOptional: true,
  touches: ['events', 'rsvps', 'waiting', 'matches', 'leaderboard'],
  ...amends,
});

export const listAmendments = endpoint({
  route: 'GET /api/events/{id}/amendments',
  summary: 'What organisers did to places of an event and can still undo.',
  who: 'admin',
  params,
  answer: z.array(Amendment),
});

const Undone = z.object({ playerName: z.string(), eventTitle: z.string(), outcome: z.enum(['place', 'waiting']) });
export type Undone = z.infer<typeof Undone>;

export const undoAmendment = endpoint({
  route: 'POST /api/amendments/{id}/undo',
  summary: 'Undo it within a minute. If the seat was taken in the meantime, the person waits at the head of the line.',
  who: 'admin',
  params,
  bodiless: true,
  answer: Undone,
  touches: ['events', 'rsvps', 'waiting', 'matches', 'leaderboard'],
});
