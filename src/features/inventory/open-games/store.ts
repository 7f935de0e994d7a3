import { sql } from 'kysely';
import type { Db, Schema } from '#database/schema.ts';
import { noteChange, noteOwners } from '#database/transactions.ts';
import type { RowLimit } from '#features/limits/commands/admission.ts';
import { nameKey } from '#platform/names.ts';
import type { MyOpenGame, NewOpenGame, OpenGame } from './contract.ts';
import { hasEnded, isOver, openAt } from './rules.ts';

const withFree = (db: Db) =>
  db
    .selectFrom('open_games')
    .select(['id', 'game', 'location', 'at', 'note', 'host', 'created_at as createdAt', 'visitor_id'])
    .select(
      sql<number>`places - (select count(*) from open_game_players where game_id = open_games.id)`
        .$castTo<number | string>()
        .as('free'),
    );

type Row = Awaited<ReturnType<ReturnType<typeof withFree>['executeTakeFirstOrThrow']>>;

/** PostgreSQL counts in texts. */
const asOpenGame = ({ visitor_id: _, free, ...game }: Row): OpenGame => ({ ...game, free: Number(free) });

/** Those that look for players, the next first. */
export async function listOpenGames(db: Db, now: string): Promise<OpenGame[]> {
  return openAt((await withFree(db).execute()).map(asOpenGame), now);
}

/** Also one that is over, with whose it is; null when it was deleted. */
export async function findOpenGame(db: Db, id: string): Promise<{ game: OpenGame; visitorId: string } | null> {
  const row = await withFree(db).where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : { game: asOpenGame(row), visitorId: row.visitor_id };
}

/** The same, locked: two phones cannot both take its last place. */
export async function lockOpenGame(db: Db, id: string) {
  const lock = db.updateTable('open_games').set((eb) => ({ host: eb.ref('host') }));
  await lock.where('id', '=', id).execute();
  return findOpenGame(db, id);
}

/** What a device opened or joined, of this id or of all that have not ended, the next first. */
export async function listMine(db: Db, visitorId: string, { id, now }: { id?: string; now?: string }) {
  const joined = db.selectFrom('open_game_players').select('game_id').where('visitor_id', '=', visitorId);
  const rows = await withFree(db)
    .where((eb) => eb.or([eb('visitor_id', '=', visitorId), eb('id', 'in', joined)]))
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .orderBy((eb) => eb.fn.coalesce('at', 'created_at'))
    .orderBy('id')
    .execute();
  const shown = rows.filter((row) => now === undefined || !hasEnded(row, now));
  const players = await playersOf(
    db,
    shown.map((row) => row.id),
  );
  return shown.map(
    (row): MyOpenGame => ({
      ...asOpenGame(row),
      mine: row.visitor_id === visitorId,
      players: players
        .filter(({ game_id }) => game_id === row.id)
        .map(({ name, visitor_id }) => ({ name, mine: visitor_id === visitorId })),
    }),
  );
}

const playersOf = (db: Db, gameIds: readonly string[]) =>
  gameIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('open_game_players')
        .selectAll()
        .where('game_id', 'in', gameIds)
        .orderBy('created_at')
        .orderBy('id')
        .execute();

/** Announces that these games change: to everybody, and to the devices of their people. Call it before rows go. */
export async function noteGames(db: Db, ids: readonly string[]): Promise<void> {
  noteChange(db, 'open-games');
  if (ids.length === 0) return;
  noteOwners(db, await db.selectFrom('open_games').select('visitor_id').where('id', 'in', ids).execute());
  noteOwners(db, await playersOf(db, ids));
}

export async function countJoined(db: Db, visitorId: string): Promise<number> {
  const own = db.selectFrom('open_game_players').select('id').where('visitor_id', '=', visitorId);
  return (await own.execute()).length;
}

/** Whether the host or somebody who joined has this name. */
export async function isNameTaken(db: Db, game: OpenGame, name: string): Promise<boolean> {
  const key = nameKey(name);
  return nameKey(game.host) === key || (await playersOf(db, [game.id])).some(({ name_key }) => name_key === key);
}

/** Returns whether the device has an open game, and deletes those of its own that are over. Its visitor is locked. */
export async function hasOpenGame(db: Db, visitorId: string, now: string): Promise<boolean> {
  const own = (await withFree(db).where('visitor_id', '=', visitorId).execute()).map(asOpenGame);
  const over = own.filter((game) => isOver(game, now));
  await deleteGames(
    db,
    over.map(({ id }) => id),
  );
  return over.length < own.length;
}

/** In `meta`: how many were opened since the rows were last counted. */
export const openGames = (most: number): RowLimit => ({
  name: 'visitor open games',
  most,
  sentence: 'Very many games look for players already. Join one of them.',
  async count(db) {
    const query = db.selectFrom('open_games').select(({ fn }) => fn.countAll().as('count'));
    return Number((await query.executeTakeFirstOrThrow()).count);
  },
});

type New = NewOpenGame & { id: string; visitorId: string; now: string };

export async function addOpenGame(db: Db, { id, visitorId, now, ...said }: New): Promise<void> {
  const { game, location, places, at = null, note = null, playerName: host } = said;
  const row = { id, game, location, places, at, note, host, visitor_id: visitorId, created_at: now };
  await db.insertInto('open_games').values(row).execute();
}

export async function addPlayer(db: Db, player: Omit<Schema['open_game_players'], 'name_key'>): Promise<void> {
  await db
    .insertInto('open_game_players')
    .values({ ...player, name_key: nameKey(player.name) })
    .execute();
}

export async function deleteGames(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await noteGames(db, ids);
  await db.deleteFrom('open_games').where('id', 'in', ids).execute();
}

/** Returns the ids of those that ended by then. */
export async function listEnded(db: Db, now: string): Promise<string[]> {
  const games = await db.selectFrom('open_games').select(['id', 'at', 'created_at as createdAt']).execute();
  return games.filter((game) => hasEnded(game, now)).map(({ id }) => id);
}

/** Of games that have not ended. */
export async function listReported(db: Db, now: string) {
  const counts = db.selectFrom('open_game_reports').select(['game_id', (eb) => eb.fn.countAll().as('reports')]);
  const reports = new Map((await counts.groupBy('game_id').execute()).map((row) => [row.game_id, Number(row.reports)]));
  const games = reports.size === 0 ? [] : (await withFree(db).execute()).map(asOpenGame);
  return games
    .filter((game) => reports.has(game.id) && !hasEnded(game, now))
    .map((game) => ({ ...game, reports: reports.get(game.id) ?? 0 }));
}

/** The foreign keys delete them with the visitor. */
export async function noteGamesOf(db: Db, visitorId: string): Promise<void> {
  const mine = await listMine(db, visitorId, {});
  if (mine.length === 0) return;
  await noteGames(
    db,
    mine.map(({ id }) => id),
  );
}

/** Returns the next rows after this id, in the order of ids, each with what is known of its device. */
export async function listMadeAfter(db: Db, of: 'open_games' | 'open_game_players', after: string, limit: number) {
  // Both have these columns.
  const table = of as 'open_games';
  const rows = await db
    .selectFrom(table)
    .leftJoin('visitors', 'visitors.id', `${table}.visitor_id`)
    .select([`${table}.id`, `${table}.created_at`, `${table}.visitor_id`])
    .select(['visitors.network', 'visitors.created_at as phone_since'])
    .where(`${table}.id`, '>', after)
    .orderBy(`${table}.id`)
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, isProven: false }));
}

/** Puts players back whose game is there, as far as it has room for all of them and their names. */
export async function putPlayersBack(db: Db, rows: readonly object[]): Promise<number> {
  let done = 0;
  for (const player of rows as Schema['open_game_players'][]) {
    const found = await lockOpenGame(db, player.game_id);
    if (found === null || found.game.free === 0 || (await isNameTaken(db, found.game, player.name))) continue;
    await addPlayer(db, player);
    done += 1;
  }
  noteChange(db, 'open-games');
  return done;
}
