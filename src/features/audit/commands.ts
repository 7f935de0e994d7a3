import type { Db } from '#database/schema.ts';
import type { World } from '#features/access/commands.ts';
import type { Asking } from '#platform/server/asking.ts';
import { addEntry } from './store.ts';

export type Change = { action: string; subject: string; before: unknown; after: unknown };

/**
 * Records an organiser's change in the transaction of the change. Visitors' changes to their own things are not
 * recorded.
 */
export async function record(world: World, tx: Db, by: Asking, change: Change): Promise<void> {
  if (by.adminSessionId === null) return;
  await addEntry(tx, { id: world.newId(), at: world.now().toISOString(), sessionId: by.adminSessionId, ...change });
}
