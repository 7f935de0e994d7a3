/** The SQL of what organisers decide about registration. It is kept in `meta`; a row that is missing is the default. */
import type { Db } from '#database/schema.ts';
import { dropMeta, writeMeta } from '#features/access/store.ts';
import type { Choices } from './rules.ts';

export const PAUSED = 'registration paused';
/** '' where organisers switched the word off, whatever festival.json says. */
export const BADGE_WORD = 'badge word';

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
