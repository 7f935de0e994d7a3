/** SQL for the admission settings, the caps, and the networks of new visitors. */
import { sql } from 'kysely';
import { dropMeta, writeMeta } from '#database/meta.ts';
import type { Db } from '#database/schema.ts';
import type { Choices } from './rules.ts';

export const PAUSED = 'registration paused';
/** '' when organisers switched the word off, whatever festival.json says. */
export const BADGE_WORD = 'badge word';

/** A missing row means the default. */
export async function readChoices(db: Db): Promise<Choices> {
  const rows = await db.selectFrom('meta').selectAll().where('key', 'in', [PAUSED, BADGE_WORD]).execute();
  const found = new Map(rows.map(({ key, value }) => [key, value]));
  return { paused: found.has(PAUSED), word: found.get(BADGE_WORD) ?? null };
}

export const writePaused = (db: Db, paused: boolean): Promise<void> =>
  paused ? writeMeta(db, PAUSED, 'yes') : dropMeta(db, PAUSED);

/** Null goes back to the word of festival.json, '' asks for none. */
export const writeWord = (db: Db, word: string | null): Promise<void> =>
  word === null ? dropMeta(db, BADGE_WORD) : writeMeta(db, BADGE_WORD, word);

/** Adds one to a tally that is below `most` and locks it until the transaction ends. Returns whether it did. */
export async function countUp(db: Db, name: string, most: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update meta set value = cast(cast(value as integer) + 1 as text)
    where key = ${name} and cast(case when key = ${name} then value else '0' end as integer) < ${most}`.execute(db);
  return numAffectedRows === 1n;
}

/** Locks a tally until the transaction ends: transactions that counted up before have committed. */
export async function lockTally(db: Db, name: string): Promise<void> {
  await db
    .insertInto('meta')
    .values({ key: name, value: '0' })
    .onConflict((conflict) => conflict.column('key').doUpdateSet((eb) => ({ value: eb.ref('meta.value') })))
    .execute();
}

export const writeTally = (db: Db, name: string, count: number): Promise<void> => writeMeta(db, name, String(count));

/** Rows per statement, so that no transaction takes long. */
const CHUNK = 1000;

/** Clears the network of visitors that registered before `moment`. Returns how many, at most a thousand. */
export async function dropNetworks(db: Db, moment: string): Promise<number> {
  const old = db.selectFrom('visitors').select('id').where('network', 'is not', null).where('created_at', '<', moment);
  const { numUpdatedRows } = await db
    .updateTable('visitors')
    .set({ network: null })
    .where('id', 'in', old.limit(CHUNK))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
