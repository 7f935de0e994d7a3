/** SQL of a visitor's devices, of codes, and of the places that organisers hand over. */
import { toFlag } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import type { Device } from '#features/access/store/callers.ts';
import { hiddenEvents } from '#features/events/store.ts';

export type ListedDevice = { readonly id: string; readonly since: string; readonly lastSeen: string };

/** The one used last comes first. */
export const listDevices = (db: Db, visitorId: string): Promise<ListedDevice[]> =>
  db
    .selectFrom('devices')
    .select(['id', 'created_at as since', 'last_seen_at as lastSeen'])
    .where('visitor_id', '=', visitorId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute();

/** Returns how many devices these visitors have together. */
export async function countDevices(db: Db, visitorIds: readonly string[]): Promise<number> {
  const counting = db.selectFrom('devices').select(({ fn }) => fn.countAll().as('count'));
  return Number((await counting.where('visitor_id', 'in', visitorIds).executeTakeFirstOrThrow()).count);
}

/** Returns whether it was there: of two concurrent calls one gets true. */
export async function removeDevice(db: Db, { id, visitorId }: Device): Promise<boolean> {
  const removing = db.deleteFrom('devices').where('id', '=', id).where('visitor_id', '=', visitorId);
  return (await removing.executeTakeFirst()).numDeletedRows === 1n;
}

/** What a code is for: to join a visitor, or to take over these places and waiting entries. */
export type Purpose =
  | { readonly kind: 'join'; readonly visitorId: string }
  | { readonly kind: 'handover'; readonly ids: readonly string[]; readonly sessionId: string };

/** Adds a code. One to join a visitor replaces the visitor's earlier one. */
export async function addCode(db: Db, codeHash: string, purpose: Purpose, now: string): Promise<void> {
  const code = { code_hash: codeHash, made_at: now };
  const uses =
    purpose.kind === 'join'
      ? { visitor_id: purpose.visitorId, places: null, made_by: null }
      : { visitor_id: null, places: JSON.stringify(purpose.ids), made_by: purpose.sessionId };
  await db
    .insertInto('device_codes')
    .values({ ...code, ...uses })
    .onConflict((conflict) => conflict.column('visitor_id').doUpdateSet(code))
    .execute();
}

/** Returns what a code made after `since` is for; null for an unknown one, and for one of an organiser whose session has ended. */
export async function findCode(db: Db, codeHash: string, since: string): Promise<Purpose | null> {
  const query = db
    .selectFrom('device_codes')
    .selectAll()
    .where('code_hash', '=', codeHash)
    .where('made_at', '>', since)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('visitor_id', 'is not', null),
        exists(selectFrom('admin_sessions').select('id').whereRef('admin_sessions.id', '=', 'device_codes.made_by')),
      ]),
    );
  const row = await query.executeTakeFirst();
  if (row === undefined) return null;
  if (row.visitor_id !== null) return { kind: 'join', visitorId: row.visitor_id };
  return { kind: 'handover', ids: JSON.parse(row.places ?? '[]') as string[], sessionId: row.made_by ?? '' };
}

/** Deletes a code that is used. Returns true for exactly one of any number of concurrent calls. */
export async function spendCode(db: Db, codeHash: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('device_codes').where('code_hash', '=', codeHash).executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Voids the visitor's code. */
export async function dropCodeOf(db: Db, visitorId: string): Promise<void> {
  await db.deleteFrom('device_codes').where('visitor_id', '=', visitorId).execute();
}

/** Deletes the emails and answers of a visitor's places and waiting entries. */
export async function dropDetailsOf(db: Db, visitorId: string): Promise<void> {
  for (const table of HOLDINGS) {
    await db
      .updateTable(table)
      .set({ player_email: null, answers: null })
      .where('visitor_id', '=', visitorId)
      .execute();
  }
}

/** Deletes the row that keeps a joined visitor's calendar addresses working: one whom the join itself made had none. */
export async function dropJoined(db: Db, id: string): Promise<void> {
  await db.deleteFrom('joined_visitors').where('id', '=', id).execute();
}

/** Returns how many. */
export async function dropCodes(db: Db, until: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('device_codes').where('made_at', '<=', until).executeTakeFirst();
  return Number(numDeletedRows);
}

type Use = { readonly since: string; readonly used: string };

/** Returns since when each of these visitors has a device, and when one was last used. */
export async function readUses(db: Db, visitorIds: readonly string[]): Promise<ReadonlyMap<string, Use>> {
  if (visitorIds.length === 0) return new Map();
  const devices = db.selectFrom('devices').where('visitor_id', 'in', visitorIds).groupBy('visitor_id');
  const uses = devices.select(({ fn }) => [
    'visitor_id',
    fn.min('created_at').as('since'),
    fn.max('last_seen_at').as('used'),
  ]);
  return new Map((await uses.execute()).map(({ visitor_id, ...use }) => [visitor_id, use]));
}

/** A place or a waiting entry. */
export type HoldingRow = {
  readonly id: string;
  readonly eventId: string;
  readonly playerName: string;
  readonly nameKey: string;
  readonly visitorId: string | null;
  readonly waits: boolean;
};

const HOLDINGS = ['rsvps', 'waiting_entries'] as const;

type Of =
  | { readonly ids: readonly string[] }
  | { readonly visitorIds: readonly string[] }
  | { readonly nameKey: string };

/** The column and its values. */
function columnOf(of: Of): readonly ['id' | 'visitor_id' | 'name_key', readonly string[]] {
  if ('ids' in of) return ['id', of.ids];
  return 'nameKey' in of ? ['name_key', [of.nameKey]] : ['visitor_id', of.visitorIds];
}

/** Returns these places and entries, or those of visitors or of a name, as far as their events are in the programme. */
export async function listHoldings(db: Db, of: Of): Promise<HoldingRow[]> {
  const [column, values] = columnOf(of);
  if (values.length === 0) return [];
  const holdings: HoldingRow[] = [];
  for (const table of HOLDINGS) {
    const query = db
      .selectFrom(table)
      .select(['id', 'event_id as eventId', 'player_name as playerName', 'name_key as nameKey'])
      .select('visitor_id as visitorId')
      .where('event_id', 'not in', hiddenEvents(db).select('events.id'))
      .where(column, 'in', values);
    const rows = await query.orderBy('id').execute();
    holdings.push(...rows.map((row) => ({ ...row, waits: table === 'waiting_entries' })));
  }
  return holdings;
}

/**
 * Gives places and entries to a visitor, without their emails, and with the accounts that their former visitors have under
 * the same names. Returns the ids of all of them.
 */
export async function handOver(db: Db, holdings: readonly HoldingRow[], visitorId: string): Promise<string[]> {
  const ids = holdings.map(({ id }) => id);
  for (const table of HOLDINGS) {
    const given = { visitor_id: visitorId, player_email: null, answers: null, handed_over: toFlag(true) };
    await db.updateTable(table).set(given).where('id', 'in', ids).execute();
  }
  // The other phone is asked anew whether they come.
  await db
    .updateTable('rsvps')
    .set({ asked_at: null, coming: toFlag(false) })
    .where('id', 'in', ids)
    .execute();
  for (const { nameKey, visitorId: former } of holdings) {
    if (former === null) continue;
    const accounts = db.updateTable('users').set({ visitor_id: visitorId }).where('name_key', '=', nameKey);
    ids.push(...(await accounts.where('visitor_id', '=', former).returning('id').execute()).map(({ id }) => id));
  }
  return ids;
}
