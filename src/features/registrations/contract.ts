import { z } from 'zod';
import { endpoint, id, moment, text } from '#platform/contract.ts';
import { BADGE_WORD_LIMIT } from './limits.ts';
import { countEach } from './rules/counts.ts';

const count = z.int().min(0).max(1e9);
export const Counts = z.object(countEach(() => count));
export type Counts = z.infer<typeof Counts>;

/** `at` is the start of the minute. */
export const PerMinute = z.object({ at: z.string(), places: z.number() });
export type PerMinute = z.infer<typeof PerMinute>;

/** Registrations of one network that came faster than people register. `network` is a keyed hash, never an address. */
export const Burst = z.object({
  network: z.string(),
  from: z.string(),
  to: z.string(),
  phones: z.number(),
  /** Phones of the burst that did more than one thing. */
  activePhones: z.number(),
  found: Counts,
  /** What a removal takes: all but checked-in places, places in drawn brackets and accounts with points. */
  removable: Counts,
  /** The removable places by event, most first. */
  events: z.array(z.object({ id: z.string(), title: z.string(), places: z.number() })),
});
export type Burst = z.infer<typeof Burst>;

/** A removal that can be undone until `undoUntil`. */
export const Removal = z.object({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  undoUntil: z.string(),
  removed: Counts,
});
export type Removal = z.infer<typeof Removal>;

/** `seats`, `names`, `events`: what an undo could not restore, by reason. */
export const Restored = z.object({
  restored: Counts,
  lost: z.object({ seats: z.number(), names: z.number(), events: z.number() }),
});
export type Restored = z.infer<typeof Restored>;

export const Registrations = z.object({
  paused: z.boolean(),
  /** The word new devices are asked for; null for none. */
  badgeWord: z.string().nullable(),
  wordFrom: z.enum(['overview', 'festival.json']),
  /** 180 minutes, oldest first. */
  perMinute: z.array(PerMinute),
  /** Latest first. */
  bursts: z.array(Burst),
  removals: z.array(Removal),
});
export type Registrations = z.infer<typeof Registrations>;

export const readRegistrations = endpoint({
  call: 'GET /api/admin/registrations',
  summary: 'Places per minute for three hours, bursts, removals that can be undone, pause and badge word.',
  who: 'admin',
  answer: Registrations,
});

const EVERYTHING_REMOVED = ['registrations', 'events', 'rsvps', 'users', 'inventory', 'claims', 'audit'] as const;

/** What the organiser was shown; the removal is refused when it would remove anything else. */
export const BurstToRemove = z.object({
  network: z.string().regex(/^[\w-]{1,64}$/, 'is not a network'),
  from: moment(),
  to: moment(),
  removable: Counts,
});
export type BurstToRemove = z.output<typeof BurstToRemove>;

export const removeBurst = endpoint({
  call: 'POST /api/admin/registrations/bursts/remove',
  summary: 'Remove what a burst registered; its seats are free at once.',
  who: 'admin',
  body: BurstToRemove,
  answer: Removal,
  status: 201,
  touches: EVERYTHING_REMOVED,
});

export const undoRemoval = endpoint({
  call: 'POST /api/admin/registrations/removals/{id}/undo',
  summary: 'Bring back what a removal took, as far as seats and names are still free.',
  who: 'admin',
  params: z.object({ id: id() }),
  bodiless: true,
  answer: Restored,
  touches: EVERYTHING_REMOVED,
});

export const pauseRegistration = endpoint({
  call: 'PUT /api/admin/registrations/pause',
  summary: 'Pause new places, waiting entries, accounts and games of visitors, or resume them.',
  who: 'admin',
  body: z.object({ paused: z.boolean() }),
  answer: null,
  status: 204,
  touches: ['admission', 'registrations', 'attention', 'audit'],
});

export const setBadgeWord = endpoint({
  call: 'PUT /api/admin/badge-word',
  summary: 'Set the word that new phones are asked for, whatever festival.json says; null asks for none.',
  who: 'admin',
  body: z.object({ word: text(BADGE_WORD_LIMIT, 1).nullable() }),
  answer: null,
  status: 204,
  touches: ['admission', 'registrations', 'audit'],
});
