/** Opens the database that DATABASE_URL names, ready to use: settings checked, migrated to this program's schema. */
import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import { dropLeftovers, dropOldBackups, fileOf, folderOf, newBackupPath, writeBackup } from './backup.ts';
import { versionOf } from './examine.ts';
import { MIGRATIONS, migrate } from './migrate.ts';
import { type DialectName, worthAnotherTry } from './portable.ts';
import type { Db, Schema } from './schema.ts';
import { openSqlite, sqliteDialect } from './sqlite.ts';

export type Connection = {
  readonly db: Db;
  readonly dialect: DialectName;
  /** Was there no schema before this start? Only then may sample data be laid in. */
  readonly brandNew: boolean;
  /** PostgreSQL's pool, for LISTEN; null on SQLite, where one process owns the file. */
  readonly pool: Pool | null;
  close(): Promise<void>;
};

/** What went wrong in the background (a lost idle connection), told to the log and survived. */
export type Complaint = (message: string, error: Error) => void;

export async function connect(url: string, complain: Complaint): Promise<Connection> {
  const connection = url.startsWith('sqlite:') ? openFile(url, complain) : await openPool(url, complain);
  const brandNew = await migrate(connection.db, connection.dialect).catch(async (error: unknown) => {
    await connection.close();
    throw error;
  });
  return { ...connection, brandNew };
}

type Opened = Omit<Connection, 'brandNew'>;

function openFile(url: string, complain: Complaint): Opened {
  const database = openSqlite(url.slice('sqlite:'.length));
  const file = fileOf(url);
  if (file !== null) backUpOldSchema(file, versionOf(database), complain);
  const db = new Kysely<Schema>({ dialect: sqliteDialect(database) });
  return { db, dialect: 'sqlite', pool: null, close: () => db.destroy() };
}

/** A migration is one transaction: without this copy the festival opens all the same. */
function backUpOldSchema(file: string, found: number, complain: Complaint): void {
  if (found === 0 || found >= MIGRATIONS.length) return;
  try {
    const now = new Date();
    dropLeftovers(file, folderOf(file), now);
    writeBackup(file, newBackupPath(file, now, `before-schema-${MIGRATIONS.length}`));
    dropOldBackups(file, now);
  } catch (error) {
    complain('could not make a backup before the new schema', error as Error);
  }
}

async function openPool(url: string, complain: Complaint): Promise<Opened> {
  // Loaded only where it is used: a festival on SQLite starts without it.
  const { Pool } = await import('pg');
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 3000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
  });
  // Without this listener a connection lost while idle would end the process; the pool opens a new one when asked.
  pool.on('error', (error) => complain('PostgreSQL closed an idle connection', error));
  // Nor does the pool listen to one in use: between two statements of a transaction its end would be nobody's, and end the
  // process too. Whoever uses it hears of it at the next statement.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return { db, dialect: 'postgres', pool, close: () => db.destroy() };
}

const TRIES = 3;

/** Runs `act` in one transaction; the only way to open one, and only commands.ts does. */
export async function transact<T>(db: Db, act: (tx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(act);
    } catch (error) {
      if (attempt === TRIES || !worthAnotherTry(error)) throw error;
    }
  }
}

/** Reads that belong together: all see the same moment, whatever is written meanwhile. */
export const snapshot = <T>(db: Db, read: (tx: Db) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').execute(read);
