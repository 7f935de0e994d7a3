/** docs/behaviour.md "The week after" */
import { z } from 'zod';
import { CSV_EXPORT, endpoint } from '#platform/contract.ts';

/** `noShows`: of events that are over. `waiting`: people who never got a place. */
const Counts = z.object({
  name: z.string(),
  places: z.number(),
  shows: z.number(),
  noShows: z.number(),
  waiting: z.number(),
});
export type Counts = z.infer<typeof Counts>;

/** No visitor’s name is in it. */
export const Numbers = z.object({
  events: z.array(Counts.extend({ id: z.string(), startTime: z.string() })),
  rooms: z.array(Counts),
  /** By the hour of the day in which an event begins: '15:00'. */
  hours: z.array(Counts),
  types: z.array(Counts),
  /** `names`: different names with a place. */
  people: z.object({ names: z.number(), accounts: z.number(), phones: z.number() }),
  /** By staff who gave them; `by` is null where no name was given. */
  points: z.array(z.object({ by: z.string().nullable(), entries: z.number(), points: z.number() })),
});
export type Numbers = z.infer<typeof Numbers>;

export const readNumbers = endpoint({
  route: 'GET /api/admin/numbers',
  summary: 'How many came to which events, rooms, hours and types, and points by who gave them.',
  who: 'admin',
  answer: Numbers,
});

export const exportNumbers = endpoint({
  route: 'GET /api/admin/exports/numbers.csv',
  summary: 'The numbers as a table.',
  ...CSV_EXPORT,
});
