import { z } from 'zod';
import { endpoint, id, moment } from '#platform/contract.ts';

/** Per device: of events, and as many of places; the newest. */
export const MOST_OF_A_KIND = 50;
export const MOST_NOTICES = 2 * MOST_OF_A_KIND;

export const EventState = z.object({
  title: z.string(),
  startTime: moment(),
  location: z.string(),
  cancelled: z.boolean(),
  capacity: z.int().min(1).optional(),
  /** Left out of an event that is on time. */
  lateMinutes: z.int().min(1).optional(),
  /** Of a cancelled event that the device had a place in, by which its calendar cancels it too. */
  editRevision: z.int().min(1).optional(),
  /** Asks whether the person comes, or tells that the place was given to the line because they did not, or that the draw gave none. */
  says: z.enum(['coming', 'released', 'in-line']).optional(),
  /** Of a person who got a place from the waiting list. */
  overlaps: z.array(z.object({ title: z.string(), startTime: moment() })).optional(),
});
export type EventState = z.output<typeof EventState>;

/** All but `event` are about one place: given from the waiting list, moved, removed, or given to another phone. */
export const NoticeKind = z.enum(['event', 'promoted', 'moved', 'removed', 'handed-over']);
export type NoticeKind = z.infer<typeof NoticeKind>;

export const Notice = z.object({
  id: z.string(),
  /** The event may be deleted. Of a moved place the new event. */
  eventId: z.string(),
  kind: NoticeKind,
  /** Null for `event`. */
  playerName: z.string().nullable(),
  was: EventState,
  is: EventState,
  at: z.string(),
  seen: z.boolean(),
});
export type Notice = z.infer<typeof Notice>;

export const listMyNotices = endpoint({
  route: 'GET /api/notices/my',
  summary: 'What changed for this device’s places, newest first; none without a cookie.',
  who: 'anyone',
  answer: z.array(Notice),
});

export const markSeen = endpoint({
  route: 'POST /api/notices/seen',
  summary: 'Mark this device’s notices as seen. Ids of others are ignored.',
  who: 'visitor',
  body: z.object({ ids: z.array(id()).max(MOST_NOTICES) }),
  answer: null,
  status: 204,
  touches: ['notices'],
});
