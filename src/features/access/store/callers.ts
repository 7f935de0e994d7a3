/** SQL for visitors, sessions, links, and answers to repeated requests. */
import type { ExpressionBuilder } from 'kysely';
import type { Joining } from '#database/duties.ts';
import { writeMeta } from '#database/meta.ts';
import type { Db, Schema } from '#database/schema.ts';
import { noteChange } from '#database/transactions.ts';

/** `name` is what the organiser gave when they unlocked. */
export type Session = { id: string; name: string | null; createdAt: string; lastSeenAt: string };

export type Device = { readonly id: string; readonly visitorId: string };

export async function findDevice(db: Db, tokenHash: string): Promise<(Device & { lastSeenAt: string }) | null> {
  const query = db
    .selectFrom('devices')
    .select(['id', 'visitor_id as visitorId', 'last_seen_at as lastSeenAt'])
    .where('token_hash', '=', tokenHash);
  return (await query.executeTakeFirst()) ?? null;
}

/** Returns the device of the present caller as it is now: it may have been removed, or have joined another visitor. */
export async function readDevice(db: Db, id: string): Promise<Device | null> {
  const query = db.selectFrom('devices').select(['id', 'visitor_id as visitorId']).where('id', '=', id);
  return (await query.executeTakeFirst()) ?? null;
}

export async function addDevice(db: Db, device: Device & { tokenHash: string; now: string }): Promise<void> {
  const { id, visitorId, tokenHash, now } = device;
  const times = { created_at: now, last_seen_at: now };
  await db
    .insertInto('devices')
    .values({ id, visitor_id: visitorId, token_hash: tokenHash, ...times })
    .execute();
}

/** Concurrent requests write it once. */
export async function writeDeviceUse(db: Db, { id, visitorId }: Device, times: { before: string; now: string }) {
  await db
    .updateTable('devices')
    .set({ last_seen_at: times.now })
    .where('visitor_id', '=', visitorId)
    .where('id', '=', id)
    .where('last_seen_at', '<=', times.before)
    .execute();
}

/** Adds a visitor with a first device. `network` is the keyed hash of the visitor's network. */
export async function addVisitor(
  db: Db,
  { id, tokenHash, network = null, now }: { id: string; tokenHash: string; network?: string | null; now: string },
): Promise<void> {
  await db.insertInto('visitors').values({ id, hold_key: id, network, created_at: now }).execute();
  await addDevice(db, { id, visitorId: id, tokenHash, now });
}

/** Locks the visitor until the transaction ends, so that concurrent writes cannot exceed what one device may own. */
export async function lockVisitor(db: Db, id: string): Promise<void> {
  await db
    .updateTable('visitors')
    .set((eb) => ({ created_at: eb.ref('created_at') }))
    .where('id', '=', id)
    .execute();
}

export async function findSession(db: Db, tokenHash: string): Promise<Session | null> {
  const query = db
    .selectFrom('admin_sessions')
    .select(['id', 'name', 'created_at as createdAt', 'last_seen_at as lastSeenAt'])
    .where('token_hash', '=', tokenHash);
  return (await query.executeTakeFirst()) ?? null;
}

/** Returns the session with this id, also when its time is over; null when it has ended. */
export async function readSession(db: Db, id: string): Promise<{ id: string; name: string | null } | null> {
  const row = await db.selectFrom('admin_sessions').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

export async function addSession(
  db: Db,
  session: { id: string; tokenHash: string; name?: string | null; now: string },
): Promise<void> {
  await db
    .insertInto('admin_sessions')
    .values({
      id: session.id,
      token_hash: session.tokenHash,
      name: session.name ?? null,
      created_at: session.now,
      last_seen_at: session.now,
    })
    .execute();
}

export async function writeSessionUse(db: Db, id: string, now: string): Promise<void> {
  await db.updateTable('admin_sessions').set({ last_seen_at: now }).where('id', '=', id).execute();
}

export async function nameSession(db: Db, id: string, name: string): Promise<void> {
  await db.updateTable('admin_sessions').set({ name }).where('id', '=', id).execute();
}

export async function endSession(db: Db, id: string): Promise<void> {
  await db.deleteFrom('admin_sessions').where('id', '=', id).execute();
  // The live streams of this session end.
  noteChange(db, 'sessions');
}

/** Deletes sessions that began or were last used before these times. */
export async function dropOldSessions(db: Db, before: { begun: string; used: string }): Promise<void> {
  await db
    .deleteFrom('admin_sessions')
    .where((eb) => eb.or([eb('created_at', '<', before.begun), eb('last_seen_at', '<', before.used)]))
    .execute();
}

export async function endAllSessions(db: Db): Promise<void> {
  await db.deleteFrom('admin_sessions').execute();
  noteChange(db, 'sessions');
}

export async function addLink(db: Db, link: { id: string; tokenHash: string; now: string }): Promise<void> {
  await db
    .insertInto('admin_links')
    .values({ id: link.id, token_hash: link.tokenHash, created_at: link.now })
    .execute();
}

/** Uses a link made after `since`. Returns true for exactly one of any number of concurrent calls. */
export async function useLink(db: Db, tokenHash: string, { since, now }: { since: string; now: string }) {
  const { numUpdatedRows } = await db
    .updateTable('admin_links')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('created_at', '>', since)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function findLink(db: Db, tokenHash: string): Promise<{ usedAt: string | null } | null> {
  const query = db.selectFrom('admin_links').select('used_at as usedAt').where('token_hash', '=', tokenHash);
  return (await query.executeTakeFirst()) ?? null;
}

export async function dropLinks(db: Db, madeBefore?: string): Promise<void> {
  const all = db.deleteFrom('admin_links');
  await (madeBefore === undefined ? all : all.where('created_at', '<', madeBefore)).execute();
}

export type StoredAnswer = {
  requestHash: string;
  answer: string | null;
  salt: string;
  createdAt: string;
  visitorId: string | null;
};

/**
 * Claims an Idempotency-Key for this transaction; false when another request has it. Waits for a transaction that is
 * still running.
 */
export async function takeKey(
  db: Db,
  claim: { key: string; requestHash: string; salt: string; askedBy: string | null; now: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('idempotency_keys')
    .values({
      key: claim.key,
      request_hash: claim.requestHash,
      salt: claim.salt,
      created_at: claim.now,
      asked_by: claim.askedBy,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function readKey(db: Db, key: string): Promise<StoredAnswer | null> {
  const query = db
    .selectFrom('idempotency_keys')
    .select(['request_hash as requestHash', 'answer', 'salt', 'created_at as createdAt', 'visitor_id as visitorId'])
    .where('key', '=', key);
  return (await query.executeTakeFirst()) ?? null;
}

/**
 * Stores the answer of a claimed key. Returns whether the device that asked still belongs to its visitor: the condition
 * costs the hot path no statement.
 */
export async function storeAnswer(
  db: Db,
  key: string,
  stored: { answer: string; newVisitorId: string | null },
  by: Device | null = null,
): Promise<boolean> {
  const answered = db
    .updateTable('idempotency_keys')
    .set({ answer: stored.answer, visitor_id: stored.newVisitorId })
    .where('key', '=', key);
  const { numUpdatedRows } = await (by === null ? answered : answered.where(isDevice(by))).executeTakeFirst();
  return numUpdatedRows === 1n;
}

const isDevice =
  ({ id, visitorId }: Device) =>
  ({ exists, selectFrom }: ExpressionBuilder<Schema, 'idempotency_keys'>) =>
    exists(selectFrom('devices').select('id').where('devices.id', '=', id).where('devices.visitor_id', '=', visitorId));

export async function dropOldKeys(db: Db, before: string): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute();
}

export async function dropAllKeys(db: Db): Promise<void> {
  await db.deleteFrom('idempotency_keys').execute();
}

/**
 * Locks the visitor until the transaction ends. Because it changes a key, PostgreSQL blocks everybody who is adding
 * something for this visitor: what is read afterwards is all there is. Returns whether the visitor was known.
 */
export async function retireVisitor(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('visitors')
    .set({ hold_key: `leaving ${id}` })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Returns when a visitor first wrote. */
export const readSince = async (db: Db, id: string): Promise<string> =>
  (await db.selectFrom('visitors').select('created_at').where('id', '=', id).executeTakeFirstOrThrow()).created_at;

/** Deletes a visitor whose rows another one has now, and leaves the other one the answers to repeat. */
export async function joinVisitor(db: Db, { from, to }: Joining): Promise<void> {
  await db.updateTable('idempotency_keys').set({ asked_by: to }).where('asked_by', '=', from).execute();
  await db.deleteFrom('visitors').where('id', '=', from).execute();
}

/** Deletes the visitor, with what a burst removal keeps of theirs, and their stored answers, which hold names. */
export async function forgetVisitor(db: Db, id: string): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('asked_by', '=', id).execute();
  await db.deleteFrom('visitors').where('id', '=', id).execute();
}

/** A session that was ended, with the name of who unlocked it. */
export type EndedSession = { readonly id: string; readonly name: string | null };

/** Ends every session but one, one caller at a time. Returns the ended ones; null where that one has ended itself. */
export async function endOtherSessions(db: Db, id: string): Promise<EndedSession[] | null> {
  await writeMeta(db, 'sessions', 'lock');
  if ((await readSession(db, id)) === null) return null;
  return db.deleteFrom('admin_sessions').where('id', '!=', id).returning(['id', 'name']).execute();
}
