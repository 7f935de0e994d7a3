import { type Selectable, sql } from 'kysely';
import { toFlag } from '#database/portable.ts';
import { insertAll } from '#database/rows.ts';
import type { Db, Schema } from '#database/schema.ts';
import { shortSession } from '#features/access/rules/sessions.ts';
import type { ArchivedEntry, AuditEntry, AuditFilter, CheckedIn } from './contract.ts';
import { MOST_PEOPLE, PAGE } from './limits.ts';
import { CHECK_INS, type Group } from './rules/check-ins.ts';
import type { OldEntry } from './rules/old-entries.ts';
import { isAbout, type Named, putNames, takeNames } from './rules/people.ts';

export type NewEntry = Omit<AuditEntry, 'session'> & {
  sessionId: string;
  who: Named | null;
  eventId: string | null;
};

const FORMER = 'Former player';
const asJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
const fromJson = (text: string | null): unknown => (text === null ? null : JSON.parse(text));

export async function addEntry(db: Db, entry: NewEntry): Promise<void> {
  const { before, after, people } = takeNames(entry);
  await db
    .insertInto('audit_entries')
    .values({
      id: entry.id,
      at: entry.at,
      session_id: entry.sessionId,
      by_name: entry.byName,
      by_role: entry.byRole,
      action: entry.action,
      subject: entry.subject,
      before,
      after,
      event_id: entry.eventId,
      names_apart: toFlag(true),
    })
    .execute();
  await insertAll(db, 'audit_people', people, ({ position, id, name, visitorId }) => ({
    entry_id: entry.id,
    position,
    person_id: id,
    name,
    visitor_id: visitorId,
  }));
}

/** Gives the entries of a session that have no name this one. */
export async function nameEntries(db: Db, sessionId: string, name: string): Promise<void> {
  const nameless = db.updateTable('audit_entries').set({ by_name: name }).where('session_id', '=', sessionId);
  await nameless.where('by_name', 'is', null).execute();
}

/** Whether somebody did this to an event. */
export async function wasDone(db: Db, eventId: string, action: string): Promise<boolean> {
  const done = db.selectFrom('audit_entries').select('id').where('event_id', '=', eventId).where('action', '=', action);
  return (await done.limit(1).executeTakeFirst()) !== undefined;
}

const entries = (db: Db) =>
  db
    .selectFrom('audit_entries')
    .select(['id', 'at', 'session_id', 'by_name', 'by_role', 'action', 'subject', 'event_id', 'before', 'after']);
const people = (db: Db) => db.selectFrom('audit_people').select(['entry_id', 'position', 'name']);

type Row = Awaited<ReturnType<ReturnType<typeof entries>['execute']>>[number];
type PersonRow = Pick<Selectable<Schema['audit_people']>, 'entry_id' | 'position' | 'name'>;

function asEntries(rows: readonly Row[], named: readonly PersonRow[]) {
  const byEntry = Map.groupBy(named, ({ entry_id }) => entry_id);
  return rows.map(({ id, at, session_id, by_name: byName, by_role: byRole, action, event_id: eventId, ...texts }) => {
    const names = new Map(byEntry.get(id)?.map(({ position, name }) => [position, name ?? FORMER]));
    return {
      id,
      at,
      action,
      session: shortSession(session_id),
      byName,
      byRole,
      eventId,
      ...putNames(texts, names),
      names,
    };
  });
}

type Sought = AuditFilter & { checkIns?: 'apart' | undefined };

/** Where a page ends: time and id of its last entry. */
type Last = { readonly at: string; readonly id: string };

const findLast = (db: Db, id: string): Promise<Last | undefined> =>
  db.selectFrom('audit_entries').select(['at', 'id']).where('id', '=', id).executeTakeFirst();

async function readPage(db: Db, { event = '', session = '', checkIns }: Sought, last: Last | undefined) {
  const rows = await entries(db)
    .$if(checkIns === 'apart', (query) => query.where('action', 'not in', CHECK_INS))
    .$if(event !== '', (query) => query.where('event_id', '=', event))
    .$if(session !== '', (query) => query.where('session_id', 'like', `%${session}`))
    .$if(last !== undefined, (query) =>
      query.where(({ eb, and, or }) =>
        or([eb('at', '<', last?.at ?? ''), and([eb('at', '=', last?.at ?? ''), eb('id', '<', last?.id ?? '')])]),
      ),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE)
    .execute();
  const ids = rows.map(({ id }) => id);
  return asEntries(rows, ids.length === 0 ? [] : await people(db).where('entry_id', 'in', ids).execute());
}

/**
 * Returns the entries of the filter, newest first: from after the entry `after`, at most `most`. Compares people here,
 * because SQL computes no keys of names.
 */
export async function listEntries(
  db: Db,
  { after, ...filter }: Sought & { after?: string | undefined },
  most = Number.POSITIVE_INFINITY,
): Promise<AuditEntry[]> {
  const found: AuditEntry[] = [];
  let last = after === undefined ? undefined : await findLast(db, after);
  for (;;) {
    const page = await readPage(db, filter, last);
    for (const { names, ...entry } of page) if (isAbout(filter.person, entry, names)) found.push(entry);
    if (page.length < PAGE || found.length >= most) return found.slice(0, most);
    last = page.at(-1);
  }
}

// A literal, because PostgreSQL groups by the same expression only.
const HOUR = sql<string>`substr(checked_in_at, 1, 13)`;

type Window = { event?: string | undefined; since?: string | undefined; until?: string | undefined };

/**
 * Counts check-ins by event, hour and who, in the hours of a window. Joins the titles after counting, because that halves the
 * time of 100,000 places.
 */
export async function countCheckIns(db: Db, { event, since = '', until = '9' }: Window): Promise<Group[]> {
  const counted = db
    .selectFrom('rsvps')
    .select(['event_id as eventId', HOUR.as('hour'), 'checked_in_by as by', 'checked_in_by_name as name'])
    .select(({ fn }) => [fn.countAll().as('count'), fn.max('checked_in_at').as('lastAt')])
    .where('checked_in_at', 'is not', null)
    .where(HOUR, '>=', since.slice(0, 13))
    .where(HOUR, '<=', until.slice(0, 13))
    .$if(event !== undefined, (query) => query.where('event_id', '=', event ?? ''))
    .groupBy(['event_id', HOUR, 'checked_in_by', 'checked_in_by_name'])
    .as('counted');
  const rows = await db
    .selectFrom(counted)
    .innerJoin('events', 'events.id', 'counted.eventId')
    .selectAll('counted')
    .select(['events.title', 'events.location'])
    .where('events.deleted_at', 'is', null)
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count), lastAt: row.lastAt ?? '' }));
}

/** Returns who was checked in at an event, or during an hour of it, newest first; null for an unknown event. */
export async function listCheckedIn(db: Db, eventId: string, hour: string | undefined): Promise<CheckedIn[] | null> {
  const present = db.selectFrom('events').select('id').where('id', '=', eventId).where('deleted_at', 'is', null);
  if ((await present.executeTakeFirst()) === undefined) return null;
  const rows = await db
    .selectFrom('rsvps')
    .select(['id', 'player_name as playerName', 'checked_in_at', 'checked_in_by as by', 'checked_in_by_name as name'])
    .where('event_id', '=', eventId)
    .where('checked_in_at', 'is not', null)
    .$if(hour !== undefined, (query) => query.where(HOUR, '=', hour ?? ''))
    .orderBy('checked_in_at', 'desc')
    .orderBy('id')
    .limit(MOST_PEOPLE)
    .execute();
  return rows.map(({ checked_in_at, ...row }) => ({ ...row, at: checked_in_at ?? '' }));
}

/** Of places, waiting entries and accounts that another visitor has now: forgetting that visitor clears their names. */
export async function giveNames(db: Db, personIds: readonly string[], visitorId: string): Promise<void> {
  const given = db.updateTable('audit_people').set({ visitor_id: visitorId }).where('person_id', 'in', personIds);
  await given.where('name', 'is not', null).execute();
}

/** Clears the names of what belongs to this visitor, or did when an organiser changed it. */
export async function clearNames(db: Db, visitorId: string): Promise<void> {
  const forgotten = { name: null, visitor_id: null };
  await db.updateTable('audit_people').set(forgotten).where('visitor_id', '=', visitorId).execute();
}

/** Returns the entries that hold names as text, in the order of ids. */
export async function listOldEntries(db: Db): Promise<OldEntry[]> {
  const query = db.selectFrom('audit_entries').select(['id', 'before', 'after']);
  // The literal 0 lets both databases use the index of these entries.
  const rows = await query.where('names_apart', '=', sql.lit(0)).orderBy('id').execute();
  return rows.map(({ id, before, after }) => ({ id, before: fromJson(before), after: fromJson(after) }));
}

/** Clears the texts of these entries. Time, session and action stay. */
export async function clearEntries(db: Db, ids: readonly string[]): Promise<void> {
  const cleared = { subject: FORMER, before: null, after: null };
  for (const id of ids) await db.updateTable('audit_entries').set(cleared).where('id', '=', id).execute();
}

/**
 * Returns the entries for a festival file, in the order of ids. Of sessions they only show which changes belong
 * together.
 */
export const readEntries = async (db: Db): Promise<ArchivedEntry[]> =>
  asEntries(await entries(db).orderBy('id').execute(), await people(db).execute()).map(
    ({ names: _, ...entry }) => entry,
  );

/** Entries stay when a festival is emptied by hand, so the same file may meet its own. */
export async function writeEntries(db: Db, file: readonly ArchivedEntry[]): Promise<void> {
  const known = new Set((await db.selectFrom('audit_entries').select('id').execute()).map(({ id }) => id));
  const unknown = file.filter(({ id }) => !known.has(id));
  await insertAll(db, 'audit_entries', unknown, ({ session, byName, byRole, eventId, before, after, ...entry }) => ({
    ...entry,
    session_id: session,
    by_name: byName,
    by_role: byRole,
    event_id: eventId,
    before: asJson(before),
    after: asJson(after),
  }));
}
