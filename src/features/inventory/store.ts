import type { Insertable, Selectable } from 'kysely';
import { fromFlag, toFlag } from '#database/portable.ts';
import type { Db, Schema } from '#database/schema.ts';
import type { Game, NewGame } from './contract.ts';

type Row = Selectable<Schema['inventory_games']>;

const asGame = (row: Row, visitorId: string | null): Game => ({
  id: row.id,
  name: row.name,
  gameType: row.game_type,
  owner: row.owner,
  playerCount: row.player_count,
  playTime: row.play_time,
  description: row.description,
  available: fromFlag(row.available),
  mine: row.visitor_id !== null && row.visitor_id === visitorId,
});

/** By name, as `visitorId` sees them; null is nobody, for whom no game is `mine`. */
export async function listGames(db: Db, visitorId: string | null): Promise<Game[]> {
  const rows = await db
    .selectFrom('inventory_games')
    .selectAll()
    .where('removed_at', 'is', null)
    .orderBy('name_key')
    .orderBy('id')
    .execute();
  return rows.map((row) => asGame(row, visitorId));
}

export async function countGamesOf(db: Db, visitorId: string): Promise<number> {
  const rows = await db
    .selectFrom('inventory_games')
    .select('id')
    .where('visitor_id', '=', visitorId)
    .where('removed_at', 'is', null)
    .execute();
  return rows.length;
}

export type NewRow = NewGame & { id: string; nameKey: string; visitorId: string; now: string };

export async function addGame(db: Db, game: NewRow): Promise<Game> {
  const row = {
    id: game.id,
    name: game.name,
    name_key: game.nameKey,
    game_type: game.gameType,
    owner: game.owner,
    player_count: game.playerCount,
    play_time: game.playTime,
    description: game.description,
    available: toFlag(game.available),
    visitor_id: game.visitorId,
    created_at: game.now,
    removed_at: null,
  } satisfies Insertable<Schema['inventory_games']>;
  await db.insertInto('inventory_games').values(row).execute();
  return asGame(row, game.visitorId);
}

/** Whose a listed game is: a visitor's id, null for a game of no device, undefined when it is not on the list. */
export async function findOwner(db: Db, id: string): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('inventory_games')
    .select('visitor_id')
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row?.visitor_id;
}

/** The same for a game that was removed at `since` or later. */
export async function findRemovedOwner(db: Db, id: string, since: string): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('inventory_games')
    .select('visitor_id')
    .where('id', '=', id)
    .where('removed_at', '>=', since)
    .executeTakeFirst();
  return row?.visitor_id;
}

/** Takes it off every list, but keeps it for an undo. Returns whether it was still there. */
export async function markRemoved(db: Db, id: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('inventory_games')
    .set({ removed_at: now })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Puts it back on the list if it was removed at `since` or later; null when not. `visitorId` is who will read it. */
export async function restore(db: Db, id: string, since: string, visitorId: string | null): Promise<Game | null> {
  const row = await db
    .updateTable('inventory_games')
    .set({ removed_at: null })
    .where('id', '=', id)
    .where('removed_at', '>=', since)
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? null : asGame(row, visitorId);
}

/** Deletes for good what was removed before `since`. */
export async function dropRemoved(db: Db, since: string): Promise<void> {
  await db.deleteFrom('inventory_games').where('removed_at', '<', since).execute();
}
