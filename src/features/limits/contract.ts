import { z } from 'zod';
import { endpoint, id, moment, text } from '#platform/contract.ts';
import { BADGE_WORD_LIMIT } from './limits.ts';

/**
 * Made by new phones of one network since it made more in a minute than people do. `network` is a keyed hash, never an
 * address. `things` counts what a removal takes.
 */
export const Burst = z.object({
  network: z.string(),
  since: z.string(),
  /** When it was last that fast. */
  until: z.string(),
  things: z.number(),
});
export type Burst = z.infer<typeof Burst>;

/** Can be undone until `undoUntil`. */
export const Removal = z.object({
  id: z.string(),
  network: z.string(),
  since: z.string(),
  undoUntil: z.string(),
  things: z.number(),
});
export type Removal = z.infer<typeof Removal>;

/** How many of `things` an undo brought back. */
export const Restored = z.object({ restored: z.number(), things: z.number() });
export type Restored = z.infer<typeof Restored>;

export const Registrations = z.object({
  paused: z.boolean(),
  /** Null: new devices are asked for no word. */
  badgeWord: z.string().nullable(),
  wordFrom: z.enum(['overview', 'festival.json']),
  bursts: z.array(Burst),
  removals: z.array(Removal),
});
export type Registrations = z.infer<typeof Registrations>;

export const readRegistrations = endpoint({
  route: 'GET /api/admin/registrations',
  summary: 'Bursts of the last three hours, removals that can be undone, pause and badge word.',
  who: 'admin',
  answer: Registrations,
});

const EVERYTHING_REMOVED = [
  'registrations',
  'events',
  'rsvps',
  'waiting',
  'users',
  'inventory',
  'open-games',
  'claims',
  'audit',
] as const;

export const BurstToRemove = z.object({
  network: z.string().regex(/^[\w-]{1,64}$/, 'is not a network'),
  since: moment(),
});
export type BurstToRemove = z.output<typeof BurstToRemove>;

export const removeBurst = endpoint({
  route: 'POST /api/admin/registrations/bursts/remove',
  summary: 'Remove what new phones of a network made since then; its seats are free at once.',
  who: 'admin',
  body: BurstToRemove,
  answer: Removal,
  status: 201,
  touches: EVERYTHING_REMOVED,
});

export const undoRemoval = endpoint({
  route: 'POST /api/admin/registrations/removals/{id}/undo',
  summary: 'Bring back what a removal took, as far as seats and names are still free.',
  who: 'admin',
  params: z.object({ id: id() }),
  bodiless: true,
  answer: Restored,
  touches: EVERYTHING_REMOVED,
});

export const pauseRegistration = endpoint({
  route: 'PUT /api/admin/registrations/pause',
  summary: 'Pause new places, waiting entries, accounts and games of visitors, or resume them.',
  who: 'admin',
  body: z.object({ paused: z.boolean() }),
  answer: null,
  status: 204,
  touches: ['admission', 'registrations', 'attention', 'audit'],
});

export const setBadgeWord = endpoint({
  route: 'PUT /api/admin/badge-word',
  summary: 'Set the word that new phones are asked for, whatever festival.json says; null asks for none.',
  who: 'admin',
  body: z.object({ word: text(BADGE_WORD_LIMIT, 1).nullable() }),
  answer: null,
  status: 204,
  touches: ['admission', 'registrations', 'audit'],
});
