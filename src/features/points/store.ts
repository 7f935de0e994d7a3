/** SQL of the ledger. Only `addEntries` changes a score. */
import { sql } from 'kysely';
import { insertAll } from '#database/rows.ts';
import type { Db, Schema } from '#database/schema.ts';
import { noteChange, noteOwners } from '#database/transactions.ts';
import { ADMIN_TOPIC, presentUsers } from '#features/people/users/store/users.ts';
import { batchesOf } from '#platform/lists.ts';
import { pauses } from '#platform/server/turns.ts';
import type { ArchivedFreeze, ArchivedPointEntry, PointEntry } from './contract.ts';
import { authorOf, type Ranked } from './rules.ts';

type Row = Schema['point_entries'];

/** The freeze and its ceremony; `isFrozen`: since `frozenAt`, which may lie ahead. */
export type StoredFreeze = {
  readonly isFrozen: boolean;
  readonly frozenAt: string | null;
  readonly to: number | null;
  readonly ranking: readonly Ranked[];
};

const asFreeze = (row: Omit<Schema['standings'], 'one'>, now: string): StoredFreeze => ({
  isFrozen: row.frozen_at !== null && row.frozen_at <= now,
  frozenAt: row.frozen_at,
  to: row.reveal_to,
  ranking: JSON.parse(row.ranking ?? '[]'),
});

const STANDINGS = ['frozen_at', 'reveal_to', 'ranking'] as const;

/**
 * Locks the standings until the transaction ends, so that no freeze begins between two of its writes. `now` is asked after the lock:
 * a freeze may begin while this waits for it.
 */
export async function lockFreeze(tx: Db, now: () => Date): Promise<StoredFreeze> {
  const row = await tx
    .insertInto('standings')
    .values({ one: 1 })
    .onConflict((conflict) => conflict.column('one').doUpdateSet({ one: 1 }))
    .returning(STANDINGS)
    .executeTakeFirstOrThrow();
  return asFreeze(row, now().toISOString());
}

export async function readFreeze(db: Db, now: string): Promise<StoredFreeze> {
  const row = await db.selectFrom('standings').select(STANDINGS).executeTakeFirst();
  return asFreeze(row ?? { frozen_at: null, reveal_to: null, ranking: null }, now);
}

/** Changes the standings, which are locked. */
export async function changeFreeze(tx: Db, { frozenAt, to, ranking }: Omit<StoredFreeze, 'isFrozen'>): Promise<void> {
  noteChange(tx, 'standings');
  const row = { frozen_at: frozenAt, reveal_to: to, ranking: to === null ? null : JSON.stringify(ranking) };
  await tx.updateTable('standings').set(row).execute();
}

/** Shows everybody the scores as they are. */
export async function showScores(tx: Db): Promise<void> {
  noteChange(tx, 'users');
  await tx
    .updateTable('users')
    .set((eb) => ({ shown_score: eb.ref('score'), shown_revision: eb.ref('revision') }))
    .where((eb) => eb.or([eb('shown_score', '<>', eb.ref('score')), eb('shown_revision', '<>', eb.ref('revision'))]))
    .execute();
}

/** Rows per statement, below both databases' limits of parameters. */
const BATCH = 500;
/** With more users than this, phones do not hear of their own change: each would ask for several lists at once. */
const MOST_TOLD = 100;

/**
 * Adds entries of users that are locked, and adds their points to the users' scores in the same transaction: the scores that
 * everybody sees only when the standings are not frozen. Lock the standings before the users.
 */
export async function addEntries(tx: Db, entries: readonly Row[], { isFrozen }: { isFrozen: boolean }): Promise<void> {
  const rest = pauses();
  for (const batch of batchesOf(entries, BATCH)) {
    await tx.insertInto('point_entries').values(batch).execute();
    const ids = batch.map(({ id }) => id);
    const users = [...new Set(batch.map(({ user_id }) => user_id))];
    const sum = sql<number>`(select sum(points) from point_entries where user_id = users.id and id in (${sql.join(ids)}))`;
    await tx
      .updateTable('users')
      .set((eb) => ({ score: sql`score + ${sum}`, revision: eb('revision', '+', 1) }))
      .$if(!isFrozen, (query) =>
        query.set((eb) => ({ shown_score: sql`shown_score + ${sum}`, shown_revision: eb('shown_revision', '+', 1) })),
      )
      .where('id', 'in', users)
      .execute();
    // In a freeze nobody else may even hear that something changed.
    noteChange(tx, isFrozen ? ADMIN_TOPIC : 'users', entries.length > BATCH ? null : users);
    if (entries.length <= MOST_TOLD)
      noteOwners(tx, await tx.selectFrom('users').select('visitor_id').where('id', 'in', users).execute());
    await rest();
  }
}

const entryRows = (db: Db) =>
  db
    .selectFrom('point_entries as entry')
    .leftJoin('point_entries as undo', 'undo.undoes', 'entry.id')
    .select(['entry.id', 'entry.user_id as userId', 'entry.points', 'entry.kind', 'entry.reason', 'entry.at'])
    .select(['entry.mission_id as missionId', 'entry.event_id as eventId', 'entry.undoes', 'undo.id as undoId'])
    .select(['entry.by_name', 'entry.by_role']);

type EntryRow = Awaited<ReturnType<ReturnType<typeof entryRows>['execute']>>[number];

const asEntry = ({ undoId, by_name, by_role, ...entry }: EntryRow): PointEntry => ({
  ...entry,
  by: authorOf(by_name, by_role),
  isUndone: undoId !== null,
});

/** Newest first. */
export async function listEntriesOf(db: Db, userId: string, limit: number): Promise<PointEntry[]> {
  const rows = entryRows(db)
    .where('entry.user_id', '=', userId)
    .orderBy('entry.at', 'desc')
    .orderBy('entry.id', 'desc');
  return (await rows.limit(limit).execute()).map(asEntry);
}

export async function findEntry(db: Db, id: string): Promise<PointEntry | null> {
  const row = await entryRows(db).where('entry.id', '=', id).executeTakeFirst();
  return row === undefined ? null : asEntry(row);
}

/** Returns the entry that takes back the points of another. */
export async function findUndoOf(db: Db, id: string): Promise<PointEntry | null> {
  const row = await entryRows(db).where('entry.undoes', '=', id).executeTakeFirst();
  return row === undefined ? null : asEntry(row);
}

/** What an upload changed, in the order of names. */
export async function listEntriesOfUpload(db: Db, uploadId: string) {
  const rows = await entryRows(db)
    .innerJoin('users', 'users.id', 'entry.user_id')
    .select('users.name')
    .where('entry.upload_id', '=', uploadId)
    .where('entry.undoes', 'is', null)
    .orderBy('users.name_key')
    .execute();
  return rows.map(({ id, userId, name, points, undoId }) => ({ id, userId, name, points, isUndone: undoId !== null }));
}

/** Returns the newest correction or upload that has set the score after an entry, and stands. */
export async function findSetAfter(
  db: Db,
  { id, userId, at }: Pick<PointEntry, 'id' | 'userId' | 'at'>,
): Promise<PointEntry | null> {
  const row = await entryRows(db)
    .where('entry.user_id', '=', userId)
    .where('entry.kind', 'in', ['correction', 'upload'])
    .where((eb) => eb.or([eb('entry.at', '>', at), eb.and([eb('entry.at', '=', at), eb('entry.id', '>', id)])]))
    .where(isStanding('entry'))
    .orderBy('entry.at', 'desc')
    .executeTakeFirst();
  return row === undefined ? null : asEntry(row);
}

/** Returns what helpers gave or took since then of more than so many points, and what stands, newest first. */
export async function listManyPoints(db: Db, since: string, above: number) {
  const rows = await entryRows(db)
    .innerJoin('users', 'users.id', 'entry.user_id')
    .select('users.name')
    .where('users.deleted_at', 'is', null)
    .where('entry.at', '>', since)
    .where('entry.kind', 'in', ['award', 'mission'])
    .where('entry.by_role', '<>', 'organiser')
    .where((eb) => eb.or([eb('entry.points', '>', above), eb('entry.points', '<', -above)]))
    .where(isStanding('entry'))
    .orderBy('entry.at', 'desc')
    .execute();
  return rows.map(({ id, name, points, reason, by_name, by_role }) => ({
    ...{ id, name, points, reason, by: authorOf(by_name, by_role) },
  }));
}

/** Returns whose points have changed since then, and by how much. */
export async function listPointsSince(db: Db, at: string): Promise<{ userId: string; points: number }[]> {
  const rows = await db
    .selectFrom('point_entries')
    .select(['user_id as userId', ({ fn }) => fn.sum<string | number>('points').as('points')])
    .where('at', '>', at)
    .groupBy('user_id')
    .execute();
  return rows.map(({ userId, points }) => ({ userId, points: Number(points) })).filter(({ points }) => points !== 0);
}

/** Returns the names of users whose score an upload has set, and after it a correction or another upload that stands. */
export async function listSetAfter(db: Db, uploadId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('point_entries as entry')
    .innerJoin('point_entries as later', 'later.user_id', 'entry.user_id')
    .innerJoin('users', 'users.id', 'entry.user_id')
    .select('users.name')
    .distinct()
    .where('entry.upload_id', '=', uploadId)
    .where('later.kind', 'in', ['correction', 'upload'])
    .whereRef('later.at', '>=', 'entry.at')
    .where(sql<boolean>`coalesce(later.upload_id, '') <> ${uploadId}`)
    .where(isStanding('entry'))
    .where(isStanding('later'))
    .orderBy('users.name')
    .execute();
  return rows.map(({ name }) => name);
}

/** Neither an undo nor undone. */
const isStanding = (entry: string) =>
  sql<boolean>`${sql.ref(`${entry}.undoes`)} is null
    and not exists (select 1 from point_entries undo where undo.undoes = ${sql.ref(`${entry}.id`)})`;

/** Returns whose places of an event are where an organiser said so: ids of accounts by those of places. */
export async function listChosen(db: Db, eventId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('place_accounts')
    .select(['place_id', 'user_id'])
    .where('event_id', '=', eventId)
    .execute();
  return new Map(rows.map(({ place_id, user_id }) => [place_id, user_id]));
}

/** The last choice counts. */
export async function chooseAccount(
  tx: Db,
  eventId: string,
  { placeId, userId }: { readonly placeId: string; readonly userId: string },
): Promise<void> {
  await tx
    .insertInto('place_accounts')
    .values({ event_id: eventId, place_id: placeId, user_id: userId })
    .onConflict((conflict) => conflict.columns(['event_id', 'place_id']).doUpdateSet({ user_id: userId }))
    .execute();
}

/** How often a mission has brought points to a user, by a claim or by hand. */
export async function countMission(db: Db, userId: string, missionId: string): Promise<number> {
  const rows = await db
    .selectFrom('point_entries as entry')
    .select('entry.id')
    .where('entry.user_id', '=', userId)
    .where('entry.mission_id', '=', missionId)
    .where('entry.points', '>', 0)
    .where(isStanding('entry'))
    .execute();
  return rows.length;
}

/** Returns what a completed event gave to each user, without what was undone. */
export const listGivenBy = (db: Db, eventId: string) =>
  db
    .selectFrom('point_entries as entry')
    .innerJoin('users', 'users.id', 'entry.user_id')
    .select(['entry.id', 'entry.user_id as userId', 'users.name', 'entry.points', 'entry.reason', 'entry.at'])
    .where('entry.event_id', '=', eventId)
    .where('entry.kind', '=', 'event')
    .where(isStanding('entry'))
    .orderBy('entry.id')
    .execute();

/** Reasons may name people. */
export async function anonymiseEntries(db: Db): Promise<void> {
  await db.updateTable('point_entries').set({ reason: 'forgotten', by_name: null }).execute();
}

/** For a festival's file: an undo after its entry. */
export const readEntries = (db: Db): Promise<ArchivedPointEntry[]> =>
  db
    .selectFrom('point_entries')
    .select(['id', 'user_id as userId', 'points', 'kind', 'reason', 'mission_id as missionId', 'event_id as eventId'])
    .select(['upload_id as uploadId', 'undoes', 'at'])
    .where('user_id', 'in', presentUsers(db).select('id'))
    .orderBy('at')
    .orderBy('id')
    .execute();

/** For a festival's file. A ceremony that is under way is not in it: it begins again. */
export async function listFreezes(db: Db): Promise<ArchivedFreeze[]> {
  const row = await db.selectFrom('standings').select('frozen_at').executeTakeFirst();
  return row?.frozen_at ? [{ at: row.frozen_at }] : [];
}

/** Freezes the standings, after the entries were written: everybody sees the scores without those of the freeze. */
export async function writeFreeze(tx: Db, [freeze]: readonly ArchivedFreeze[]): Promise<void> {
  if (freeze === undefined) return;
  await lockFreeze(tx, () => new Date(freeze.at));
  await changeFreeze(tx, { frozenAt: freeze.at, to: null, ranking: [] });
  const hidden = sql<number>`coalesce((select sum(points) from point_entries where user_id = users.id and at >= ${freeze.at}), 0)`;
  await tx
    .updateTable('users')
    .set({ shown_score: sql`score - ${hidden}` })
    .execute();
}

/** Writes entries whose points the users' scores hold already, and an entry for points that none tells of: earlier files have none. */
export async function writeEntries(db: Db, entries: readonly ArchivedPointEntry[]): Promise<void> {
  // An undo after its entry, also where a clock was set back between them.
  const inOrder = [
    ...entries.filter(({ undoes }) => undoes === null),
    ...entries.filter(({ undoes }) => undoes !== null),
  ];
  await insertAll(db, 'point_entries', inOrder, ({ userId, missionId, eventId, uploadId, ...entry }) => ({
    ...entry,
    user_id: userId,
    mission_id: missionId,
    event_id: eventId,
    upload_id: uploadId,
    by_name: null,
    by_role: null,
  }));
  const told = sql`coalesce((select sum(points) from point_entries where user_id = users.id), 0)`;
  await sql`
    insert into point_entries (id, user_id, points, kind, reason, at)
    select 'before-' || id || '-' || (select count(*) from point_entries where user_id = users.id), id, score - ${told}, 'correction', 'Points from before there was a list', created_at
    from users where score <> ${told}
  `.execute(db);
}
