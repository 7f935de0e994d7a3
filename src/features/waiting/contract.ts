import { z } from 'zod';
import { Answers, Registrations, Rsvp } from '#features/rsvps/contract.ts';
import { email, endpoint, id, moment, name } from '#platform/contract.ts';

/** The email is sent only to the devices of the visitor who gave it and to admins. */
export const WaitingEntry = Rsvp.omit({ checkedIn: true, answers: true }).extend({
  /** 1 for the first in line; 0 while places are to be drawn. */
  rank: z.number(),
  /** The event's, when the rank was read: a later one may mean another rank. */
  revision: z.number(),
  /** Equal for all who get their places together; null for a person who waits alone. */
  groupId: z.string().nullable(),
});
export type WaitingEntry = z.infer<typeof WaitingEntry>;

/** ISO 8601 UTC. */
export const StaffEntry = WaitingEntry.omit({ revision: true }).extend({ createdAt: z.string() });
export type StaffEntry = z.infer<typeof StaffEntry>;

/** The entries of an event are in the order of its line. */
export const ArchivedWaiting = z.object({
  id: id(),
  eventId: id(),
  playerName: name(),
  playerEmail: email().nullable(),
  createdAt: moment(),
  /** Missing in earlier files. */
  groupId: id().nullable().default(null),
  /** A seat is kept for this person until the others of the group have one. */
  holdsSeat: z.boolean().default(false),
  answers: Answers.nullable().default(null),
});
export type ArchivedWaiting = z.output<typeof ArchivedWaiting>;

const params = z.object({ id: id() });

export const myWaiting = endpoint({
  route: 'GET /api/waiting/my',
  summary: 'Where this device waits, with its rank in each line; nowhere without a cookie.',
  who: 'anyone',
  answer: z.array(WaitingEntry),
});

export const joinWaiting = endpoint({
  route: 'POST /api/waiting',
  summary:
    'Join the waiting list of a full event; by `playerNames` several get their places together, and the answer is a list.',
  who: 'anyone',
  body: Registrations,
  answer: z.union([WaitingEntry, z.array(WaitingEntry)]),
  status: 201,
  touches: ['events', 'waiting'],
  idempotent: true,
});

export const leaveWaiting = endpoint({
  route: 'DELETE /api/waiting/{id}',
  summary: 'Leave a waiting list; with `group=whole` everybody who waits together.',
  who: 'owner',
  params,
  query: z.object({ group: z.literal('whole').optional() }),
  answer: null,
  status: 204,
  touches: ['events', 'waiting'],
});

export const listWaiting = endpoint({
  route: 'GET /api/admin/events/{id}/waiting',
  summary: 'Everybody who waits for a place in an event, first come first.',
  who: 'admin',
  params,
  answer: z.array(StaffEntry),
});

export const promoteByHand = endpoint({
  route: 'POST /api/admin/waiting/{id}/promote',
  summary: 'Give somebody who waits a place, whatever their rank, by adding a seat to the event.',
  who: 'admin',
  params,
  bodiless: true,
  answer: Rsvp,
  touches: ['events', 'rsvps', 'waiting'],
});
