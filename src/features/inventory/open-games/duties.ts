import type { Clocked, Duties } from '#database/duties.ts';
import { MINUTE } from '#platform/durations.ts';
import { dropEnded } from './commands.ts';
import * as store from './store.ts';

/** Nothing shows what has ended; its names need not stay either. */
export const dropEndedGames = {
  name: 'drop ended open games',
  everyMs: MINUTE,
  hasWork: async ({ db, now }: Clocked) => (await store.listEnded(db, now().toISOString())).length > 0,
  run: dropEnded,
};

/** In no festival file: in two hours they are over. */
export const openGameDuties: Duties = {
  jobs: [dropEndedGames],
  registered: {
    table: 'open_games',
    listAfter: (db, after, limit) => store.listMadeAfter(db, 'open_games', after, limit),
    remove: (tx, ids) => tx.deleteFrom('open_games').where('id', 'in', ids).returningAll().execute(),
  },
  cleared: ['open_games'],
  countOwned: async (db, visitorId) => ({ openGames: (await store.listMine(db, visitorId, {})).length }),
  owned: [{ table: 'open_games' }],
  forget: (tx, { visitorId }) => store.noteGamesOf(tx, visitorId),
  personal: ['open_games'],
};

/** Who joined. */
export const openGamePlayerDuties: Duties = {
  registered: {
    table: 'open_game_players',
    listAfter: (db, after, limit) => store.listMadeAfter(db, 'open_game_players', after, limit),
    remove: (tx, ids) => tx.deleteFrom('open_game_players').where('id', 'in', ids).returningAll().execute(),
    restore: store.putPlayersBack,
  },
  owned: [{ table: 'open_game_players' }],
};
