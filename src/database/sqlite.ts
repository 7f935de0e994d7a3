/** SQLite through node:sqlite, under Kysely's SQLite dialect. */
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type Dialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { type Gathering, GroupCommitDriver, type Observer, type Statement } from './group-commit.ts';
import { ownLike, refuseUnreachable } from './owner.ts';

/** Read back after opening; the program does not start with other values. */
const REQUIRED = { journal_mode: 'wal', synchronous: 2, foreign_keys: 1, busy_timeout: 5000 } as const;

export function openSqlite(path: string): DatabaseSync {
  const inMemory = path === ':memory:';
  if (!inMemory) {
    mkdirSync(dirname(path), { recursive: true });
    makeForUsAlone(path);
    refuseUnreachable(path);
  }
  const database = new DatabaseSync(path);
  database.exec('pragma busy_timeout = 5000');
  database.exec('pragma journal_mode = wal');
  database.exec('pragma synchronous = full');
  database.exec('pragma foreign_keys = on');
  refuseWrongSettings(database, inMemory);
  return database;
}

/**
 * Creates an empty file that only its owner (made by root: the owner of `like`) can read, if it does not exist; SQLite would make it readable for everyone.
 * SQLite gives the log the same mode and owner. An existing file is not opened: closing it would release SQLite's locks on it.
 */
export function makeForUsAlone(path: string, like = dirname(path)): void {
  if (existsSync(path)) return;
  closeSync(openSync(path, 'a', 0o600));
  ownLike(path, like);
}

export function refuseWrongSettings(database: DatabaseSync, inMemory: boolean): void {
  for (const [pragma, wanted] of Object.entries(REQUIRED)) {
    // A database in memory has no journal file, so it cannot be in WAL mode.
    if (inMemory && pragma === 'journal_mode') continue;
    const value = Object.values(database.prepare(`pragma ${pragma}`).get() ?? {})[0];
    if (value !== wanted) throw new Error(`SQLite runs with ${pragma} = ${value}, but ${wanted} is required.`);
  }
}

/** Kysely need not serialise access to the connection: the driver does. */
class TurnTakingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

export function sqliteDialect(
  database: DatabaseSync,
  observer: Observer | null = null,
  gathering?: Gathering,
): Dialect {
  return {
    createAdapter: () => new TurnTakingAdapter(),
    createDriver: () => new GroupCommitDriver(database, cachedStatements(database), observer, gathering),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** Prepared statements to keep. Kysely makes new texts only for lists of different lengths. */
const CACHED_STATEMENTS = 300;

function cachedStatements(database: DatabaseSync): (sql: string) => Statement {
  const cache = new Map<string, Statement>();
  return (sql) => {
    let statement = cache.get(sql);
    if (statement === undefined) {
      statement = adapt(database.prepare(sql));
      if (cache.size >= CACHED_STATEMENTS) cache.clear();
      cache.set(sql, statement);
    }
    return statement;
  };
}

const adapt = (statement: StatementSync): Statement => ({
  reader: statement.columns().length > 0,
  all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
  run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
});
