import type { Db } from './schema.ts';

export async function readMeta(db: Db, key: string): Promise<string | null> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value ?? null;
}

export async function writeMeta(db: Db, key: string, value: string): Promise<void> {
  await db
    .insertInto('meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

export async function dropMeta(db: Db, key: string): Promise<void> {
  await db.deleteFrom('meta').where('key', '=', key).execute();
}

/** Locks the row until the transaction ends. False when its value is another. */
export async function holdMeta(db: Db, key: string, value: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('meta')
    .set({ value })
    .where('key', '=', key)
    .where('value', '=', value)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Returns the stored value: the first instance wins. */
export async function takeMeta(db: Db, key: string, value: string): Promise<string> {
  await db
    .insertInto('meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  return (await readMeta(db, key)) ?? value;
}
