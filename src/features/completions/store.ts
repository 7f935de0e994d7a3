/** SQL of completions that can still be undone. The entries of such an event's waiting list are kept, but not counted. */
import type { Db } from '#database/schema.ts';
import { noteOwners } from '#database/transactions.ts';
import { everyEvent, updateEvent } from '#features/events/store.ts';

async function noteLine(db: Db, id: string): Promise<void> {
  noteOwners(db, await db.selectFrom('waiting_entries').select('visitor_id').where('event_id', '=', id).execute());
}

/** Completes a locked event. */
export async function complete(db: Db, id: string, now: string): Promise<void> {
  await noteLine(db, id);
  await updateEvent(db, id).set({ status: 'completed', completed_at: now, waiting: 0 }).execute();
}

/** Puts an event back in progress that was completed after `since`. Returns whether it did. */
export async function undo(db: Db, id: string, since: string): Promise<boolean> {
  await noteLine(db, id);
  const undone = updateEvent(db, id)
    .set({ status: 'in-progress', completed_at: null })
    .where('completed_at', '>', since)
    .where('deleted_at', 'is', null);
  return (await undone.executeTakeFirst()).numUpdatedRows === 1n;
}

/** Returns the events that were completed at `until` or before and are not final yet. */
export async function listToFinish(db: Db, until: string): Promise<string[]> {
  const rows = await everyEvent(db).select('id').where('completed_at', '<=', until).orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** Makes a completion final, unless it was undone. Returns whether it did. */
export async function finish(db: Db, id: string, until: string): Promise<boolean> {
  const finished = updateEvent(db, id).set({ completed_at: null, late_minutes: 0 }).where('completed_at', '<=', until);
  return (await finished.executeTakeFirst()).numUpdatedRows === 1n;
}
