/** SQL that sets events back, as before anybody came. */
import type { Db } from '#database/schema.ts';
import { removeBracket } from '#features/brackets/store/brackets.ts';
import { countLent } from '#features/rsvps/store.ts';
import { everyEvent, listEvents, lockEvents, updateEvent } from '../store.ts';

type Reset = { readonly start_time?: string; readonly draft?: 1; readonly capacity?: number };

/** Of a locked event without people and without a bracket. */
export const resetEvent = (tx: Db, id: string, at: string, change: Reset) =>
  updateEvent(tx, id)
    .set((eb) => ({ edit_revision: eb('edit_revision', '+', 1), edited_at: at, ...change }))
    .set({ status: 'upcoming', completed_at: null, late_minutes: 0, round_clock: null, queue_paused: 0 })
    .set({ seats_taken: 0, waiting: 0, closed_tables: '{}' })
    .execute();

/** Before the places are deleted: lent seats end with them. */
export async function emptyEvents(tx: Db, at: string): Promise<void> {
  const ids = (await listEvents(tx, null, everyEvent(tx))).map(({ id }) => id);
  await lockEvents(tx, ids);
  const lent = await countLent(tx);
  for (const { id, capacity, bracketDrawn } of await listEvents(tx, ids, everyEvent(tx))) {
    if (bracketDrawn) await removeBracket(tx, id);
    await resetEvent(tx, id, at, { capacity: capacity - (lent.get(id) ?? 0) });
  }
}
