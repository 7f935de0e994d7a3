import { sql } from 'kysely';
import { toFlag } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import type { AuditEntry } from './contract.ts';
import { mentionsIn } from './rules/mentions.ts';

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
      mentions_noted: toFlag(true),
    })
    .execute();
  await addMentions(db, [entry]);
}

const PIECE = 200;

async function addMentions(db: Db, entries: readonly Pick<NewEntry, 'id' | 'before' | 'after'>[]): Promise<void> {
  const rows = entries.flatMap((entry) => mentionsIn(entry).map((mention) => ({ mention, entry_id: entry.id })));
  for (let from = 0; from < rows.length; from += PIECE) {
    await db
      .insertInto('audit_mentions')
      .values(rows.slice(from, from + PIECE))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Fills in the mentions of entries from an earlier version of this program or from an import. */
export async function noteMentions(db: Db): Promise<void> {
  const rows = await db
    .selectFrom('audit_entries')
    .select(['id', 'before', 'after'])
    .where('mentions_noted', '=', sql.lit(0))
    .execute();
  for (let from = 0; from < rows.length; from += PIECE) {
    const piece = rows.slice(from, from + PIECE);
    await addMentions(
      db,
      piece.map(({ id, before, after }) => ({ id, before: fromJson(before), after: fromJson(after) })),
    );
    const ids = piece.map(({ id }) => id);
    await db
      .updateTable('audit_entries')
      .set({ mentions_noted: toFlag(true) })
      .where('id', 'in', ids)
      .execute();
  }
}

const SESSION_SHOWN = 8;

/** Newest first. */
export async function listEntries(db: Db, most: number): Promise<AuditEntry[]> {
  const rows = await db
    .selectFrom('audit_entries')
    .select(['id', 'at', 'session_id', 'action', 'subject', 'before', 'after'])
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
