/** SQL for helpers, and for the desks that their links opened. */
import type { Db } from '#database/schema.ts';
import type { HelperRole, Scope } from '#platform/staff.ts';

export type NewRow = Scope & {
  readonly id: string;
  readonly name: string;
  readonly role: HelperRole;
  readonly secretHash: string;
  readonly endsAt: string;
  readonly now: string;
};

export async function addHelper(db: Db, helper: NewRow): Promise<void> {
  const { eventId, secretHash, endsAt, now, ...rest } = helper;
  await db
    .insertInto('helpers')
    .values({ ...rest, event_id: eventId, secret_hash: secretHash, ends_at: endsAt, created_at: now })
    .execute();
}

const FIELDS = ['helpers.id', 'name', 'role', 'event_id as eventId', 'location', 'ends_at as endsAt'] as const;

/** Those whose links work at `now`, by name. */
export async function listHelpers(db: Db, now: string) {
  const rows = await db
    .selectFrom('helpers')
    .leftJoin('helper_desks', 'helper_desks.helper_id', 'helpers.id')
    .select([...FIELDS, 'last_used_at as lastUsedAt'])
    .select(({ fn }) => fn.count('helper_desks.id').as('devices'))
    .where('ends_at', '>', now)
    .groupBy('helpers.id')
    .orderBy('name')
    .orderBy('helpers.id')
    .execute();
  return rows.map((row) => ({ ...row, devices: Number(row.devices) }));
}

/**
 * Returns the helper of a link that works at `now`. Locks it until the transaction ends, so that two devices cannot both open the
 * last desk.
 */
export async function lockHelper(db: Db, secretHash: string, now: string) {
  const rows = await db
    .updateTable('helpers')
    .set({ last_used_at: now })
    .where('secret_hash', '=', secretHash)
    .where('ends_at', '>', now)
    .returning(FIELDS)
    .execute();
  return rows[0] ?? null;
}

/** Returns the helper that was stopped; null when there was none. Their desks go too. */
export async function deleteHelper(db: Db, id: string) {
  const rows = await db.deleteFrom('helpers').where('id', '=', id).returning(FIELDS).execute();
  return rows[0] ?? null;
}

export async function countHelpers(db: Db, now: string): Promise<number> {
  const { count } = await db
    .selectFrom('helpers')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('ends_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function listDesks(db: Db, helperId: string): Promise<{ id: string; tokenHash: string }[]> {
  return db
    .selectFrom('helper_desks')
    .select(['id', 'token_hash as tokenHash'])
    .where('helper_id', '=', helperId)
    .execute();
}

type NewDesk = { readonly id: string; readonly helperId: string; readonly tokenHash: string; readonly now: string };

export async function addDesk(db: Db, { id, helperId, tokenHash, now }: NewDesk): Promise<void> {
  const desk = { id, helper_id: helperId, token_hash: tokenHash, opened_at: now };
  await db.insertInto('helper_desks').values(desk).execute();
}

export async function deleteDesk(db: Db, id: string): Promise<void> {
  await db.deleteFrom('helper_desks').where('id', '=', id).execute();
}

/** Closes the desk that this device has open, of whichever link. */
export async function deleteDeskOf(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('helper_desks').where('token_hash', '=', tokenHash).execute();
}

/** Returns the desk of a device's cookie with its helper, while the link works. */
export async function findDesk(db: Db, tokenHash: string, now: string) {
  const row = await db
    .selectFrom('helper_desks')
    .innerJoin('helpers', 'helpers.id', 'helper_desks.helper_id')
    .select([...FIELDS, 'helper_desks.id as deskId', 'last_used_at as lastUsedAt'])
    .where('helper_desks.token_hash', '=', tokenHash)
    .where('ends_at', '>', now)
    .executeTakeFirst();
  return row ?? null;
}

export async function writeUse(db: Db, id: string, now: string): Promise<void> {
  await db.updateTable('helpers').set({ last_used_at: now }).where('id', '=', id).execute();
}

export async function dropAll(db: Db): Promise<void> {
  await db.deleteFrom('helpers').execute();
}

export async function dropEnded(db: Db, now: string): Promise<void> {
  await db.deleteFrom('helpers').where('ends_at', '<=', now).execute();
}
