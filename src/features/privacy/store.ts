/**
 * The SQL of forgetting. It writes other nouns' tables itself, because what is personal in them is one story: a new
 * column that holds something personal has to be thought of here.
 */
import { sql } from 'kysely';
import type { Db, Schema } from '#database/schema.ts';
import type { Belongings } from './contract.ts';
import { type Change, formerPlayer } from './rules.ts';

async function countOf(db: Db, table: 'users' | 'rsvps' | 'inventory_games', visitorId: string): Promise<number> {
  const counted = db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll().as('count'))
    .where('visitor_id', '=', visitorId);
  const listed = table === 'inventory_games' ? counted.where(sql.ref('removed_at'), 'is', null) : counted;
  return Number((await listed.executeTakeFirstOrThrow()).count);
}

export const countBelongings = async (db: Db, visitorId: string): Promise<Belongings> => ({
  known: true,
  accounts: await countOf(db, 'users', visitorId),
  places: await countOf(db, 'rsvps', visitorId),
  games: await countOf(db, 'inventory_games', visitorId),
});

/**
 * Makes the device's cookie worthless. Because it changes a key, PostgreSQL makes everybody wait who is adding something
 * of this device's: what is read afterwards is all there is. Returns whether the device was known.
 */
export async function retireVisitor(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('visitors')
    .set({ token_hash: `forgotten ${id}` })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export const listPlacesOf = (db: Db, visitorId: string): Promise<{ id: string; eventId: string; name: string }[]> =>
  db
    .selectFrom('rsvps')
    .select(['id', 'event_id as eventId', 'player_name as name'])
    .where('visitor_id', '=', visitorId)
    .execute();

export const listAccountsOf = (db: Db, visitorId: string): Promise<{ id: string; name: string }[]> =>
  db.selectFrom('users').select(['id', 'name']).where('visitor_id', '=', visitorId).execute();

/** Places and accounts that organisers removed as part of a burst, kept while that can be undone. */
export async function listRemovedOf(
  db: Db,
  visitorId: string,
): Promise<{ kind: 'place' | 'account'; id: string; name: string }[]> {
  const rows = await db
    .selectFrom('removed_rows')
    .select(['kind', 'row_id', 'row'])
    .where('visitor_id', '=', visitorId)
    .execute();
  return rows.flatMap(({ kind, row_id: id, row }) => {
    if (kind === 'game') return [];
    const { name, player_name } = JSON.parse(row) as { name?: string; player_name?: string };
    return [{ kind, id, name: name ?? player_name ?? '' }];
  });
}

/** Those of these name keys that a user or a place has now. */
export async function findPresent(db: Db, keys: readonly string[]): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const users = await db.selectFrom('users').select('name_key').where('name_key', 'in', keys).execute();
  // By event, because the index of a place's name begins with it; another would cost every registration.
  const events = db.selectFrom('events').select('id');
  const places = await db
    .selectFrom('rsvps')
    .select('name_key')
    .where('event_id', 'in', events)
    .where('name_key', 'in', keys)
    .execute();
  return new Set([...users, ...places].map(({ name_key }) => name_key));
}

type KeptChange = Change & { readonly id: string };
const asChange = (row: { id: string; subject: string; before: string | null; after: string | null }): KeptChange => ({
  id: row.id,
  subject: row.subject,
  before: JSON.parse(row.before ?? 'null'),
  after: JSON.parse(row.after ?? 'null'),
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

/** Reads it and holds it: two who stand in one change may go at the same moment. */
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
  const asJson = (noted: unknown) => (noted === null ? null : JSON.stringify(noted));
  await db
    .updateTable('audit_entries')
    .set({ subject, before: asJson(before), after: asJson(after) })
    .where('id', '=', id)
    .execute();
}

export type StoredEntrants = { eventId: string; entrants: { rsvpId: string; userId: string | null; name: string }[] };

const asEntrants = ({ event_id, entrants }: { event_id: string; entrants: string }): StoredEntrants => ({
  eventId: event_id,
  entrants: JSON.parse(entrants),
});

/** The players of these events' brackets and of every bracket in which one of these users plays. */
export async function findEntrants(
  db: Db,
  { eventIds, userIds }: { eventIds: readonly string[]; userIds: readonly string[] },
): Promise<StoredEntrants[]> {
  if (eventIds.length + userIds.length === 0) return [];
  const rows = await db
    .selectFrom('brackets')
    .select(['event_id', 'entrants'])
    .where((eb) =>
      eb.or([
        ...(eventIds.length > 0 ? [eb('event_id', 'in', eventIds)] : []),
        // A bracket has no row for each player, and a festival has tens of brackets.
        ...userIds.map((id) => eb('entrants', 'like', `%${id}%`)),
      ]),
    )
    .orderBy('event_id')
    .execute();
  return rows.map(asEntrants);
}

async function listEntrants(db: Db): Promise<StoredEntrants[]> {
  return (await db.selectFrom('brackets').select(['event_id', 'entrants']).orderBy('event_id').execute()).map(
    asEntrants,
  );
}

export async function replaceEntrants(db: Db, { eventId, entrants }: StoredEntrants): Promise<void> {
  await db
    .updateTable('brackets')
    .set({ entrants: JSON.stringify(entrants) })
    .where('event_id', '=', eventId)
    .execute();
}

/**
 * Everything else of the device's, and the answers kept for its repeated requests, which hold names. What organisers removed
 * of it goes with the visitor.
 */
export async function dropVisitor(db: Db, id: string): Promise<void> {
  await db.deleteFrom('users').where('visitor_id', '=', id).execute();
  await db.deleteFrom('inventory_games').where('visitor_id', '=', id).execute();
  await db.deleteFrom('idempotency_keys').where('asked_by', '=', id).execute();
  await db.deleteFrom('visitors').where('id', '=', id).execute();
}

/** Rows that are nothing but personal, or lead to a person. */
const EMPTIED = [
  'visitors',
  'idempotency_keys',
  'admin_sessions',
  'admin_links',
  'admin_guesses',
  'wrong_guesses',
  'minute_budgets',
  'audit_entries',
  'removals',
] as const satisfies readonly (keyof Schema)[];

/** Takes everything personal out of every table, and leaves events, places, check-ins, scores and results countable. */
export async function forgetEverything(db: Db): Promise<void> {
  for (const table of EMPTIED) await db.deleteFrom(table).execute();
  await numberNames(db, 'users', 'name', sql``);
  await numberNames(db, 'rsvps', 'player_name', sql`partition by event_id`);
  await db.updateTable('rsvps').set({ player_email: null }).execute();
  await db
    .updateTable('events')
    .set((eb) => ({ host: 'Former host', edit_revision: eb('edit_revision', '+', 1) }))
    .where('host', '!=', 'Former host')
    .execute();
  await db
    .updateTable('inventory_games')
    .set({ owner: 'Former owner', description: null, player_count: null })
    .execute();
  await db.updateTable('bulk_uploads').set({ file_name: 'forgotten', error_details: '[]' }).execute();
  await db.updateTable('announcement_lists').set({ list: null, fetched_at: null }).execute();
  await db.updateTable('brackets').set({ drawn_by: null }).execute();
  await db.updateTable('bracket_results').set({ session_id: null }).execute();
  for (const { eventId, entrants } of await listEntrants(db)) {
    const nameless = entrants.map(({ rsvpId }, index) => ({ rsvpId, userId: null, name: formerPlayer(index + 1) }));
    await replaceEntrants(db, { eventId, entrants: nameless });
  }
}

/** Numbers in the order of ids, so that a second time changes nothing. Keys that look so already first make room. */
async function numberNames(
  db: Db,
  table: 'users' | 'rsvps',
  column: 'name' | 'player_name',
  group: ReturnType<typeof sql>,
): Promise<void> {
  await sql`update ${sql.table(table)} set name_key = 'forgotten ' || id where name_key like 'former player %'`.execute(
    db,
  );
  await sql`
    update ${sql.table(table)}
    set ${sql.ref(column)} = 'Former player ' || numbered.number, name_key = 'former player ' || numbered.number
    from (select id, row_number() over (${group} order by id) as number from ${sql.table(table)}) as numbered
    where numbered.id = ${sql.ref(`${table}.id`)}
  `.execute(db);
}
