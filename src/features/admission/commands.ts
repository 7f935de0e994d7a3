import type { Db } from '#database/schema.ts';
import type { World } from '#features/access/commands.ts';
import { type AdmissionState, admissionOf } from './rules.ts';
import * as store from './store.ts';

/** Returns whether registration is paused and which badge word new phones are asked for, read from the database. */
export const readAdmission = async ({ db, admission }: Pick<World, 'db' | 'admission'>): Promise<AdmissionState> =>
  admissionOf(await store.readChoices(db), admission?.fileWord ?? null);

/**
 * Pauses public writes or resumes them. Call it in the transaction that also writes the audit; the endpoint touches
 * `admission`, so that every instance hears of it at once.
 */
export const setPaused = (tx: Db, paused: boolean): Promise<void> => store.writePaused(tx, paused);

export type WordChoice =
  | { readonly from: 'festival.json' }
  | { readonly from: 'overview'; readonly word: string | null };

/** Sets the badge word: festival.json's own, Overview's, or none at all (`word: null`). Call it as setPaused. */
export const setBadgeWord = (tx: Db, choice: WordChoice): Promise<void> =>
  store.writeWord(tx, choice.from === 'festival.json' ? null : (choice.word ?? ''));
