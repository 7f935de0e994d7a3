import type { Db } from '#database/schema.ts';
import type { StoredBoard } from './rules/polling.ts';

export async function findBoard(db: Db, channelId: string): Promise<StoredBoard | null> {
  const query = db
    .selectFrom('announcement_lists')
    .select(['asked_at as askedAt', 'asked_before_at as askedBeforeAt', 'wait_until as waitUntil'])
    .select(['failed_at as failedAt', 'fetched_at as fetchedAt', 'list'])
    .where('channel_id', '=', channelId);
  return (await query.executeTakeFirst()) ?? null;
}

/**
 * Records that Discord is being asked now. Returns false when another instance did so since `before` was read, so that
 * only one of them asks.
 */
export async function takeTurn(db: Db, channelId: string, before: StoredBoard | null, now: string): Promise<boolean> {
  if (before === null) {
    const made = await db
      .insertInto('announcement_lists')
      .values({ channel_id: channelId, asked_at: now })
      .onConflict((conflict) => conflict.column('channel_id').doNothing())
      .executeTakeFirst();
    return made.numInsertedOrUpdatedRows === 1n;
  }
  const changed = await db
    .updateTable('announcement_lists')
    .set({ asked_at: now, asked_before_at: before.askedAt })
    .where('channel_id', '=', channelId)
    .where('asked_at', '=', before.askedAt)
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
}

export async function keepList(db: Db, channelId: string, list: string, now: string): Promise<void> {
  await db
    .updateTable('announcement_lists')
    .set({ list, fetched_at: now, failed_at: null, wait_until: null })
    .where('channel_id', '=', channelId)
    .execute();
}

export async function keepFailure(db: Db, channelId: string, now: string, waitUntil: string | null): Promise<void> {
  await db
    .updateTable('announcement_lists')
    .set({ failed_at: now, wait_until: waitUntil })
    .where('channel_id', '=', channelId)
    .execute();
}

/** Drops the announcements stored from Discord, not when it was asked. */
export async function dropLists(db: Db): Promise<void> {
  await db.updateTable('announcement_lists').set({ list: null, fetched_at: null }).execute();
}
