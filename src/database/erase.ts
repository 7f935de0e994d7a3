import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { MINUTE } from '#platform/durations.ts';
import type { Connection } from './connect.ts';
import { isBusy, isPostgres } from './portable.ts';
import type { Db } from './schema.ts';

export function isInUse(path: string): boolean {
  const database = new DatabaseSync(path);
  try {
    database.exec('pragma busy_timeout = 300');
    database.exec('pragma locking_mode = exclusive');
    database.exec('begin immediate; commit');
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    database.close();
  }
}

/**
 * On SQLite the file and its log, on PostgreSQL each table's file: its log and backups are the operator's. Throws on
 * PostgreSQL when an older transaction is still open after `patienceMs`.
 */
export async function eraseRemains(
  { db, dialect }: Pick<Connection, 'db' | 'dialect'>,
  patienceMs = 60_000,
): Promise<void> {
  if (dialect === 'sqlite') {
    await sql`vacuum`.execute(db);
    const emptied = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
    // A backup that reads the database at this moment holds its log.
    if (emptied.rows[0]?.busy === 1) throw new Error('The deleted rows are still in the log beside the database.');
    return;
  }
  await db.connection().execute(async (kysely) => {
    await waitForOlderTransactions(kysely, patienceMs);
    await sql`set statement_timeout = ${sql.lit(60 * MINUTE)}`.execute(kysely);
    for (const { name } of await kysely.introspection.getTables()) {
      await sql`vacuum (full) ${sql.table(name)}`.execute(kysely);
    }
    await sql`reset statement_timeout`.execute(kysely);
  });
}

/**
 * While the program runs. On PostgreSQL deleted rows are freed but not overwritten: VACUUM FULL would lock each table
 * and wait for every transaction of the server.
 */
export async function eraseWhileOpen(db: Db): Promise<void> {
  if (!isPostgres(db)) return eraseRemains({ db, dialect: 'sqlite' });
  await db.connection().execute(async (kysely) => {
    await sql`set statement_timeout = ${sql.lit(20_000)}`.execute(kysely);
    await sql`vacuum`.execute(kysely);
    await sql`reset statement_timeout`.execute(kysely);
  });
}

const STILL_OPEN =
  'The deleted rows are still in the files of PostgreSQL: a transaction that began earlier is open on this server, ' +
  'perhaps in another database. Wait for it or end it, then run this command again.';
const LOOK_MS = 20;

/**
 * VACUUM keeps a deleted row while an older transaction may still read it. VACUUM FULL also waits for writing
 * transactions in other databases of the server, which hold back its snapshot.
 */
async function waitForOlderTransactions(one: Db, patienceMs: number): Promise<void> {
  const { rows } = await sql<{ now: string }>`select pg_current_xact_id()::text as now`.execute(one);
  const now = rows[0]?.now;
  const over = sql<{ over: boolean }>`
    select pg_snapshot_xmin(pg_current_snapshot()) > ${now}::xid8 and not exists (
      select 1 from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and age(backend_xmin) >= age(${now}::xid8::xid)
    ) as over`;
  const until = performance.now() + patienceMs;
  while ((await over.execute(one)).rows[0]?.over !== true) {
    if (performance.now() >= until) throw new Error(STILL_OPEN);
    await setTimeout(LOOK_MS);
  }
}
