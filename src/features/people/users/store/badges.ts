/** SQL of the codes of accounts, and of badges, on which they are printed. */
import type { Db } from '#database/schema.ts';
import { noteChange, noteOwners } from '#database/transactions.ts';
import { batchesOf } from '#platform/lists.ts';
import { accountKey, nameKey } from '#platform/names.ts';
import type { AdminUser } from '../contract.ts';
import { ADMIN_TOPIC, ADMIN_USER, BATCH, presentUsers } from './users.ts';

/** Violates the unique constraint with a code that another user has. */
export async function giveCode(db: Db, id: string, code: string): Promise<void> {
  await db.updateTable('users').set({ code }).where('id', '=', id).where('code', 'is', null).execute();
}

export async function findByCode(db: Db, code: string): Promise<AdminUser | undefined> {
  return presentUsers(db).select(ADMIN_USER).where('code', '=', code).executeTakeFirst();
}

/** Returns whether no other visitor has the account: of two at once one gets true. */
export async function giveTo(db: Db, code: string, visitorId: string): Promise<boolean> {
  const giving = db.updateTable('users').set({ visitor_id: visitorId }).where('code', '=', code);
  const { numUpdatedRows } = await giving
    .where('visitor_id', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  noteOwners(db, [{ visitor_id: visitorId }]);
  return numUpdatedRows === 1n;
}

type NewCode = { readonly code: string; readonly visitorId: string | null; readonly unbinds: boolean };

/** The account has a badge from now on. */
export async function renewCode(db: Db, id: string, { code, visitorId, unbinds }: NewCode): Promise<void> {
  noteChange(db, ADMIN_TOPIC, [id]);
  noteOwners(db, [{ visitor_id: visitorId }]);
  await db
    .updateTable('users')
    .set((eb) => ({ code, badge_group: eb.fn.coalesce('badge_group', eb.val('')) }))
    .$if(unbinds, (query) => query.set({ visitor_id: null }))
    .where('id', '=', id)
    .execute();
}

export async function listTakenCodes(db: Db, codes: readonly string[]): Promise<string[]> {
  const taken: string[] = [];
  for (const batch of batchesOf(codes, BATCH)) {
    const rows = await db.selectFrom('users').select('code').where('code', 'in', batch).execute();
    taken.push(...rows.flatMap(({ code }) => code ?? []));
  }
  return taken;
}

/** Returns whether it was otherwise before. */
export async function markSeen(db: Db, id: string, at: string | null): Promise<boolean> {
  noteChange(db, ADMIN_TOPIC, [id]);
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ seen_at: at })
    .where('id', '=', id)
    .where('seen_at', at === null ? 'is not' : 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Returns every account, hidden ones too: their names are still taken. */
export const listWithCodes = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'name_key as nameKey', 'loose_key as looseKey', 'code', 'badge_group as group'])
    .select(['visitor_id as visitorId', 'deleted_at as deletedAt'])
    .orderBy('id')
    .execute();

export async function setBadge(db: Db, id: string, { code, group }: { code: string; group: string }): Promise<void> {
  noteChange(db, ADMIN_TOPIC, [id]);
  await db.updateTable('users').set({ code, badge_group: group }).where('id', '=', id).execute();
}

/** Returns the accounts with a badge. */
export async function listBadges(db: Db) {
  const rows = await presentUsers(db)
    .select(['id', 'name', 'code', 'badge_group as group', 'visitor_id'])
    .where('badge_group', 'is not', null)
    .orderBy('name_key')
    .execute();
  return rows.flatMap(({ code, group, visitor_id, ...account }) =>
    code === null || group === null ? [] : { ...account, code, group, onPhone: visitor_id !== null },
  );
}

/** Whether a name is on a badge that no phone has claimed. */
export async function isGuest(db: Db, name: string): Promise<boolean> {
  const keys = { name_key: nameKey(name), loose_key: accountKey(name) };
  const guest = presentUsers(db).select('id').where('visitor_id', 'is', null).where('badge_group', 'is not', null);
  return (await guest.where((eb) => eb.or(keys)).executeTakeFirst()) !== undefined;
}
