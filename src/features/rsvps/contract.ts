import { z } from 'zod';
import { QUESTIONS } from '#features/events/limits.ts';
import { CSV_EXPORT, email, endpoint, id, moment, name, text } from '#platform/contract.ts';
import { nameKey } from '#platform/names.ts';
import { DOOR } from '#platform/staff.ts';
import { PLACES_PER_VISITOR } from './limits.ts';

const Answer = z.union([text(QUESTIONS.answer), z.number().min(-QUESTIONS.number).max(QUESTIONS.number), z.boolean()]);
/** By the id of the event's question. Sent only to the devices of the visitor who gave them, and to staff of the event. */
export const Answers = z.record(id(), Answer);

/** The email is sent only to the devices of the visitor who gave it and to admins. */
export const Rsvp = z.object({
  id: z.string(),
  eventId: z.string(),
  playerName: z.string(),
  playerEmail: z.string().optional(),
  checkedIn: z.boolean(),
  /** The person said so, which keeps the place longer. */
  coming: z.literal(true).exactOptional(),
  /** In the list of one's own places alone. */
  answers: Answers.exactOptional(),
});
export type Rsvp = z.infer<typeof Rsvp>;

export const Registration = z.object({
  eventId: id(),
  playerName: name(),
  playerEmail: email().optional(),
});
export type Registration = z.output<typeof Registration>;

/** For places that are drawn later, for everybody who asked. */
export const Requested = z.strictObject({ state: z.literal('requested') });

/** One person by `playerName`, or up to six by `playerNames`, who all get a place or none does. */
export const Registrations = Registration.partial({ playerName: true })
  .extend({
    playerNames: z.array(name()).min(1, 'holds nobody').max(PLACES_PER_VISITOR, 'holds too many people').optional(),
    /** The person with the name of another phone’s account is a friend of this phone’s owner, not its owner. */
    isFriend: z.boolean().optional(),
    /** Of the one person; with `playerNames` of each, by name. */
    answers: z.union([Answers, z.record(name(), Answers)]).optional(),
  })
  .superRefine(({ playerName, playerNames, answers = {} }, context) => {
    const say = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message });
    if (playerName === undefined && playerNames === undefined) say(['playerName'], 'is missing');
    if (playerName !== undefined && playerNames !== undefined) say(['playerNames'], 'must be sent without playerName');
    const keys = (playerNames ?? []).map(nameKey);
    const again = keys.findIndex((key, index) => keys.indexOf(key) < index);
    if (again >= 0) say(['playerNames', again], 'is the name of somebody before it');
    const isByName = playerNames !== undefined;
    if (Object.values(answers).some((answer) => (typeof answer === 'object') !== isByName))
      say(['answers'], isByName ? 'must be by the names of the people' : 'must be by the ids of the questions');
  });
export type Registrations = z.output<typeof Registrations>;

/** `owner`: the device that holds the place. `code`: another device with the event's code. */
export const CheckedInBy = z.enum(['owner', 'code', 'staff']);

export const ArchivedRsvp = z.object({
  id: id(),
  eventId: id(),
  playerName: name(),
  playerEmail: email().nullable(),
  checkedInAt: moment().nullable(),
  /** Missing in earlier files. */
  checkedInBy: CheckedInBy.nullable().default(null),
  /** Its seat ends with it. Missing in earlier files. */
  lent: z.boolean().default(false),
  createdAt: moment(),
  answers: Answers.nullable().default(null),
});
export type ArchivedRsvp = z.output<typeof ArchivedRsvp>;

export const myRsvps = endpoint({
  route: 'GET /api/rsvps/my',
  summary: 'The visitor’s RSVPs, of all their devices; none without a cookie.',
  who: 'anyone',
  answer: z.array(Rsvp),
});

export const register = endpoint({
  route: 'POST /api/rsvps',
  summary:
    'Take a place in an event, or by `playerNames` up to six at once, all or none: then the answer is a list. While places are to be drawn it asks for one, and the answer is 202.',
  who: 'anyone',
  body: Registrations,
  answer: z.union([Rsvp, z.array(Rsvp), Requested]),
  status: 201,
  accepted: Requested,
  touches: ['events', 'rsvps', 'waiting'],
  idempotent: true,
});

export const changeAnswers = endpoint({
  route: 'PATCH /api/rsvps/{id}/answers',
  summary: 'Change the answers of a place that are named; null takes one away. By its owner, or staff of the event.',
  who: 'owner',
  helpers: { roles: DOOR, id: 'place' },
  params: z.object({ id: id() }),
  body: z.object({ answers: z.record(id(), Answer.nullable()) }),
  answer: z.object({ answers: Answers }),
  touches: ['rsvps'],
});

export const cancelRsvp = endpoint({
  route: 'DELETE /api/rsvps/{id}',
  summary:
    'Cancel my place, or withdraw my request for one. It goes to the first on the waiting list, or is free at once.',
  who: 'owner',
  params: z.object({ id: id() }),
  answer: null,
  status: 204,
  touches: ['events', 'rsvps', 'waiting'],
});

export const exportRsvps = endpoint({
  route: 'GET /api/admin/exports/events/{id}/rsvps.csv',
  summary: 'Everybody with a place in an event, by name and without emails.',
  params: z.object({ id: id() }),
  ...CSV_EXPORT,
});
