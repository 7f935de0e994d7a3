import type { Db } from '#database/schema.ts';
import type { AuditEntry } from './contract.ts';

export type NewEntry = Omit<AuditEntry, 'session'> & { sessionId: string };

const asJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
const fromJson = (text: string | null): unknown => (text === null ? null : JSON.parse(text));

export async function addEntry(db: Db, entry: NewEntry): Promise<void> {
  await db
    .insertInto('audit_entries')
    .values({
      id: entry.id,
      at: entry.at,
      session_id: entry.sessionId,
      action: entry.action,
      subject: entry.subject,
      before: asJson(entry.before),
      after: asJson(entry.after),
    })
    .execute();
}

const SESSION_SHOWN = 8;

/** Newest first. */
export async function listEntries(db: Db, most: number): Promise<AuditEntry[]> {
  const rows = await db
    .selectFrom('audit_entries')
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ session_id, before, after, ...row }) => ({
    ...row,
    session: session_id.slice(-SESSION_SHOWN),
    before: fromJson(before),
    after: fromJson(after),
  }));
}
