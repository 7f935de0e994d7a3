/** What a deletion leaves behind in the files of a database, and how it goes. */
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { Connection } from './connect.ts';

const SQLITE_BUSY = 5;

/** Does another program have the file open? Asked by wanting it for oneself, and handing it back at once. */
export function isInUse(path: string): boolean {
  const database = new DatabaseSync(path);
  try {
    database.exec('pragma busy_timeout = 300');
    database.exec('pragma locking_mode = exclusive');
    database.exec('begin immediate; commit');
    return false;
  } catch (error) {
    if ((((error as { errcode?: number }).errcode ?? 0) & 0xff) === SQLITE_BUSY) return true;
    throw error;
  } finally {
    database.close();
  }
}

/**
 * Writes the tables anew without what was deleted from them: on SQLite the file and its log, on PostgreSQL each table's own
 * file (its log and its backups are its operator's).
 */
export async function eraseRemains({ db, dialect }: Connection): Promise<void> {
  if (dialect === 'sqlite') {
    await sql`vacuum`.execute(db);
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
    return;
  }
  await db.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one);
    for (const { name } of await one.introspection.getTables()) {
      await sql`vacuum (full) ${sql.table(name)}`.execute(one);
    }
    await sql`reset statement_timeout`.execute(one);
  });
}
