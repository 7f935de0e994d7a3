/** SQL for the list of admin sessions. */
import type { Db } from '#database/schema.ts';
import type { Opening, Session } from '#features/access/store.ts';

export type ListedSession = Session & { openedBy: Opening };

/** Most recently used first. */
export async function listSessions(db: Db): Promise<ListedSession[]> {
  const rows = await db
    .selectFrom('admin_sessions')
    .select(['id', 'created_at', 'last_seen_at', 'opened_by'])
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    openedBy: row.opened_by,
  }));
}

/** Ends every session but one. Returns the ids of the ended ones. */
export async function endOtherSessions(db: Db, id: string): Promise<string[]> {
  const rows = await db.deleteFrom('admin_sessions').where('id', '!=', id).returning('id').execute();
  return rows.map((row) => row.id);
}
