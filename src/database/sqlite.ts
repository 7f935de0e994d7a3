/**
 * SQLite as the program needs it: node's own driver under Kysely's SQLite dialect. A thin adapter stands here because
 * Kysely's dialect expects the calls of another driver.
 */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';

/** goals.md, "settings of SQLite": read back after opening; the program does not start on others. */
const REQUIRED = { journal_mode: 'wal', synchronous: 2, foreign_keys: 1, busy_timeout: 5000 } as const;

export function openSqlite(path: string): DatabaseSync {
  const inMemory = path === ':memory:';
  if (!inMemory) mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(path);
  database.exec('pragma busy_timeout = 5000');
  database.exec('pragma journal_mode = wal');
  database.exec('pragma synchronous = full');
  database.exec('pragma foreign_keys = on');
  refuseWrongSettings(database, inMemory);
  return database;
}

export function refuseWrongSettings(database: DatabaseSync, inMemory: boolean): void {
  for (const [pragma, wanted] of Object.entries(REQUIRED)) {
    // A database in memory has no journal file, so it cannot be in WAL mode and cannot lose one either.
    if (inMemory && pragma === 'journal_mode') continue;
    const found = Object.values(database.prepare(`pragma ${pragma}`).get() ?? {})[0];
    if (found !== wanted) throw new Error(`SQLite runs with ${pragma} = ${found}, but ${wanted} is required.`);
  }
}

/** Transactions take the write lock at their beginning: a reader that later writes would fail under load instead. */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

export function sqliteDialect(database: DatabaseSync): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new ImmediateSqliteDriver({ database: withStatementCache(database) }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** Texts seen so far; more than this many means texts made of values, which Kysely does not do except for long lists. */
const CACHED_STATEMENTS = 300;

function withStatementCache(database: DatabaseSync) {
  const cache = new Map<string, ReturnType<typeof adapt>>();
  return {
    close: () => database.close(),
    prepare(sql: string) {
      let statement = cache.get(sql);
      if (statement === undefined) {
        statement = adapt(database.prepare(sql));
        if (cache.size >= CACHED_STATEMENTS) cache.clear();
        cache.set(sql, statement);
      }
      return statement;
    },
  };
}

const adapt = (statement: StatementSync) => ({
  reader: statement.columns().length > 0,
  all: (parameters: readonly unknown[]) => statement.all(...(parameters as SQLInputValue[])),
  run: (parameters: readonly unknown[]) => statement.run(...(parameters as SQLInputValue[])),
  iterate: (parameters: readonly unknown[]) => statement.iterate(...(parameters as SQLInputValue[])),
});
