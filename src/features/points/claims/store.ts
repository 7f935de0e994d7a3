import { sql } from 'kysely';
import { insertAll } from '#database/rows.ts';
import type { Db, Schema } from '#database/schema.ts';
import { noteChange } from '#database/transactions.ts';
import type { RowLimit } from '#features/limits/commands/admission.ts';
import { presentUsers } from '#features/people/users/store/users.ts';
import { authorOf } from '../rules.ts';
import { countMission } from '../store.ts';
import type { ArchivedClaim, Claim } from './contract.ts';
import { MOST_LISTED } from './limits.ts';
import { type Claimed, worthOf } from './rules.ts';

type Row = Schema['claims'];

const claimRows = (db: Db) =>
  db
    .selectFrom('claims')
    .innerJoin('users', 'users.id', 'claims.user_id')
    .where('users.deleted_at', 'is', null)
    .leftJoin('point_entries as entry', 'entry.id', 'claims.entry_id')
    .leftJoin('point_entries as undo', 'undo.undoes', 'claims.entry_id')
    .selectAll('claims')
    .select([
      'users.name as user_name',
      'users.visitor_id',
      'entry.points',
      'entry.at as given_at',
      'undo.at as undone_at',
    ]);

type ReadRow = Awaited<ReturnType<ReturnType<typeof claimRows>['execute']>>[number];

/** Returns a claim with what only some readers may know. */
const asClaim = (row: ReadRow) => {
  const claim: Claim = {
    id: row.id,
    userId: row.user_id,
    userName: row.user_name,
    missionId: row.mission_id,
    task: row.task,
    worth: worthOf({ points: row.worth }),
    note: row.note,
    // An entry may be undone in the list of points, too.
    state: row.undone_at === null ? row.state : 'undone',
    points: row.points,
    reason: row.reason,
    by: authorOf(row.by_name, row.by_role),
    createdAt: row.created_at,
    decidedAt: row.decided_at,
  };
  return { claim, visitorId: row.visitor_id, entryId: row.entry_id, givenAt: row.given_at, undoneAt: row.undone_at };
};
export type StoredClaim = ReturnType<typeof asClaim>;

export async function findClaim(db: Db, id: string): Promise<StoredClaim | null> {
  const row = await claimRows(db).where('claims.id', '=', id).executeTakeFirst();
  return row === undefined ? null : asClaim(row);
}

/** What waits, oldest first, then what was decided since. */
export async function listQueue(db: Db, since: string): Promise<StoredClaim[]> {
  const open = claimRows(db).where('claims.state', '=', 'claimed');
  const decided = claimRows(db).where('claims.decided_at', '>', since);
  const waiting = await open.orderBy('claims.created_at').orderBy('claims.id').limit(MOST_LISTED).execute();
  const done = await decided.orderBy('claims.decided_at', 'desc').orderBy('claims.id').limit(MOST_LISTED).execute();
  return [...waiting, ...done].map(asClaim);
}

/** Newest first. */
export async function listClaimsOf(db: Db, visitorId: string): Promise<StoredClaim[]> {
  const rows = claimRows(db).where('users.visitor_id', '=', visitorId);
  const newest = rows.orderBy('claims.created_at', 'desc').orderBy('claims.id', 'desc');
  return (await newest.limit(MOST_LISTED).execute()).map(asClaim);
}

export async function countOpen(db: Db): Promise<number> {
  const users = presentUsers(db).select('id');
  const open = db.selectFrom('claims').where('state', '=', 'claimed').where('user_id', 'in', users);
  return Number((await open.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow()).count);
}

/** Counts what an account has claimed. The account is locked. */
export async function countClaimed(db: Db, userId: string, missionId: string): Promise<Claimed> {
  const rows = await claimRows(db).where('claims.user_id', '=', userId).execute();
  const open = rows.filter(({ state }) => state === 'claimed');
  const ofMission = rows.filter((row) => row.mission_id === missionId);
  return {
    approved: await countMission(db, userId, missionId),
    open: ofMission.filter(({ state }) => state === 'claimed').length,
    openOfAll: open.length,
  };
}

export const allClaims = (most: number): RowLimit => ({
  name: 'claims',
  most,
  sentence: 'There are too many claims. Please tell an organiser instead.',
  async count(db) {
    const query = db.selectFrom('claims').select(({ fn }) => fn.countAll().as('count'));
    return Number((await query.executeTakeFirstOrThrow()).count);
  },
});

type NewClaim = Pick<Row, 'id' | 'user_id' | 'mission_id' | 'task' | 'worth' | 'note' | 'created_at'>;
const UNDECIDED = {
  state: 'claimed',
  entry_id: null,
  reason: null,
  by_name: null,
  by_role: null,
  decided_at: null,
} as const;

export async function addClaim(db: Db, claim: NewClaim): Promise<void> {
  await db
    .insertInto('claims')
    .values({ ...claim, ...UNDECIDED })
    .execute();
}

type Decision = Pick<Row, 'state' | 'entry_id' | 'reason' | 'by_name' | 'by_role' | 'decided_at'>;

/** Writes a decision about a claim that waits. Returns whether it still did. */
export async function decide(db: Db, id: string, decision: Decision): Promise<boolean> {
  const waits = db.updateTable('claims').set(decision).where('id', '=', id).where('state', '=', 'claimed');
  return (await waits.executeTakeFirst()).numUpdatedRows === 1n;
}

/** Lets a decided claim wait again. */
export async function reopen(db: Db, id: string): Promise<void> {
  await db.updateTable('claims').set(UNDECIDED).where('id', '=', id).execute();
}

/** Returns the next claims after this id, in the order of ids, each with what is known of its device. */
export async function listMadeAfter(db: Db, after: string, limit: number) {
  const rows = await db
    .selectFrom('claims')
    .leftJoin('users', 'users.id', 'claims.user_id')
    .leftJoin('visitors', 'visitors.id', 'users.visitor_id')
    .select(['claims.id', 'claims.created_at', 'claims.state', 'users.visitor_id'])
    .select(['visitors.network', 'visitors.created_at as phone_since'])
    .where('claims.id', '>', after)
    .orderBy('claims.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, isProven: row.state !== 'claimed' }));
}

/** Deletes those of these claims that wait, and returns the deleted rows. */
export function deleteOpen(db: Db, ids: readonly string[]) {
  noteChange(db, 'claims');
  return (
    db
      .deleteFrom('claims')
      .where('id', 'in', ids)
      // An expression keeps SQLite from reading all that wait by the index of states.
      .where(sql`state || ''`, '=', 'claimed')
      .returningAll()
      .returning(sql<string | null>`(select visitor_id from users where users.id = claims.user_id)`.as('visitor_id'))
      .execute()
  );
}

/** Inserts deleted claims again, except those whose account is gone or has claimed the same meanwhile. Returns how many. */
export async function putBack(db: Db, rows: readonly object[]): Promise<number> {
  noteChange(db, 'claims');
  const claims = (rows as (Row & { visitor_id: string })[]).map(({ visitor_id: _, ...claim }) => claim);
  const users = claims.map(({ user_id }) => user_id);
  const present = new Set(
    (await db.selectFrom('users').select('id').where('id', 'in', users).execute()).map(({ id }) => id),
  );
  const kept = claims.filter(({ user_id }) => present.has(user_id));
  const adding = db
    .insertInto('claims')
    .values(kept)
    .onConflict((conflict) => conflict.doNothing());
  return kept.length === 0 ? 0 : (await adding.returning('id').execute()).length;
}

/** Notes and reasons may name people. */
export async function anonymiseClaims(db: Db): Promise<void> {
  await db.updateTable('claims').set({ note: null, by_name: null }).execute();
  await db.updateTable('claims').set({ reason: 'forgotten' }).where('reason', 'is not', null).execute();
}

/** For a festival's file. */
export const readClaims = (db: Db): Promise<ArchivedClaim[]> =>
  db
    .selectFrom('claims')
    .select([
      'id',
      'user_id as userId',
      'mission_id as missionId',
      'task',
      'worth',
      'note',
      'state',
      'entry_id as entryId',
      'reason',
    ])
    .select(['created_at as createdAt', 'decided_at as decidedAt'])
    .where('user_id', 'in', presentUsers(db).select('id'))
    .orderBy('id')
    .execute();

export const writeClaims = (db: Db, claims: readonly ArchivedClaim[]): Promise<void> =>
  insertAll(db, 'claims', claims, ({ userId, missionId, entryId, createdAt, decidedAt, ...claim }) => ({
    ...claim,
    user_id: userId,
    mission_id: missionId,
    entry_id: entryId,
    by_name: null,
    by_role: null,
    created_at: createdAt,
    decided_at: decidedAt,
  }));
