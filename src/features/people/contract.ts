import { z } from 'zod';
import { endpoint, moment } from '#platform/contract.ts';
import { INPUT_LIMIT } from '#platform/names.ts';
import { PEOPLE_MOST, PEOPLE_SHOWN } from './limits.ts';

/** `isOver`: nothing of it is to come. */
const InEvent = z.object({
  id: z.string(),
  playerName: z.string(),
  eventId: z.string(),
  title: z.string(),
  startTime: moment(),
  /** Minutes. */
  duration: z.number(),
  lateMinutes: z.number(),
  location: z.string(),
  isOver: z.boolean(),
});

/** One phone, or things without a phone under one name: walk-ins, imported places and games. No email. */
export const Person = z.object({
  id: z.string(),
  /** Of the phone, those that were looked for first. */
  names: z.array(z.string()),
  /** The next one first; then past ones, the latest first. */
  places: z.array(InEvent.extend({ checkedIn: z.boolean() })),
  /** `rank`: position in the line, from 1. */
  waiting: z.array(InEvent.extend({ rank: z.int() })),
  /** `shownScore`: what everybody else sees, which differs in a freeze. */
  accounts: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      score: z.number(),
      shownScore: z.number(),
      seenAt: moment().nullable(),
    }),
  ),
  games: z.array(z.object({ id: z.string(), name: z.string(), owner: z.string(), available: z.boolean() })),
  /** The one used last first; `lastSeen` is accurate to an hour. */
  devices: z.array(z.object({ since: moment(), lastSeen: moment() })),
});
export type Person = z.infer<typeof Person>;

export const findPeople = endpoint({
  route: 'GET /api/people',
  summary:
    'The people whose names `q` finds, as every search does, with what they have: at most `most`, and in `x-more-people` how many more. Nobody for no text.',
  who: 'admin',
  query: z.object({
    q: z.string().max(INPUT_LIMIT, `is longer than ${INPUT_LIMIT} characters`).default(''),
    most: z.coerce.number().int().min(1).max(PEOPLE_MOST).default(PEOPLE_SHOWN),
  }),
  answer: z.array(Person),
});
