import type { Db } from '#database/schema.ts';

/** Returns which of the visitor's addresses is valid; null for an unknown visitor. */
export async function readGeneration(db: Db, visitorId: string): Promise<number | null> {
  const row = await db
    .selectFrom('visitors')
    .select('calendar_generation')
    .where('id', '=', visitorId)
    .executeTakeFirst();
  return row?.calendar_generation ?? null;
}

/** Voids the visitor's address and returns the generation of the next; null for a visitor that was forgotten. */
export async function raiseGeneration(db: Db, visitorId: string): Promise<number | null> {
  const row = await db
    .updateTable('visitors')
    .set((eb) => ({ calendar_generation: eb('calendar_generation', '+', 1) }))
    .where('id', '=', visitorId)
    .returning('calendar_generation')
    .executeTakeFirst();
  return row?.calendar_generation ?? null;
}
