/** What calls and rounds look like on the wire. */
import { z } from 'zod';

/** ISO 8601 UTC. */
export const TableCall = z.object({ table: z.string(), calledAt: z.string() });
export type TableCall = z.infer<typeof TableCall>;

export const SeenCall = TableCall.extend({ seenBy: z.array(z.string()) });

/** `matchId` and `table` are null for somebody who is up in a queue; `entrantId` is then the number's. */
export const MyCall = TableCall.extend({
  matchId: z.string().nullable(),
  table: z.string().nullable(),
  eventId: z.string(),
  eventTitle: z.string(),
  location: z.string(),
  entrantId: z.string(),
  playerName: z.string(),
  opponents: z.array(z.string()),
  seen: z.boolean(),
});
export type MyCall = z.infer<typeof MyCall>;

/** Of each ready match its call, or the table for it, or why there is none. */
export const EventCalls = z.object({
  /** `reason` of a closed table; `by`: who plays there, maybe in another event of the room. */
  tables: z.array(z.object({ name: z.string(), reason: z.string().nullable(), by: z.string().nullable() })),
  callsByItself: z.boolean(),
  matches: z.array(
    z.object({
      id: z.string(),
      call: SeenCall.nullable(),
      table: z.string().nullable(),
      whyNot: z.string().nullable(),
    }),
  ),
  /** Players who have no match yet. */
  withoutMatch: z.array(z.object({ id: z.string(), name: z.string(), seed: z.number() })),
  /** Who would have met in the last round, had later corrections been known. */
  otherwise: z.array(z.array(z.string())),
  fixedTables: z.array(z.object({ entrantId: z.string(), table: z.string() })),
});
export type EventCalls = z.infer<typeof EventCalls>;

export const Round = z.object({
  round: z.number(),
  isCut: z.boolean(),
  matches: z.array(z.object({ players: z.array(z.object({ id: z.string(), name: z.string() })) })),
  bye: z.object({ id: z.string(), name: z.string() }).nullable(),
});
export type Round = z.infer<typeof Round>;
