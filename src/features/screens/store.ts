/** SQL of named screens and of the codes of walls. */
import type { Selectable } from 'kysely';
import { insertAll } from '#database/insert.ts';
import type { Db, Schema } from '#database/schema.ts';
import type { ArchivedScreen, ScreenPage, ScreenPlan, StaffScreen } from './contract.ts';

const asScreen = (row: Selectable<Schema['screens']>): StaffScreen => ({
  name: row.name,
  location: row.location,
  pages: JSON.parse(row.pages) as ScreenPage[],
  now: row.shown_now === null ? null : (JSON.parse(row.shown_now) as ScreenPage),
  revision: row.revision,
  lastSeenAt: row.last_seen_at,
  shows: row.shows,
});

export const listScreens = async (db: Db): Promise<StaffScreen[]> =>
  (await db.selectFrom('screens').selectAll().orderBy('name').execute()).map(asScreen);

export async function findScreen(db: Db, name: string): Promise<StaffScreen | null> {
  const row = await db.selectFrom('screens').selectAll().where('name', '=', name).executeTakeFirst();
  return row === undefined ? null : asScreen(row);
}

/** Walls ask by a former name, too, unless another screen has it now. */
const asked = (db: Db, name: string) =>
  db
    .selectFrom('screens')
    .where((eb) => eb.or([eb('name', '=', name), eb('formerly', '=', name)]))
    .orderBy((eb) => eb.case().when('name', '=', name).then(0).else(1).end())
    .orderBy('name')
    .limit(1);

/** Returns what a wall of this name shows. */
export async function findShown(db: Db, name: string): Promise<StaffScreen | null> {
  const row = await asked(db, name).selectAll().executeTakeFirst();
  return row === undefined ? null : asScreen(row);
}

export async function renameScreen(db: Db, formerly: string, name: string): Promise<void> {
  await db.updateTable('screens').set({ name, formerly }).where('name', '=', formerly).execute();
}

/** Makes a screen, or changes it. */
export async function putScreen(db: Db, name: string, { location = null, pages }: ScreenPlan): Promise<StaffScreen> {
  const plan = { location, pages: JSON.stringify(pages) };
  const row = await db
    .insertInto('screens')
    .values({ name, ...plan })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ ...plan, revision: eb('screens.revision', '+', 1) })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return asScreen(row);
}

export async function showNow(db: Db, name: string, page: ScreenPage | null): Promise<StaffScreen | null> {
  const row = await db
    .updateTable('screens')
    .set({ shown_now: page && JSON.stringify(page) })
    .where('name', '=', name)
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? null : asScreen(row);
}

/** Returns the screen that was removed; null when there was none. */
export async function removeScreen(db: Db, name: string): Promise<StaffScreen | null> {
  const row = await db.deleteFrom('screens').where('name', '=', name).returningAll().executeTakeFirst();
  return row === undefined ? null : asScreen(row);
}

/** Returns whether there is such a screen. */
export async function noteSeen(db: Db, name: string, shows: string, now: string): Promise<boolean> {
  const update = db
    .updateTable('screens')
    .set({ last_seen_at: now, shows })
    .where('name', '=', asked(db, name).select('name'));
  return (await update.executeTakeFirst()).numUpdatedRows > 0n;
}

export async function addCode(db: Db, code: string, now: string): Promise<void> {
  await db.insertInto('screen_codes').values({ code, made_at: now }).execute();
}

/** Returns the name that a wall got; undefined for a code that was not made since then. */
export async function findCode(db: Db, code: string, since: string): Promise<string | null | undefined> {
  const query = db.selectFrom('screen_codes').select('name').where('code', '=', code).where('made_at', '>', since);
  return (await query.executeTakeFirst())?.name;
}

export async function nameCode(db: Db, code: string, name: string, since: string): Promise<boolean> {
  const update = db.updateTable('screen_codes').set({ name }).where('code', '=', code).where('made_at', '>', since);
  return (await update.executeTakeFirst()).numUpdatedRows > 0n;
}

/** Keeps this many codes, the newest. */
export async function dropOldestCodes(db: Db, most: number): Promise<void> {
  const newest = await db.selectFrom('screen_codes').select('made_at').orderBy('made_at', 'desc').limit(most).execute();
  const { made_at: oldest = '' } = newest[most - 1] ?? {};
  await db.deleteFrom('screen_codes').where('made_at', '<', oldest).execute();
}

/** Returns how many it deleted. */
export async function dropCodes(db: Db, before: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('screen_codes').where('made_at', '<=', before).executeTakeFirst();
  return Number(numDeletedRows);
}

/** For a festival's file. */
export const readScreens = async (db: Db): Promise<ArchivedScreen[]> =>
  (await listScreens(db)).map(({ name, location, pages }) => ({ name, location, pages }));

export const writeScreens = (db: Db, screens: readonly ArchivedScreen[]): Promise<void> =>
  insertAll(db, 'screens', screens, ({ name, location = null, pages }) => ({
    ...{ name, location, pages: JSON.stringify(pages) },
  }));
