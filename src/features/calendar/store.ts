import type { Joining } from '#database/duties.ts';
import type { Db } from '#database/schema.ts';
import { presentEvents } from '#features/events/store.ts';
import { raiseCancelled } from '#features/news/notices/store.ts';

/** Whose calendar it is, and which of its addresses is valid. */
export type Owned = { readonly visitorId: string; readonly generation: number };

/** Returns the calendar of a visitor, also of one who joined another since; null for an unknown visitor. */
export async function findCalendar(db: Db, visitorId: string): Promise<Owned | null> {
  const own = db.selectFrom('visitors').select(['id as visitorId', 'calendar_generation as generation']);
  const joined = db
    .selectFrom('joined_visitors')
    .select(['visitor_id as visitorId', 'calendar_generation as generation']);
  const found = await own
    .where('id', '=', visitorId)
    .unionAll(joined.where('id', '=', visitorId))
    .executeTakeFirst();
  return found ?? null;
}

/** Voids the visitor's address and returns the generation of the next; null for a visitor that was forgotten. */
export async function raiseGeneration(db: Db, visitorId: string): Promise<number | null> {
  const row = await db
    .updateTable('visitors')
    .set((eb) => ({ calendar_generation: eb('calendar_generation', '+', 1) }))
    .where('id', '=', visitorId)
    .returning('calendar_generation')
    .executeTakeFirst();
  await db.deleteFrom('joined_visitors').where('visitor_id', '=', visitorId).execute();
  return row?.calendar_generation ?? null;
}

/** The addresses of a visitor who joins another go on until the other one asks for a new one. */
export async function goOn(db: Db, { from, to }: Joining): Promise<void> {
  await db.updateTable('joined_visitors').set({ visitor_id: to }).where('visitor_id', '=', from).execute();
  await db
    .insertInto('joined_visitors')
    .columns(['id', 'visitor_id', 'calendar_generation'])
    .expression((eb) =>
      eb
        .selectFrom('visitors')
        .select(({ val }) => ['id', val(to).as('visitor_id'), 'calendar_generation'])
        .where('id', '=', from),
    )
    .execute();
}

/** Returns when what calendars show of these events, or of all, was last changed. */
export async function readEditTimes(
  db: Db,
  ids: readonly string[] | null = null,
): Promise<ReadonlyMap<string, string>> {
  const edited = presentEvents(db).select(['id', 'edited_at']).where('edited_at', 'is not', null);
  const rows = await edited.$if(ids !== null, (query) => query.where('id', 'in', ids)).execute();
  return new Map(rows.map(({ id, edited_at }) => [id, edited_at ?? '']));
}

/** Makes every revision higher than all that this festival's events had before, in another database or a later state. */
export async function raiseRevisions(db: Db, lowest: number): Promise<void> {
  await db
    .updateTable('events')
    .set((eb) => ({
      edit_revision: eb
        .case()
        .when('edit_revision', '<', lowest)
        .then(lowest)
        .else(eb('edit_revision', '+', 1))
        .end(),
      edited_at: null,
    }))
    .execute();
  await raiseCancelled(db, lowest);
}
