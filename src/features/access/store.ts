import type { Db } from '#database/schema.ts';
import type { Guesses } from './rules.ts';

export type Session = { id: string; createdAt: string; lastSeenAt: string };

/** Reads a fact the program keeps about itself, such as its secret. */
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

/** Keeps the first value written, whichever instance wrote it. */
export async function claimMeta(db: Db, key: string, value: string): Promise<string> {
  await db
    .insertInto('meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  return (await readMeta(db, key)) ?? value;
}

export async function findVisitor(db: Db, tokenHash: string): Promise<string | null> {
  const row = await db.selectFrom('visitors').select('id').where('token_hash', '=', tokenHash).executeTakeFirst();
  return row?.id ?? null;
}

export async function addVisitor(db: Db, visitor: { id: string; tokenHash: string; now: string }): Promise<void> {
  await db
    .insertInto('visitors')
    .values({ id: visitor.id, token_hash: visitor.tokenHash, created_at: visitor.now })
    .execute();
}

/** Holds the visitor until the transaction ends: what one device may have many of is counted and added by one at a time. */
export async function holdVisitor(db: Db, id: string): Promise<void> {
  await db
    .updateTable('visitors')
    .set((eb) => ({ created_at: eb.ref('created_at') }))
    .where('id', '=', id)
    .execute();
}

export async function findSession(db: Db, tokenHash: string): Promise<Session | null> {
  const row = await db
    .selectFrom('admin_sessions')
    .select(['id', 'created_at', 'last_seen_at'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row === undefined ? null : { id: row.id, createdAt: row.created_at, lastSeenAt: row.last_seen_at };
}

export async function addSession(db: Db, session: { id: string; tokenHash: string; now: string }): Promise<void> {
  await db
    .insertInto('admin_sessions')
    .values({ id: session.id, token_hash: session.tokenHash, created_at: session.now, last_seen_at: session.now })
    .execute();
}

export async function noteSessionUse(db: Db, id: string, now: string): Promise<void> {
  await db.updateTable('admin_sessions').set({ last_seen_at: now }).where('id', '=', id).execute();
}

export async function endSession(db: Db, id: string): Promise<void> {
  await db.deleteFrom('admin_sessions').where('id', '=', id).execute();
}

export async function endAllSessions(db: Db): Promise<void> {
  await db.deleteFrom('admin_sessions').execute();
}

export async function readGuesses(db: Db, guesser: string): Promise<Guesses | null> {
  const row = await db.selectFrom('admin_guesses').selectAll().where('guesser', '=', guesser).executeTakeFirst();
  return row === undefined ? null : { failures: row.failures, nextAt: row.next_at, lastAt: row.last_at };
}

/**
 * Writes a count only if it still is what was read, so that two instances cannot both take the last free guess.
 * Returns whether it was written.
 */
export async function replaceGuesses(db: Db, guesser: string, seen: Guesses | null, next: Guesses): Promise<boolean> {
  const values = { failures: next.failures, next_at: next.nextAt, last_at: next.lastAt };
  if (seen === null) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('admin_guesses')
      .values({ guesser, ...values })
      .onConflict((conflict) => conflict.column('guesser').doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }
  const { numUpdatedRows } = await db
    .updateTable('admin_guesses')
    .set(values)
    .where('guesser', '=', guesser)
    .where('failures', '=', seen.failures)
    .where('last_at', '=', seen.lastAt)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function forgetGuesses(db: Db, guesser: string): Promise<void> {
  await db.deleteFrom('admin_guesses').where('guesser', '=', guesser).execute();
}

export type KeptAnswer = { requestHash: string; answer: string | null; salt: string; createdAt: string };

/** Takes an Idempotency-Key for this transaction; false when another request has it. Waits for one still running. */
export async function claimKey(
  db: Db,
  claim: { key: string; requestHash: string; salt: string; now: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('idempotency_keys')
    .values({ key: claim.key, request_hash: claim.requestHash, salt: claim.salt, created_at: claim.now })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function readKey(db: Db, key: string): Promise<(KeptAnswer & { visitorId: string | null }) | null> {
  const row = await db.selectFrom('idempotency_keys').selectAll().where('key', '=', key).executeTakeFirst();
  if (row === undefined) return null;
  return {
    requestHash: row.request_hash,
    answer: row.answer,
    salt: row.salt,
    createdAt: row.created_at,
    visitorId: row.visitor_id,
  };
}

export async function keepAnswer(
  db: Db,
  key: string,
  kept: { answer: string; newVisitorId: string | null },
): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ answer: kept.answer, visitor_id: kept.newVisitorId })
    .where('key', '=', key)
    .execute();
}

export async function dropOldKeys(db: Db, before: string): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute();
}
