import type { Clocked, Duties } from '#database/duties.ts';
import { MINUTE } from '#platform/durations.ts';
import { undoableSince } from '#platform/undo.ts';
import * as store from './store.ts';
import { dropRemoved } from './store.ts';

export const dropRemovedGames = {
  name: 'drop removed games',
  everyMs: 10 * MINUTE,
  run: ({ db, now }: Clocked) => dropRemoved(db, undoableSince(now())),
};

export const inventoryDuties: Duties = {
  jobs: [dropRemovedGames],
  archived: {
    key: 'games',
    table: 'inventory_games',
    read: store.readGames,
    write: store.writeGames,
    sample: new URL('sample.json', import.meta.url),
  },
  registered: { table: 'inventory_games', listAfter: store.listAddedAfter, remove: store.deleteListed },
  cleared: ['inventory_games'],
  countOwned: async (db, visitorId) => ({ games: await store.countGamesOf(db, visitorId) }),
  listNames: store.listOwnersOf,
  owned: [{ table: 'inventory_games' }],
  forget: (tx, { visitorId }) => store.forgetGamesOf(tx, visitorId),
  anonymise: store.anonymiseGames,
  erased: ['inventory_games'],
};
