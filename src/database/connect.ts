import { HandleEmptyInListsPlugin, Kysely, PostgresDialect, replaceWithNoncontingentExpression } from 'kysely';
import type { Pool } from 'pg';
import { dropLeftovers, dropOldBackups, fileOf, folderOf, newBackupPath, writeBackup } from './backup.ts';
import { versionOf } from './examine.ts';
import { type Admit, MIGRATIONS, migrate, versionAfter, whyNotVersion } from './migrate.ts';
import type { DialectName } from './portable.ts';
import type { Db, Schema } from './schema.ts';
import { openSqlite, sqliteDialect } from './sqlite.ts';
import { type Timings, timings } from './timings.ts';

export type Connection = {
  readonly db: Db;
  readonly dialect: DialectName;
  /** Empty before this start. Sample data is added only then. */
  readonly brandNew: boolean;
  /** For LISTEN; null on SQLite, which one process owns. */
  readonly pool: Pool | null;
  readonly timings: Timings;
  close(): Promise<void>;
};

export type Complaint = (message: string, error: Error) => void;

export async function connect(
  url: string,
  complain: Complaint,
  admit?: Admit,
  migrations = MIGRATIONS,
): Promise<Connection> {
  const newest = versionAfter(migrations);
  const connection = url.startsWith('sqlite:') ? openFile(url, complain, newest) : await openPool(url, complain);
  const brandNew = await migrate(connection.db, connection.dialect, migrations, admit).catch(async (error: unknown) => {
    await connection.close();
    throw error;
  });
  return { ...connection, brandNew };
}

type Opened = Omit<Connection, 'brandNew'>;

function openFile(url: string, complain: Complaint, newest: number): Opened {
  const database = openSqlite(url.slice('sqlite:'.length));
  const file = fileOf(url);
  if (file !== null) backUpOldSchema(file, complain, { version: versionOf(database), newest });
  const counted = timings();
  const db = new Kysely<Schema>({ dialect: sqliteDialect(database, counted) });
  return { db, dialect: 'sqlite', pool: null, timings: counted, close: () => db.destroy() };
}

/** Failing to back up does not stop the start, because a migration is one transaction. */
function backUpOldSchema(
  file: string,
  complain: Complaint,
  { version, newest }: { version: number; newest: number },
): void {
  if (version === 0 || version === newest || whyNotVersion(version, file, newest) !== null) return;
  try {
    const now = new Date();
    dropLeftovers(file, folderOf(file), now);
    writeBackup(file, newBackupPath(file, now, `before-schema-${newest}`));
    dropOldBackups(file, now);
  } catch (error) {
    complain('could not make a backup before the new schema', error as Error);
  }
}

async function openPool(url: string, complain: Complaint): Promise<Opened> {
  // SQLite starts faster without these.
  const [{ Pool }, { PreparingClient }] = await Promise.all([import('pg'), import('./prepared.ts')]);
  const pool = new Pool({
    Client: PreparingClient,
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 3000,
    // PostgreSQL ends a statement before the program gives it up as silent.
    statement_timeout: 3500,
    query_timeout: 4000,
    // A silent connection holds the locks of its transaction no longer.
    idle_in_transaction_session_timeout: 5000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // A connection that does not answer its end must not delay the program's.
    allowExitOnIdle: true,
  });
  // An idle connection that fails would otherwise end the process. The pool opens a new one when needed.
  pool.on('error', (error) => complain('PostgreSQL closed an idle connection', error));
  // The pool does not listen to connections in use, so a failure between two statements would end the process. The next
  // statement reports the error.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const counted = timings();
  // SQLite answers `in ()` with false; to PostgreSQL it is a syntax error.
  const plugins = [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })];
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), log: counted.log, plugins });
  return { db, dialect: 'postgres', pool, timings: counted, close: () => db.destroy() };
}
