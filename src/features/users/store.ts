import type { Db } from '#database/schema.ts';
import type { User } from './contract.ts';

export async function listUsers(db: Db): Promise<User[]> {
  return db.selectFrom('users').select(['id', 'name', 'score']).orderBy('score', 'desc').orderBy('name_key').execute();
}

/** The first `limit` of listUsers, whatever the number of users. */
export async function listTopUsers(db: Db, limit: number): Promise<User[]> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'score'])
    .orderBy('score', 'desc')
    .orderBy('name_key')
    .limit(limit)
    .execute();
}

export async function countUsers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function countAccountsOf(db: Db, visitorId: string): Promise<number> {
  const rows = await db.selectFrom('users').select('id').where('visitor_id', '=', visitorId).execute();
  return rows.length;
}

export type NewUser = { id: string; name: string; nameKey: string; visitorId: string | null; now: string };

/** Returns null when the name key is taken; the constraint decides, whoever asked at the same moment. */
export async function addUser(db: Db, user: NewUser): Promise<User | null> {
  const row = await db
    .insertInto('users')
    .values({
      id: user.id,
      name: user.name,
      name_key: user.nameKey,
      score: 0,
      visitor_id: user.visitorId,
      created_at: user.now,
    })
    .onConflict((conflict) => conflict.column('name_key').doNothing())
    .returning(['id', 'name', 'score'])
    .executeTakeFirst();
  return row ?? null;
}
