/** SQL of named screens and of the codes of walls. */
import { type Selectable, sql } from 'kysely';
import { insertAll } from '#database/rows.ts';
import type { Db, Schema } from '#database/schema.ts';
import { noteChange } from '#database/transactions.ts';
import type { ArchivedScreen, ScreenPage, ScreenPlan, ShownPage, StaffScreen } from './contract.ts';
import { SECONDS } from './limits.ts';

export const asScreen = (row: Selectable<Schema['screens']>): StaffScreen => ({
  name: row.name,
  location: row.location,
  pages: JSON.parse(row.pages) as ScreenPage[],
  now: row.shown_now === null ? null : (JSON.parse(row.shown_now) as ScreenPage),
  revision: row.revision,
  isPaired: row.token_hash !== null,
  lastSeenAt: row.last_seen_at,
  strangerSeenAt: row.stranger_seen_at,
  shows: row.shows === null ? null : (JSON.parse(row.shows) as ShownPage),
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

const CEREMONY: ScreenPage = { kind: 'ceremony', seconds: SECONDS.max };

/** Shows the ceremony on these screens. The others that show it since it began get back what they showed; `null` was their playlist. */
export async function showCeremony(db: Db, names: readonly string[]): Promise<void> {
  noteChange(db, 'screens');
  await db
    .updateTable('screens')
    .set({ shown_now: sql`nullif(shown_before, 'null')`, shown_before: null })
    .where('shown_before', 'is not', null)
    .execute();
  if (names.length === 0) return;
  await db
    .updateTable('screens')
    .set({ shown_before: sql`coalesce(shown_now, 'null')`, shown_now: JSON.stringify(CEREMONY) })
    .where('name', 'in', names)
    .execute();
}

type Seen = { readonly name: string; readonly tokenHash: string | null; readonly now: string };

/** Returns false where the screen is paired with another computer: that writes nothing. */
export async function noteSeen(db: Db, { name, tokenHash, now }: Seen, shows: ShownPage): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('screens')
    .set({ last_seen_at: now, shows: JSON.stringify(shows) })
    .where('name', '=', name)
    .where((eb) => eb.or([eb('token_hash', 'is', null), eb('token_hash', '=', tokenHash)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** `since`: what was noted later is not written again. */
export async function noteStranger(db: Db, { name, now }: Seen, since: string): Promise<void> {
  await db
    .updateTable('screens')
    .set({ stranger_seen_at: now })
    .where('name', '=', name)
    .where((eb) => eb.or([eb('stranger_seen_at', 'is', null), eb('stranger_seen_at', '<=', since)]))
    .execute();
}

/** Returns the name that a wall got, and when it last asked; undefined for a code that was not made since then. */
export const findCode = (db: Db, code: string, since: string) =>
  db
    .selectFrom('screen_codes')
    .select(['name', 'polled_at'])
    .where('code', '=', code)
    .where('made_at', '>', since)
    .executeTakeFirst();

/** Returns the hash of the token that the wall got with the code; undefined for a code that was not made since then. */
export async function nameCode(db: Db, code: string, name: string, since: string): Promise<string | undefined> {
  const update = db.updateTable('screen_codes').set({ name }).where('code', '=', code).where('made_at', '>', since);
  return (await update.returning('token_hash').executeTakeFirst())?.token_hash;
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
