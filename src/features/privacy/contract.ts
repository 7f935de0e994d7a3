import { z } from 'zod';
import { endpoint } from '#platform/contract.ts';

/** `known`: the device has a cookie of ours, without which it owns nothing. */
export const Belongings = z.object({
  known: z.boolean(),
  accounts: z.number(),
  places: z.number(),
  waiting: z.number(),
  games: z.number(),
  /** Those it opened, and those it joined. */
  openGames: z.number(),
  /** In queues. */
  numbers: z.number(),
  stars: z.number(),
  /** Words of how events were. */
  feedback: z.number(),
});
export type Belongings = z.infer<typeof Belongings>;
export const NOTHING: Belongings = {
  known: false,
  accounts: 0,
  places: 0,
  waiting: 0,
  games: 0,
  openGames: 0,
  numbers: 0,
  stars: 0,
  feedback: 0,
};

export const readBelongings = endpoint({
  route: 'GET /api/visitor',
  summary: 'How many accounts, places, waiting entries, games and open games are this device’s own.',
  who: 'anyone',
  answer: Belongings,
});

export const forgetVisitor = endpoint({
  route: 'DELETE /api/visitor',
  summary:
    'Delete what the visitor owns: accounts, places (which are free again), waiting entries, games, open games, and its cookie.',
  who: 'visitor',
  answer: null,
  status: 204,
  touches: [
    'events',
    'rsvps',
    'waiting',
    'users',
    'inventory',
    'open-games',
    'matches',
    'leaderboard',
    'visitor',
    'audit',
  ],
});
