import { z } from 'zod';
import { endpoint, id, maybe, moment, text } from '#platform/contract.ts';
import { HOST } from '#platform/staff.ts';
import { MOST_SHOWN, TEXT_LIMIT } from './limits.ts';

/** `event`: people with a place in it or in line. `staff`: organisers and helpers. */
export const Audience = z.enum(['everybody', 'event', 'staff']);
export type Audience = z.infer<typeof Audience>;

export const Message = z.object({
  id: z.string(),
  /** With the Markdown of announcements. */
  text: z.string(),
  urgent: z.boolean(),
  audience: Audience,
  eventId: z.string().nullable(),
  /** 'Priya, organiser' */
  from: z.string(),
  at: z.string(),
  endsAt: z.string(),
  /** Rises with an edit: phones show it again. */
  revision: z.int().min(1),
  /** Of an urgent message, for staff: phones that showed it, as a push message or on an open page. */
  phones: z.number().optional(),
});
export type Message = z.infer<typeof Message>;

const body = z.object({ text: text(TEXT_LIMIT, 1) });

export const NewMessage = body
  .extend({
    urgent: z.boolean(),
    audience: Audience,
    eventId: id().nullish(),
    /** By default two hours for an urgent message, else the festival's end. */
    endsAt: maybe(moment()),
  })
  .refine(({ audience, eventId = null }) => (audience === 'event') === (eventId !== null), {
    error: 'must name the event whose people are told, and is for them alone',
    path: ['eventId'],
  });
export type NewMessage = z.output<typeof NewMessage>;

const params = z.object({ id: id() });
const touches = ['messages'];

export const noteShown = endpoint({
  route: 'POST /api/messages/shown',
  summary:
    'Say that this device’s open page shows these urgent messages. Noted are those to this device, with the text that they have now; of a browser that holds nothing here none.',
  who: 'anyone',
  body: z.object({
    messages: z
      .array(z.object({ id: id(), revision: z.int().min(1) }))
      .min(1)
      .max(MOST_SHOWN),
  }),
  answer: null,
  status: 204,
  touches: [],
});

export const listMessages = endpoint({
  route: 'GET /api/messages',
  summary: 'The messages in force that the caller may read, newest first.',
  who: 'anyone',
  answer: z.array(Message),
});

export const listPublicMessages = endpoint({
  route: 'GET /api/messages/public',
  summary: 'The messages to everybody, newest first. Some may have ended a moment ago.',
  who: 'anyone',
  cachedUntil: ['messages'],
  answer: z.array(Message),
});

export const listMyMessages = endpoint({
  route: 'GET /api/messages/my',
  summary: 'The messages in force to the people of events that this device has a place in or waits for, newest first.',
  who: 'anyone',
  answer: z.array(Message),
});

export const writeMessage = endpoint({
  route: 'POST /api/messages',
  summary: 'Tell everybody, the people of an event or the staff something. Hosts tell the people of their event.',
  who: 'admin',
  helpers: { roles: HOST, id: 'event', in: 'body' },
  body: NewMessage,
  answer: Message,
  status: 201,
  touches,
  idempotent: true,
});

export const editMessage = endpoint({
  route: 'PATCH /api/messages/{id}',
  summary: 'Change the text of a message, within a minute of writing it.',
  who: 'admin',
  helpers: { roles: HOST, id: 'message' },
  params,
  body,
  answer: Message,
  touches,
});

export const withdrawMessage = endpoint({
  route: 'DELETE /api/messages/{id}',
  summary: 'Withdraw a message: it leaves every screen.',
  who: 'admin',
  helpers: { roles: HOST, id: 'message' },
  params,
  answer: null,
  status: 204,
  touches,
});
