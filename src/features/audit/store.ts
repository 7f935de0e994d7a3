import { sql } from 'kysely';
import { insertAll } from '#database/insert.ts';
import { toFlag } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import type { ArchivedEntry, AuditEntry } from './contract.ts';
import type { Change } from './rules/former.ts';
import { mentionsIn } from './rules/mentions.ts';

export type NewEntry = Omit<AuditEntry, 'session'> & { sessionId: string };

const asJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
const fromJson = (text: string | null): object | null => (text === null ? null : JSON.parse(text));

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
export async function addMissingMentions(db: Db): Promise<void> {
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

type KeptChange = Change & { readonly id: string };
const asChange = (row: { id: string; subject: string; before: string | null; after: string | null }): KeptChange => ({
  id: row.id,
  subject: row.subject,
  before: fromJson(row.before),
  after: fromJson(row.after),
});
const CHANGE = ['id', 'subject', 'before', 'after'] as const;

/** The changes that hold one of these ids or names, each once. */
export async function findChanges(db: Db, mentions: readonly string[]): Promise<KeptChange[]> {
  if (mentions.length === 0) return [];
  const found = db.selectFrom('audit_mentions').select('entry_id').where('mention', 'in', mentions);
  const rows = await db.selectFrom('audit_entries').select(CHANGE).where('id', 'in', found).orderBy('id').execute();
  return rows.map(asChange);
}

export async function dropMentions(db: Db, mentions: readonly string[]): Promise<void> {
  if (mentions.length > 0) await db.deleteFrom('audit_mentions').where('mention', 'in', mentions).execute();
}

/** Reads and locks an entry: two people of one entry may be forgotten concurrently. */
export async function holdChange(db: Db, id: string): Promise<KeptChange | null> {
  const row = await db
    .updateTable('audit_entries')
    .set((eb) => ({ subject: eb.ref('subject') }))
    .where('id', '=', id)
    .returning(CHANGE)
    .executeTakeFirst();
  return row === undefined ? null : asChange(row);
}

export async function replaceChange(db: Db, id: string, { subject, before, after }: Change): Promise<void> {
  await db
    .updateTable('audit_entries')
    .set({ subject, before: asJson(before), after: asJson(after) })
    .where('id', '=', id)
    .execute();
}

/**
 * Returns the entries for a festival file, in the order of ids. Of sessions they only show which changes belong
 * together.
 */
export async function readEntries(db: Db): Promise<ArchivedEntry[]> {
  const rows = await db.selectFrom('audit_entries').selectAll().orderBy('id').execute();
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    action: row.action,
    subject: row.subject,
    session: row.session_id.slice(-SESSION_SHOWN),
    before: fromJson(row.before),
    after: fromJson(row.after),
  }));
}

/** Entries stay when a festival is emptied by hand, so the same file may meet its own. */
export async function writeEntries(db: Db, entries: readonly ArchivedEntry[]): Promise<void> {
  const known = new Set((await db.selectFrom('audit_entries').select('id').execute()).map(({ id }) => id));
  const unknown = entries.filter(({ id }) => !known.has(id));
  await insertAll(db, 'audit_entries', unknown, ({ session, before, after, ...entry }) => ({
    ...entry,
    session_id: session,
    before: asJson(before),
    after: asJson(after),
  }));
}
