import type { Leaving } from '#database/duties.ts';
import type { Db } from '#database/schema.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { nameKey } from '#platform/names.ts';
import type { Caller } from '#platform/server/caller.ts';
import { auditNames, changeWithoutNames } from './rules/former.ts';
import * as store from './store.ts';

export type Change = { action: string; subject: string; before: unknown; after: unknown };

/**
 * Records an organiser's change in the transaction of the change. Visitors' changes to their own things are not
 * recorded.
 */
export async function record(context: CommandContext, tx: Db, by: Caller, change: Change): Promise<void> {
  if (by.adminSessionId === null) return;
  await store.addEntry(tx, {
    id: context.newId(),
    at: context.now().toISOString(),
    sessionId: by.adminSessionId,
    ...change,
  });
}

/**
 * Removes the visitor's names from the entries, except names that somebody else has. Call it after the visitor's other
 * rows are deleted, when all transactions that changed one have committed.
 */
export async function forgetPerson(tx: Db, { rows, findKeysInUse }: Leaving): Promise<void> {
  await store.addMissingMentions(tx);
  const ids = rows.map(({ id }) => id);
  const names = rows.map(({ name }) => name);
  const theirs = await store.findChanges(tx, [...ids, ...names.map(nameKey)]);
  const known = [...names, ...auditNames(theirs, new Set(ids))];
  const inUse = await findKeysInUse(known.map(nameKey));
  const alone = known.filter((name) => !inUse.has(nameKey(name)));
  const mentions = alone.map(nameKey);
  for (const { id } of await store.findChanges(tx, mentions)) {
    const held = await store.holdChange(tx, id);
    const changed = held && changeWithoutNames(held, alone);
    if (changed !== null) await store.replaceChange(tx, id, changed);
  }
  await store.dropMentions(tx, [...ids, ...mentions]);
}
