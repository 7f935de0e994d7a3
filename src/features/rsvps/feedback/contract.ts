/** docs/behaviour.md "The week after" */
import { z } from 'zod';
import { endpoint, id, moment, text, whole } from '#platform/contract.ts';
import { HOST } from '#platform/staff.ts';
import { STARS, TEXT } from './limits.ts';

const Given = z.object({ stars: whole(STARS), text: text(TEXT).default('') });

/** What a visitor said of an event. */
export const Feedback = z.object({ eventId: z.string(), stars: z.number(), text: z.string() });
export type Feedback = z.infer<typeof Feedback>;

export const ArchivedFeedback = Given.extend({ id: id(), eventId: id(), givenAt: moment() });
export type ArchivedFeedback = z.output<typeof ArchivedFeedback>;

const params = z.object({ id: id() });

export const listMyFeedback = endpoint({
  route: 'GET /api/feedback/my',
  summary: 'What this visitor said of events; nothing without a cookie.',
  who: 'anyone',
  answer: z.array(Feedback),
});

export const giveFeedback = endpoint({
  route: 'POST /api/events/{id}/feedback',
  summary: 'Say how an event was: five stars and a line, by a device with a checked-in place, for a week from its end.',
  who: 'visitor',
  params,
  body: Given,
  answer: Feedback,
  touches: ['feedback'],
});

export const readFeedback = endpoint({
  route: 'GET /api/events/{id}/feedback',
  summary: 'What people said of an event, without who and when: most stars first.',
  who: 'admin',
  helpers: { roles: HOST, id: 'event' },
  params,
  answer: z.array(Feedback.omit({ eventId: true })),
});
