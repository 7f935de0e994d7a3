/** docs/behaviour.md "Queue" */
import { z } from 'zod';
import { endpoint, id, maybe, name, text } from '#platform/contract.ts';
import { QUEUE } from '#platform/staff.ts';
import { NOTE } from './limits.ts';

/** `position` from 1, `about` in minutes; null for who does not wait, and where nobody can tell. */
export const QueueEntry = z.object({
  id: z.string(),
  position: z.number().nullable(),
  about: z.number().nullable(),
  name: z.string(),
  note: z.string().nullable(),
  state: z.enum(['waiting', 'called', 'done', 'gone']),
  /** The phone showed the call. */
  seen: z.boolean(),
  /** How often they were not here at their turn. */
  absences: z.number(),
});
export type QueueEntry = z.infer<typeof QueueEntry>;
export type QueueState = QueueEntry['state'];

export const MyQueueEntry = QueueEntry.extend({ eventId: z.string() });
export type MyQueueEntry = z.infer<typeof MyQueueEntry>;

const params = z.object({ id: id() });
const touches = ['queue'] as const;
const work = { who: 'admin', params, touches } as const;
const atEvent = { ...work, helpers: { roles: QUEUE, id: 'event' } } as const;
const atEntry = { ...work, helpers: { roles: QUEUE, id: 'queue' } } as const;

export const takeNumber = endpoint({
  route: 'POST /api/events/{id}/queue',
  summary: 'Take a number in the queue of an event, for a name, with a line for the host.',
  who: 'anyone',
  params,
  body: z.object({ playerName: name(), note: maybe(text(NOTE, 1)), isFriend: z.boolean().optional() }),
  answer: QueueEntry.pick({ id: true, position: true, about: true }),
  status: 201,
  touches,
  idempotent: true,
});

export const listQueue = endpoint({
  route: 'GET /api/events/{id}/queue',
  summary: 'The queue of an event: who is up, who waits in order, then who was up. The same for everybody.',
  who: 'anyone',
  params,
  answer: z.array(QueueEntry),
  cachedUntil: touches,
});

export const listMyNumbers = endpoint({
  route: 'GET /api/queue/my',
  summary: 'Where people of this device wait in queues or are called; nobody without a cookie.',
  who: 'anyone',
  answer: z.array(MyQueueEntry),
});

export const leaveQueue = endpoint({
  route: 'DELETE /api/queue/{id}',
  summary: 'Give a number back, or take somebody out of the queue.',
  who: 'owner',
  helpers: { roles: QUEUE, id: 'queue' },
  params,
  answer: null,
  status: 204,
  touches,
});

export const callNext = endpoint({
  route: 'POST /api/events/{id}/queue/next',
  summary:
    'Call the first of the queue. `entryId`: who was seen first; called already they are answered, and nobody else is called.',
  body: z.object({ entryId: maybe(id()) }),
  bodyOptional: true,
  answer: QueueEntry,
  ...atEvent,
});

export const markDone = endpoint({
  route: 'POST /api/queue/{id}/done',
  summary: 'Say that somebody of the queue had their turn.',
  bodiless: true,
  answer: QueueEntry,
  ...atEntry,
});

export const markAbsent = endpoint({
  route: 'POST /api/queue/{id}/absent',
  summary:
    'Say that a called person is not here: they wait behind two others, the second time they are out. `absences`: how often they were not here before; with another number nothing changes.',
  body: z.object({ absences: z.number().int().min(0).optional() }),
  bodyOptional: true,
  answer: QueueEntry,
  ...atEntry,
});

export const pauseQueue = endpoint({
  route: 'PUT /api/events/{id}/queue/pause',
  summary: 'Give out no numbers for a while, or again.',
  body: z.object({ paused: z.boolean() }),
  answer: z.object({ paused: z.boolean() }),
  ...atEvent,
  touches: ['queue', 'events'],
});

export const sawTurn = endpoint({
  route: 'POST /api/queue/{id}/seen',
  summary: 'Say that this device showed its person that they are up.',
  who: 'owner',
  params,
  bodiless: true,
  answer: null,
  status: 204,
  touches,
});
