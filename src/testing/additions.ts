/** What a device can add. Tests of the whole app add one of each, so that a new noun takes part by its line here. */
import type { Schema } from '#database/schema.ts';
import { aGame, aRegistration } from './factories.ts';

type Addition = {
  readonly call: string;
  readonly table: keyof Schema;
  /** Returns a valid body with this name in every text. */
  body(name: string, eventId: string): object;
};

export const ADDITIONS: readonly Addition[] = [
  { call: 'POST /api/rsvps', table: 'rsvps', body: (playerName, eventId) => aRegistration(eventId, { playerName }) },
  { call: 'POST /api/users', table: 'users', body: (name) => ({ name }) },
  { call: 'POST /api/inventory', table: 'inventory_games', body: (name) => aGame({ owner: name, description: name }) },
];
