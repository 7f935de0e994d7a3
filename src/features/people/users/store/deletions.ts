/** SQL of deletions. An account that an organiser deletes is hidden for a minute, and keeps its name. */
import { sql } from 'kysely';
import type { Db } from '#database/schema.ts';
import { noteChange, noteOwners } from '#database/transactions.ts';
import type { User } from '../contract.ts';
import { noteWhereNamed, SHOWN, updateUser } from './users.ts';

async function setDeletion(db: Db, id: string, deletedAt: string | null, since: string | null): Promise<User | null> {
  const row = await updateUser(db, id)
    .set({ deleted_at: deletedAt })
    .$if(since !== null, (query) => query.where('deleted_at', '>', since))
    .returning([...SHOWN, 'visitor_id'])
    .executeTakeFirst();
  if (row === undefined) return null;
  const { visitor_id, ...user } = row;
  noteWhereNamed(db);
  for (const topic of ['claims', 'deletions']) noteChange(db, topic);
  noteOwners(db, [{ visitor_id }]);
  return user;
}

/** Hides a locked user. */
export const hideUser = (db: Db, id: string, now: string) => setDeletion(db, id, now, null);

/** Shows a user again that was hidden after `since`; null for any other. */
export const restoreUser = (db: Db, id: string, since: string) => setDeletion(db, id, null, since);

/** Returns the hidden users and since when. */
export async function listHiddenUsers(db: Db): Promise<{ user: User; deletedAt: string }[]> {
  const hidden = db
    .selectFrom('users')
    .select([...SHOWN, 'deleted_at'])
    .where('deleted_at', 'is not', null);
  const rows = await hidden.orderBy('id').execute();
  return rows.map(({ deleted_at, ...user }) => ({ user, deletedAt: deleted_at ?? '' }));
}

/** Deletes a user that was hidden at `until` or before, with entries and claims. Returns the name and since when it was there. */
export async function removeUser(db: Db, id: string, until: string) {
  noteChange(db, 'deletions');
  const removal = db.deleteFrom('users').where('id', '=', id).where('deleted_at', '<=', until);
  return (await removal.returning(['name', 'created_at as since']).executeTakeFirst()) ?? null;
}

/**
 * Deletes the users that an upload made at this moment and that have nothing else: no phone, no badge, no points that stand, no claims, no
 * place whose points they get; not seen, not hidden, not renamed. Returns how many.
 */
export async function deleteUploaded(db: Db, madeAt: string): Promise<number> {
  const hasPoints = sql<boolean>`exists (
    select 1 from point_entries entry where entry.user_id = users.id and entry.undoes is null
      and not exists (select 1 from point_entries undo where undo.undoes = entry.id))`;
  const hasClaims = sql<boolean>`exists (select 1 from claims where claims.user_id = users.id)`;
  const isChosen = sql<boolean>`exists (select 1 from place_accounts where place_accounts.user_id = users.id)`;
  // An entry adds 1 to the revision, a new name too. A festival file drops revisions, so there may be fewer.
  const isChanged = sql<boolean>`revision > 1 + (select count(*) from point_entries entry where entry.user_id = users.id)`;
  const deleted = await db
    .deleteFrom('users')
    .where('created_at', '=', madeAt)
    .where('deleted_at', 'is', null)
    .where('visitor_id', 'is', null)
    .where('seen_at', 'is', null)
    .where('badge_group', 'is', null)
    .where((eb) => eb.not(eb.or([hasPoints, hasClaims, isChosen, isChanged])))
    .returning('id')
    .execute();
  // In a freeze nobody else may even hear of an undo that deletes nobody.
  if (deleted.length > 0) noteChange(db, 'users');
  return deleted.length;
}

/** Of accounts: points were given, also such as were taken back, or something was claimed. */
const hasHistory = sql<boolean>`(exists (select 1 from point_entries where point_entries.user_id = users.id)
  or exists (select 1 from claims where claims.user_id = users.id))`;

/** Deletes those of these users that have no badge and no points, show none and have no entries or claims, which would go too; returns the deleted rows. */
export function deleteWithoutPoints(db: Db, ids: readonly string[]) {
  noteChange(db, 'users', ids);
  return (
    db
      .deleteFrom('users')
      // The plus keeps SQLite from reading everybody without points by the index of scores.
      .where(sql`+score`, '=', 0)
      .where(sql`+shown_score`, '=', 0)
      .where('badge_group', 'is', null)
      .where('id', 'in', ids)
      .where((eb) => eb.not(hasHistory))
      .returningAll()
      .execute()
  );
}
