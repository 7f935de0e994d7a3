/**
 * What a device can add to an open event. Tests of the whole app add one of each, so that a new noun takes part by its line
 * here. A waiting entry needs a full event; `one-of-each.ts` makes it.
 */
import type { Schema } from '#database/schema.ts';
import { aGame, anOpenGame, aRegistration } from './factories.ts';

type Addition = {
  readonly call: string;
  readonly table: keyof Schema;
  /** Rendered with what is added. */
  readonly page?: string;
  /** Returns a valid body with this name in every text. */
  body(name: string, eventId: string): object;
};

export const ADDITIONS: readonly Addition[] = [
  { call: 'POST /api/rsvps', table: 'rsvps', body: (playerName, eventId) => aRegistration(eventId, { playerName }) },
  // Before the account, whose name is no other phone's.
  {
    ...{ call: 'POST /api/open-games', table: 'open_games', page: '/inventory' },
    body: (name) => anOpenGame({ location: name, note: name, playerName: name }),
  },
  { call: 'POST /api/users', table: 'users', page: '/scoreboard', body: (name) => ({ name }) },
  {
    ...{ call: 'POST /api/inventory', table: 'inventory_games', page: '/inventory' },
    body: (name) => aGame({ owner: name, description: name }),
  },
];
