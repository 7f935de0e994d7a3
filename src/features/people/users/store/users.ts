import { sql } from 'kysely';
import type { NamedRow, UsedName } from '#database/duties.ts';
import { insertAll } from '#database/rows.ts';
import type { Db } from '#database/schema.ts';
import { noteChange, noteOwners } from '#database/transactions.ts';
import type { RowLimit } from '#features/limits/commands/admission.ts';
import { batchesOf } from '#platform/lists.ts';
import { accountKey, nameKey } from '#platform/names.ts';
import { raced } from '#platform/refusal.ts';
import { pauses } from '#platform/server/turns.ts';
import type { AdminUser, ArchivedUser, User } from '../contract.ts';
import { justDeleted, noSuchUser } from '../rules.ts';

/** For staff and for locks. */
const USER = ['id', 'name', 'score', 'revision'] as const;
export const ADMIN_USER = [...USER, 'shown_score as shownScore', 'seen_at as seenAt', 'badge_group as group'] as const;
/** For everybody: the standings may be frozen. */
export const SHOWN = ['id', 'name', 'shown_score as score', 'shown_revision as revision'] as const;

/** The users that are there: one that was deleted is hidden for a minute, and only its name is still taken. */
export const presentUsers = (db: Db) => db.selectFrom('users').where('users.deleted_at', 'is', null);

/** Everybody, or those of the ids that exist; the highest score first. */
const ranked = (db: Db, score: 'score' | 'shown_score', ids: readonly string[] | null) =>
  presentUsers(db)
    .$if(ids !== null, (query) => query.where('id', 'in', ids))
    .orderBy(score, 'desc')
    .orderBy('name_key');

/** Returns users as everybody may see them. */
export const listUsers = (db: Db, ids: readonly string[] | null = null): Promise<User[]> =>
  ranked(db, 'shown_score', ids).select(SHOWN).execute();

/** Returns users as organisers see them. */
export const listAdminUsers = (db: Db, ids: readonly string[] | null = null): Promise<AdminUser[]> =>
  ranked(db, 'score', ids).select(ADMIN_USER).execute();

/** The organisers' list. A touch of `users` concerns it too; one of this alone nobody else hears of. */
export const ADMIN_TOPIC = 'users:admin';

/** The first `limit` of listUsers; reads no more rows than that. */
export const listTopUsers = (db: Db, limit: number): Promise<User[]> =>
  ranked(db, 'shown_score', null).select(SHOWN).limit(limit).execute();

export async function countUsers(db: Db): Promise<number> {
  const { count } = await presentUsers(db)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The key in `meta` of the number of users that devices have added. */
export const TALLY_KEY = 'visitor users';

/** The limit of users that devices create. */
export const visitorUsers = (most: number): RowLimit => ({
  name: TALLY_KEY,
  most,
  sentence: 'The scoreboard is full. Please ask an organiser to add you.',
  count: countVisitorUsers,
});

async function countVisitorUsers(db: Db): Promise<number> {
  const query = presentUsers(db).select(({ fn }) => fn.countAll().as('count'));
  return Number((await query.where('visitor_id', 'is not', null).executeTakeFirstOrThrow()).count);
}

export async function countAccountsOf(db: Db, visitorId: string): Promise<number> {
  const rows = await presentUsers(db).select('id').where('visitor_id', '=', visitorId).execute();
  return rows.length;
}

export type NewUser = { id: string; name: string; nameKey: string; visitorId: string | null; now: string };

const asRow = ({ id, name, nameKey: key, score = 0, visitorId, now }: NewUser & { score?: number }) => ({
  id,
  name,
  name_key: key,
  loose_key: accountKey(name),
  score,
  shown_score: score,
  visitor_id: visitorId,
  created_at: now,
});

/** Returns null when an account has this name, also spelled otherwise; the constraint decides between concurrent requests. */
export async function addUser(db: Db, user: NewUser): Promise<User | null> {
  noteChange(db, 'users', [user.id]);
  const row = await db
    .insertInto('users')
    .values(asRow(user))
    .onConflict((conflict) => conflict.doNothing())
    .returning(USER)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns how the account with this name spells it; null for none. */
export async function findSpelling(db: Db, name: string, exceptId = ''): Promise<string | null> {
  const keys = { name_key: nameKey(name), loose_key: accountKey(name) };
  const query = db.selectFrom('users').select('name').where('id', '<>', exceptId);
  const row = await query.where((eb) => eb.or(keys)).executeTakeFirst();
  return row?.name ?? null;
}

/**
 * Gives accounts from before there were loose keys theirs, the oldest first. One whose name resembles that of an account that has
 * the key keeps none.
 */
export async function giveLooseKeys(db: Db): Promise<void> {
  const rest = pauses();
  const without = db.selectFrom('users').select(['id', 'name']).where('loose_key', 'is', null);
  const holds = (key: string) => db.selectFrom('users as other').select('other.id').where('other.loose_key', '=', key);
  for (const { id, name } of await without.orderBy('created_at').orderBy('id').execute()) {
    const key = accountKey(name);
    const giving = db.updateTable('users').set({ loose_key: key }).where('id', '=', id).where('loose_key', 'is', null);
    await giving.where(({ not, exists }) => not(exists(holds(key)))).execute();
    await rest();
  }
}

export async function findUser(db: Db, id: string): Promise<User | null> {
  const row = await presentUsers(db).select(USER).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Returns a user as everybody may see them. */
export async function findShown(db: Db, id: string): Promise<User | null> {
  return (await presentUsers(db).select(SHOWN).where('id', '=', id).executeTakeFirst()) ?? null;
}

type Owner = { readonly nameKey: string; readonly visitorId: string | null };

export async function findOwner(db: Db, id: string): Promise<Owner | null> {
  const query = presentUsers(db).select(['name_key as nameKey', 'visitor_id as visitorId']).where('id', '=', id);
  return (await query.executeTakeFirst()) ?? null;
}

/** Locks a user until the transaction ends. @throws Refusal NOT_FOUND. */
export async function lockUser(db: Db, id: string): Promise<Owner & { readonly user: User }> {
  const locking = db.updateTable('users').set({ id }).where('id', '=', id).where('deleted_at', 'is', null);
  const row = await locking.returning([...USER, 'name_key', 'visitor_id']).executeTakeFirst();
  if (row === undefined) throw noSuchUser();
  const { name_key: nameKey, visitor_id: visitorId, ...user } = row;
  return { user, nameKey, visitorId };
}

/** Locks several users, hidden ones too, until the transaction ends. */
export async function lockUsers(db: Db, ids: readonly string[]): Promise<User[]> {
  const locked: User[] = [];
  for (const batch of batchesOf(ids.toSorted(), BATCH))
    locked.push(
      ...(await db
        .updateTable('users')
        .set((eb) => ({ id: eb.ref('id') }))
        .where('id', 'in', batch)
        .returning(USER)
        .execute()),
    );
  return locked;
}

/** Returns the users with one of these ids, or a name like one of these; `accountLike` finds one among them. */
export const listAccountsLike = (db: Db, ids: readonly string[], names: readonly string[]) =>
  presentUsers(db)
    .select(['id', 'name_key as nameKey', 'loose_key as looseKey', 'visitor_id as visitorId', 'shown_score as score'])
    .select('badge_group as group')
    .where((eb) =>
      eb.or([
        eb('id', 'in', ['', ...ids]),
        eb('name_key', 'in', ['', ...names.map(nameKey)]),
        eb('loose_key', 'in', ['', ...names.map(accountKey)]),
      ]),
    )
    .execute();

export function updateUser(db: Db, id: string) {
  noteChange(db, 'users', [id]);
  return db
    .updateTable('users')
    .set((eb) => ({ revision: eb('revision', '+', 1), shown_revision: eb('shown_revision', '+', 1) }))
    .where('id', '=', id);
}

/** Brackets and the ceremony show the present name. */
export function noteWhereNamed(db: Db): void {
  for (const topic of ['matches', 'leaderboard', 'standings']) noteChange(db, topic);
}

/**
 * Returns null for an unknown user. Another user's key violates the unique constraint, also with concurrent requests.
 */
export async function renameUser(db: Db, id: string, to: { name: string; nameKey: string }): Promise<User | null> {
  noteWhereNamed(db);
  const renaming = updateUser(db, id).set({ name: to.name, name_key: to.nameKey, loose_key: accountKey(to.name) });
  const row = await renaming.returning([...USER, 'visitor_id']).executeTakeFirst();
  if (row === undefined) return null;
  const { visitor_id, ...user } = row;
  noteOwners(db, [{ visitor_id }]);
  return user;
}

export type ScoreByName = { id: string; name: string; nameKey: string; score: number };
/** A locked user, and the score that an upload has for the name. `isNew`: created here, with 0 points. */
export type LockedByName = { id: string; name: string; score: number; wanted: number; isNew: boolean };

/** Rows per statement, below both databases' limits of parameters. */
export const BATCH = 500;

/**
 * Locks the users of these names, each of which is once there, and creates those of unknown names with the given id. A name
 * is that of the user who spells it so, else of the one who spells it nearly so. @throws Refusal NAME_TAKEN for a hidden one.
 */
export async function lockByName(db: Db, scores: readonly ScoreByName[], now: string): Promise<LockedByName[]> {
  const sorted = scores.toSorted((one, other) => (one.nameKey < other.nameKey ? -1 : 1));
  const rest = pauses();
  const locked: LockedByName[] = [];
  for (const batch of batchesOf(sorted, BATCH)) {
    await db
      .insertInto('users')
      .values(batch.map(({ id, name, nameKey: key }) => asRow({ id, name, nameKey: key, visitorId: null, now })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const keys = { names: batch.map((score) => score.nameKey), loose: batch.map(({ name }) => accountKey(name)) };
    const rows = await db
      .updateTable('users')
      .set((eb) => ({ name_key: eb.ref('name_key') }))
      .where((eb) => eb.or([eb('name_key', 'in', keys.names), eb('loose_key', 'in', keys.loose)]))
      .returning(['id', 'name', 'name_key', 'loose_key', 'score', 'deleted_at'])
      .execute();
    const [byName, byLoose] = [
      new Map(rows.map((row) => [row.name_key, row])),
      new Map(rows.map((row) => [row.loose_key, row])),
    ];
    for (const [index, given] of batch.entries()) {
      const row = byName.get(given.nameKey) ?? byLoose.get(keys.loose[index] ?? '');
      if (row === undefined) throw raced('a user was deleted between two statements');
      if (row.deleted_at !== null) throw justDeleted(row.name);
      // An id that is not ours belongs to a user that existed already.
      locked.push({ id: row.id, name: given.name, score: row.score, wanted: given.score, isNew: row.id === given.id });
    }
    await rest();
  }
  // Others are noted with their points: a hidden change of theirs must touch nothing.
  const created = locked.filter(({ isNew }) => isNew);
  if (created.length > 0) noteChange(db, 'users', created.length > BATCH ? null : created.map(({ id }) => id));
  return locked;
}

/** The oldest first. */
export const listOwnAccounts = (db: Db, visitorId: string) =>
  presentUsers(db)
    .select(['id', 'name', 'code'])
    .where('visitor_id', '=', visitorId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** Returns those of these names that accounts have; with `notOf` those of other phones alone. An account that no phone made has none. */
export async function listTakenNames(db: Db, names: readonly string[], notOf?: string): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('loose_key')
    .where('loose_key', 'in', names.map(accountKey))
    .$if(notOf !== undefined, (query) => query.where('visitor_id', '<>', notOf ?? ''))
    .execute();
  return names.filter((name) => rows.some(({ loose_key }) => loose_key === accountKey(name)));
}

export async function listAccountsOf(db: Db, visitorId: string): Promise<NamedRow[]> {
  const rows = await db.selectFrom('users').select(['id', 'name']).where('visitor_id', '=', visitorId).execute();
  return rows.map((row) => ({ ...row, kind: 'account' }));
}

export async function listNamesOf(db: Db, visitorId: string): Promise<UsedName[]> {
  const query = presentUsers(db).select(['name', 'created_at as usedAt']).where('visitor_id', '=', visitorId);
  return (await query.execute()).map((row) => ({ ...row, account: true }));
}

export async function forgetAccountsOf(db: Db, visitorId: string): Promise<void> {
  noteChange(db, 'users');
  await db.deleteFrom('users').where('visitor_id', '=', visitorId).execute();
}

/**
 * Numbers users in the order of ids, so that a second time changes nothing. Keys are unique: those that look like a number
 * already are replaced first, because another user may get that number.
 */
export async function anonymiseUsers(db: Db): Promise<void> {
  noteChange(db, 'users');
  await db.updateTable('users').set({ loose_key: null, code: null, badge_group: null }).execute();
  await sql`update users set name_key = 'forgotten ' || id where name_key like 'former player %'`.execute(db);
  await sql`
    update users set
      revision = revision + case users.name when 'Former player ' || numbered.number then 0 else 1 end,
      shown_revision = shown_revision + case users.name when 'Former player ' || numbered.number then 0 else 1 end,
      name = 'Former player ' || numbered.number, name_key = 'former player ' || numbered.number,
      loose_key = 'formerplayer' || numbered.number
    from (select id, row_number() over (order by id) as number from users) as numbered where numbered.id = users.id
  `.execute(db);
}

/** For a festival's file, in the order of ids. */
export const readUsers = (db: Db): Promise<ArchivedUser[]> =>
  presentUsers(db)
    .select(['id', 'name', 'score', 'created_at as createdAt', 'code', 'badge_group as group'])
    .orderBy('id')
    .execute();

export async function writeUsers(db: Db, users: readonly ArchivedUser[]): Promise<void> {
  noteChange(db, 'users');
  // Files from before may hold names that resemble each other.
  const taken = new Set<string>();
  await insertAll(db, 'users', users, ({ createdAt: now, code, group, ...user }) => {
    const badge = { code: code ?? null, badge_group: group ?? null };
    const row = { ...asRow({ ...user, nameKey: nameKey(user.name), visitorId: null, now }), ...badge };
    const isTaken = taken.has(row.loose_key);
    taken.add(row.loose_key);
    return { ...row, loose_key: isTaken ? null : row.loose_key };
  });
}

/** Returns the next users after this id that were made since then, in the order of ids, each with what is known of its device. */
export async function listMadeAfter(db: Db, after: string, limit: number, since: string) {
  const rows = await db
    .selectFrom('users')
    .leftJoin('visitors', 'visitors.id', 'users.visitor_id')
    .select(['users.id', 'users.created_at', 'users.visitor_id', 'users.score', 'users.shown_score', 'badge_group'])
    .select(['visitors.network', 'visitors.created_at as phone_since'])
    .where('users.id', '>', after)
    .where('users.created_at', '>=', since)
    .orderBy('users.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    ...row,
    isProven: row.score !== 0 || row.shown_score !== 0 || row.badge_group !== null,
  }));
}
