/** The few places where SQLite and PostgreSQL differ. Everything else is one text for both. */
import { Refusal } from '#platform/refusal.ts';

export type DialectName = 'sqlite' | 'postgres';

/** Flags are stored as 0 and 1 on both databases, because SQLite has no boolean. */
export const toFlag = (value: boolean): 0 | 1 => (value ? 1 : 0);
export const fromFlag = (flag: 0 | 1): boolean => flag === 1;

/**
 * Column types and clauses whose spelling differs between the databases. Tables on SQLite are kept in the order of their
 * primary key: one tree less to write for each row.
 */
export type Spelling = { text: string; flag: (column: string) => string; table: string };
export type Migration = (spelling: Spelling) => readonly string[];

export const SPELLING: Record<DialectName, Spelling> = {
  sqlite: {
    text: 'text',
    flag: (column) => `integer not null default 0 check (${column} in (0, 1))`,
    table: 'strict, without rowid',
  },
  // Text compares by bytes on both, whatever locale the server was made with.
  postgres: {
    text: 'text collate "C"',
    flag: (column) => `smallint not null default 0 check (${column} in (0, 1))`,
    table: '',
  },
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
const sqliteCodeOf = (error: unknown): number =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0;

const SQLITE_CONSTRAINT_PRIMARYKEY = 1555;
const SQLITE_CONSTRAINT_UNIQUE = 2067;

/** Did the write break a UNIQUE or PRIMARY KEY constraint? */
export const brokeUnique = (error: unknown): boolean =>
  codeOf(error) === '23505' || [SQLITE_CONSTRAINT_UNIQUE, SQLITE_CONSTRAINT_PRIMARYKEY].includes(sqliteCodeOf(error));

const SQLITE_CONSTRAINT_FOREIGNKEY = 787;

/** Did the write speak of a row that is not there (any more)? */
export const brokeReference = (error: unknown): boolean =>
  codeOf(error) === '23503' || sqliteCodeOf(error) === SQLITE_CONSTRAINT_FOREIGNKEY;

/** PostgreSQL stopped one of two transactions that waited for each other, or could not order them: run it again. */
export const worthAnotherTry = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error));

const SQLITE_BUSY = 5;

/** Does another process have SQLite's file locked? */
export const isLocked = (error: unknown): boolean => (sqliteCodeOf(error) & 0xff) === SQLITE_BUSY;

/** SQLITE_BUSY, _LOCKED, _IOERR, _FULL, _CANTOPEN: primary result codes in the low byte. */
const SQLITE_AWAY = [5, 6, 10, 13, 14];
const NETWORK_AWAY = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT', 'EAI_AGAIN', 'ENOENT'];
const POOL_AWAY =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered|Query read timeout)/;

/** Can the database not serve just now, so that the same call may succeed a little later? */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (SQLITE_AWAY.includes(sqliteCodeOf(error) & 0xff)) return true;
  const code = codeOf(error);
  // 08: connection exceptions, 53: no resources, 57P: the server is stopping or starting
  return /^(08|53|57P)/.test(code) || NETWORK_AWAY.includes(code) || POOL_AWAY.test(error.message);
}

/** The refusal for a database that is away, or the error itself. */
export const asRefusal = (error: unknown): unknown =>
  isAway(error)
    ? new Refusal('BUSY', 'We can’t save or read that right now. Please try again in a moment.', { retryAfter: 2 })
    : error;
