/** Every time here is the database's, the one clock of all instances, however wrong their own are. */
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { isPostgres } from './portable.ts';
import type { Db, Schema } from './schema.ts';

/** Afterwards another instance takes the job over. Its instance renews the lease three times in this time. */
export const LEASE_MS = 15_000;

/** `due`: no instance holds it, and its time has come. `asked`: the database's time. */
export type LeasedJob = Selectable<Schema['jobs']> & { readonly due: 0 | 1; readonly asked: string };

/** ISO 8601, `ms` after the statement began. */
export const databaseTime = (db: Db, ms = 0): RawBuilder<string> =>
  isPostgres(db)
    ? sql`to_char(statement_timestamp() at time zone 'utc' + ${ms} * interval '1 millisecond', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`${ms / 1000} seconds`})`;

const isDue = (db: Db) =>
  sql<boolean>`next_at <= ${databaseTime(db)} and (lease_until is null or lease_until <= ${databaseTime(db)})`;

/** Makes a job due now, also one that an instance with a wrong clock had planned for later. */
export async function addJob(db: Db, { name, everyMs }: { name: string; everyMs: number }): Promise<void> {
  const [next, lease] = [databaseTime(db, everyMs), databaseTime(db, LEASE_MS)];
  await db
    .insertInto('jobs')
    .values({ name, next_at: databaseTime(db) })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        next_at: sql`case when jobs.next_at > ${next} then ${next} else jobs.next_at end`,
        lease_until: sql`case when jobs.lease_until > ${lease} then ${lease} else jobs.lease_until end`,
      }),
    )
    .execute();
}

export const readJobs = (db: Db): Promise<LeasedJob[]> =>
  db
    .selectFrom('jobs')
    .selectAll()
    .select([sql<0 | 1>`case when ${isDue(db)} then 1 else 0 end`.as('due'), databaseTime(db).as('asked')])
    .execute();

/** A clock that has since been set back planned this later than any run plans: `addJob` mends it. */
export const isTooFar = ({ asked, next_at, lease_until }: LeasedJob, everyMs: number): boolean =>
  Date.parse(next_at) - Date.parse(asked) > everyMs || Date.parse(lease_until ?? asked) - Date.parse(asked) > LEASE_MS;

/** Returns the time of the claim, by which it holds the job; null when another instance has it. */
export async function takeLease(db: Db, name: string): Promise<string | null> {
  const taken = await db
    .updateTable('jobs')
    .set({ lease_until: databaseTime(db, LEASE_MS), started_at: databaseTime(db) })
    .where('name', '=', name)
    .where(isDue(db))
    .returning('started_at')
    .executeTakeFirst();
  return taken?.started_at ?? null;
}

type Held = { readonly name: string; readonly startedAt: string };

const ofHolder = (db: Db, { name, startedAt }: Held) =>
  db.updateTable('jobs').where('name', '=', name).where('started_at', '=', startedAt);

export async function renew(db: Db, held: Held): Promise<boolean> {
  const renewed = await ofHolder(db, held)
    .set({ lease_until: databaseTime(db, LEASE_MS) })
    .executeTakeFirst();
  return renewed.numUpdatedRows > 0;
}

export async function finish(db: Db, held: Held, { everyMs, error }: { everyMs: number; error: string | null }) {
  await ofHolder(db, held)
    .set((eb) => ({
      next_at: databaseTime(db, everyMs),
      ended_at: databaseTime(db),
      lease_until: null,
      error,
      failures: eb('failures', '+', error === null ? 0 : 1),
    }))
    .execute();
}
