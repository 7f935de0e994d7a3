import type { Db } from '#database/schema.ts';
import { removeBracket } from '#features/brackets/store/brackets.ts';
import { countLent } from '#features/rsvps/store.ts';
import { everyEvent, listEvents, lockEvents, updateEvent } from '../store.ts';

/** As before anybody came. Lent seats end with their places, which are deleted afterwards. */
export async function emptyEvents(tx: Db, edited_at: string): Promise<void> {
  const ids = (await listEvents(tx, null, everyEvent(tx))).map(({ id }) => id);
  await lockEvents(tx, ids);
  const lent = await countLent(tx);
  for (const { id, capacity, bracketDrawn } of await listEvents(tx, ids, everyEvent(tx))) {
    if (bracketDrawn) await removeBracket(tx, id);
    await updateEvent(tx, id)
      .set((eb) => ({
        edit_revision: eb('edit_revision', '+', 1),
        edited_at,
        capacity: capacity - (lent.get(id) ?? 0),
      }))
      .set({ status: 'upcoming', completed_at: null, late_minutes: 0, round_clock: null, queue_paused: 0 })
      .set({ seats_taken: 0, waiting: 0, waited: 0, closed_tables: '{}' })
      .execute();
  }
}
