import type { Selectable } from 'kysely';
import type { UsedName } from '#database/duties.ts';
import { fromFlag, toFlag } from '#database/portable.ts';
import { insertAll } from '#database/rows.ts';
import type { Db, Schema } from '#database/schema.ts';
import type { RowLimit } from '#features/limits/commands/admission.ts';
import { nameKey } from '#platform/names.ts';
import type { ArchivedGame, Game, ListedGame, NewGame } from './contract.ts';
import { type FirstGames, GAMES_SHOWN } from './rules.ts';

type Row = Selectable<Schema['inventory_games']>;

const asListed = (row: Row): ListedGame => ({
  id: row.id,
  name: row.name,
  gameType: row.game_type,
  owner: row.owner,
  playerCount: row.player_count,
  playTime: row.play_time,
  description: row.description,
  available: fromFlag(row.available),
  lent: row.lent_at === null ? null : { since: row.lent_at },
});

const asGame = (row: Row, visitorId: string | null): Game => ({
  ...asListed(row),
  mine: row.visitor_id !== null && row.visitor_id === visitorId,
});

/** Rows per read, some 2 ms of the event loop with the longest texts. */
const PAGE = 250;

/**
 * Returns all games by name. Reads pages in the order of the primary key, because sorting in SQLite would read all at
 * once.
 */
export async function listGames(db: Db): Promise<ListedGame[]> {
  const games: { key: Buffer; game: ListedGame }[] = [];
  let page: Row[] = [];
  do {
    page = await db
      .selectFrom('inventory_games')
      .selectAll()
      .where('id', '>', page.at(-1)?.id ?? '')
      .where('removed_at', 'is', null)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const row of page) games.push({ key: Buffer.from(row.name_key), game: asListed(row) });
  } while (page.length === PAGE);
  // Sorts by bytes, as both databases do. Equal names stay in the order of ids, because the sort is stable.
  return games.sort((one, other) => Buffer.compare(one.key, other.key)).map(({ game }) => game);
}

/** For the page that the server renders. */
export async function listFirstGames(db: Db): Promise<FirstGames> {
  const games = await listGames(db);
  return { games: games.slice(0, GAMES_SHOWN), count: games.length };
}

/** Null when it was removed. */
export async function findGame(db: Db, id: string): Promise<Game | null> {
  const query = db.selectFrom('inventory_games').selectAll().where('id', '=', id).where('removed_at', 'is', null);
  const row = await query.executeTakeFirst();
  return row === undefined ? null : asGame(row, null);
}

/** The key in `meta` of the number of games that devices have added. */
export const TALLY_KEY = 'visitor games';

/** The limit of games that devices add; a removed one counts while it can be restored. */
export const visitorGames = (most: number): RowLimit => ({
  name: TALLY_KEY,
  most,
  sentence: 'The list of games is full. Please ask an organiser to add yours.',
  async count(db) {
    const query = db.selectFrom('inventory_games').select(({ fn }) => fn.countAll().as('count'));
    return Number((await query.where('visitor_id', 'is not', null).executeTakeFirstOrThrow()).count);
  },
});

export async function listIdsOf(db: Db, visitorId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('inventory_games')
    .select('id')
    .where('visitor_id', '=', visitorId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function countGamesOf(db: Db, visitorId: string): Promise<number> {
  return (await listIdsOf(db, visitorId)).length;
}

/** Returns the owners of the games that a visitor added. */
export async function listOwnersOf(db: Db, visitorId: string): Promise<UsedName[]> {
  const games = db.selectFrom('inventory_games').where('removed_at', 'is', null);
  const query = games.select(['owner as name', 'created_at as usedAt']).where('visitor_id', '=', visitorId);
  return (await query.execute()).map((row) => ({ ...row, account: false }));
}

export type NewRow = NewGame & { id: string; nameKey: string; visitorId: string | null; now: string };

const asRow = (game: NewRow) => ({
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
  lent_to: null,
  lent_at: null,
});

export async function addGame(db: Db, game: NewRow): Promise<Game> {
  const row = asRow(game);
  await db.insertInto('inventory_games').values(row).execute();
  return asGame(row, game.visitorId);
}

/** Returns the device of a listed game: a visitor's id, null for none, undefined when it is not listed. */
export async function findOwner(db: Db, id: string): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('inventory_games')
    .select('visitor_id')
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row?.visitor_id;
}

/** The same for a game removed at `since` or later. */
export async function findRemovedOwner(db: Db, id: string, since: string): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('inventory_games')
    .select('visitor_id')
    .where('id', '=', id)
    .where('removed_at', '>=', since)
    .executeTakeFirst();
  return row?.visitor_id;
}

/** Removes it from every list and keeps it for an undo. Returns whether it was still listed. */
export async function markRemoved(db: Db, id: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('inventory_games')
    .set({ removed_at: now })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Lists it again if it was removed at `since` or later; null otherwise. `visitorId` is the reader. */
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

/** Deletes what was removed before `since`. */
export async function dropRemoved(db: Db, since: string): Promise<void> {
  await db.deleteFrom('inventory_games').where('removed_at', '<', since).execute();
}

export async function forgetGamesOf(db: Db, visitorId: string): Promise<void> {
  await db.deleteFrom('inventory_games').where('visitor_id', '=', visitorId).execute();
}

export async function anonymiseGames(db: Db): Promise<void> {
  await db
    .updateTable('inventory_games')
    .set({ owner: 'Former owner', description: null, player_count: null, lent_to: null, lent_at: null })
    .execute();
}

/** Who has what, the longest first. */
export async function listLoans(db: Db) {
  const lent = db.selectFrom('inventory_games').select(['id', 'lent_to', 'lent_at']).where('removed_at', 'is', null);
  const rows = await lent.where('lent_at', 'is not', null).orderBy('lent_at').orderBy('id').execute();
  return rows.map(({ id, lent_to, lent_at }) => ({ id, lent: { name: lent_to ?? '', since: lent_at ?? '' } }));
}

/** For a festival's file: all but removed ones, in the order of ids. */
export async function readGames(db: Db): Promise<ArchivedGame[]> {
  const games = db.selectFrom('inventory_games').selectAll().where('removed_at', 'is', null);
  const rows = await games.orderBy('id').execute();
  return rows.map(({ created_at: createdAt, ...row }) => {
    const { lent: _, ...game } = asListed({ ...row, created_at: createdAt });
    return { ...game, createdAt };
  });
}

export const writeGames = (db: Db, games: readonly ArchivedGame[]): Promise<void> =>
  insertAll(db, 'inventory_games', games, (game) =>
    asRow({ ...game, nameKey: nameKey(game.name), visitorId: null, now: game.createdAt }),
  );

/**
 * Returns the next games after this id, in the order of ids, each with what is known of its device. Removed ones are
 * among them, as nobody's, because a short page means the end.
 */
export async function listAddedAfter(db: Db, after: string, limit: number) {
  const rows = await db
    .selectFrom('inventory_games')
    .leftJoin('visitors', 'visitors.id', 'inventory_games.visitor_id')
    .select(['inventory_games.id', 'inventory_games.created_at', 'inventory_games.visitor_id'])
    .select(['inventory_games.removed_at', 'visitors.network', 'visitors.created_at as phone_since'])
    .where('inventory_games.id', '>', after)
    .orderBy('inventory_games.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, visitor_id: row.removed_at === null ? row.visitor_id : null, isProven: false }));
}

/** Deletes those of these games that are on the list, and returns the deleted rows. */
export const deleteListed = (db: Db, ids: readonly string[]) =>
  db.deleteFrom('inventory_games').where('removed_at', 'is', null).where('id', 'in', ids).returningAll().execute();
