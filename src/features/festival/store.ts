/** The edited facts, one value in `meta`. They are read for each page, so that all instances show the same. */
import { dropMeta, readMeta, writeMeta } from '#database/meta.ts';
import type { Db } from '#database/schema.ts';
import { noteChange } from '#database/transactions.ts';
import { type EditedFacts, type StoredFacts, withMissionIds } from './contract.ts';

export const FACTS = 'festival facts';
/** In `meta` while the programme is not open: when it opens. */
export const OPENS = 'programme opens';

/** As text, which `replaceFacts` compares. */
export const readFactsText = (db: Db): Promise<string | null> => readMeta(db, FACTS);

/** Earlier facts have missions without ids. */
const complete = (facts: EditedFacts | null): EditedFacts | null =>
  facts && { ...facts, missions: withMissionIds(facts.missions) };

export function factsIn(text: string | null): StoredFacts | null {
  if (text === null) return null;
  const stored = JSON.parse(text) as StoredFacts;
  return { ...stored, facts: complete(stored.facts), before: complete(stored.before) };
}

/** Writes the facts if the stored ones are still these. Returns whether it did: of two concurrent edits one does. */
export async function replaceFacts(tx: Db, expected: string | null, next: StoredFacts): Promise<boolean> {
  noteChange(tx, 'festival');
  const value = JSON.stringify(next);
  if (expected === null) {
    const added = await tx
      .insertInto('meta')
      .values({ key: FACTS, value })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .executeTakeFirst();
    return added.numInsertedOrUpdatedRows === 1n;
  }
  const changed = await tx
    .updateTable('meta')
    .set({ value })
    .where('key', '=', FACTS)
    .where('value', '=', expected)
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
}

/** For a festival's file. */
export async function readFactsList(db: Db): Promise<EditedFacts[]> {
  const stored = factsIn(await readFactsText(db));
  return stored?.facts ? [stored.facts] : [];
}

/** A file without facts leaves the present ones. */
export async function writeFactsList(tx: Db, [facts]: readonly EditedFacts[]): Promise<void> {
  if (facts === undefined) return;
  noteChange(tx, 'festival');
  // Closed at once; the job opens what is due.
  await setOpening(tx, facts.opensAt ?? null);
  const revision = (factsIn(await readFactsText(tx))?.revision ?? 0) + 1;
  await writeMeta(tx, FACTS, JSON.stringify({ revision, facts, before: null, editedAt: null } satisfies StoredFacts));
}

/** Sets until when visitors see no event; null for open. Returns whether that is another moment. */
export async function setOpening(tx: Db, opensAt: string | null): Promise<boolean> {
  if ((await readMeta(tx, OPENS)) === opensAt) return false;
  if (opensAt === null) await dropMeta(tx, OPENS);
  else await writeMeta(tx, OPENS, opensAt);
  noteChange(tx, 'events');
  return true;
}

export async function hasVisitorsPlaces(tx: Db): Promise<boolean> {
  for (const table of ['rsvps', 'waiting_entries'] as const) {
    const place = tx.selectFrom(table).select('id').where('visitor_id', 'is not', null);
    if ((await place.limit(1).executeTakeFirst()) !== undefined) return true;
  }
  return false;
}
