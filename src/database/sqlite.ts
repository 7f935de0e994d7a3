import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type Dialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { type Gathering, GroupCommitDriver, type Observer, type Statement } from './group-commit.ts';

/** Commands that root runs must leave files to the program's own user, and an operator must know which are missing. */

const FILES = ['', '-wal', '-shm', '-journal'];

const isRoot = (): boolean => process.getuid?.() === 0;

/** The program could not open what root has just created. */
export function ownLike(path: string, like: string): void {
  if (!isRoot()) return;
  const { uid, gid } = statSync(like);
  chownSync(path, uid, gid);
}

/** Throws the system's error when only root may. */
export function keepOwner(path: string, old: string): void {
  const { uid, gid, mode } = statSync(old);
  chmodSync(path, mode & 0o777);
  if (isRoot() || uid !== statSync(path).uid) chownSync(path, uid, gid);
}

/** Throws the system's error when this user may not write the database, its folder or the files beside it. */
export function refuseUnreachable(file: string): void {
  const how = constants.R_OK | constants.W_OK;
  accessSync(dirname(resolve(file)), how | constants.X_OK);
  for (const end of FILES) if (existsSync(file + end)) accessSync(file + end, how);
}

const REFUSED = new Set(['EACCES', 'EPERM', 'EROFS']);

/** For a path that this user may not use, also names its owner and this user. */
export function explained({ message, code = '', path }: NodeJS.ErrnoException): string {
  const user = process.geteuid?.();
  if (path === undefined || user === undefined || !REFUSED.has(code)) return message;
  return `${resolve(path)} cannot be opened (${code}): ${whose(resolve(path))}, and this program runs as ${nameOf(user)}.`;
}

function whose(path: string): string {
  try {
    const { uid, mode } = statSync(path);
    return `${path} belongs to ${nameOf(uid)} (mode ${(mode & 0o777).toString(8)})`;
  } catch {
    return whose(dirname(path));
  }
}

function nameOf(uid: number): string {
  try {
    const [, name] = new RegExp(`^([^:]+):[^:]*:${uid}:`, 'm').exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
    return name ?? `user ${uid}`;
  } catch {
    return `user ${uid}`;
  }
}

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
 * SQLite would make the file readable for everyone; the log gets the same mode and owner. Does not open an existing
 * file: closing it would release SQLite's locks on it. Made by root, it belongs to the owner of `like`.
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

/** Kysely makes new texts only for lists of different lengths. */
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
