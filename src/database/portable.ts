/** All other SQL is the same for both databases. */
import { PostgresAdapter, sql } from 'kysely';
import { Refusal } from '#platform/refusal.ts';
import type { Db } from './schema.ts';

/** For the operator who starts the program. Never shows the password. */

const ENCODE = 'Characters such as # / : ? and @ in a password are written as %23 %2F %3A %3F and %40.';
const CERTIFICATE =
  'PostgreSQL’s certificate is not of an authority that this machine trusts. Name its file in NODE_EXTRA_CA_CERTS, or end DATABASE_URL with ?sslmode=no-verify.';
const POOLER =
  'DATABASE_URL leads to a pooler in transaction mode, which keeps no session. Connect to PostgreSQL itself, or set the pooler to session mode.';

const OTHER_TABLES =
  'The database in DATABASE_URL holds tables of another program. Choose an empty one, for instance with createdb boardwalk.';
export const WRONG_SCHEMA = 'WRONG_SCHEMA';

const SENTENCES: Readonly<Record<string, string>> = {
  '28P01': `PostgreSQL refuses the user or the password in DATABASE_URL. ${ENCODE}`,
  '28000': `PostgreSQL refuses the user in DATABASE_URL, or wants an encrypted connection (?sslmode=verify-full). ${ENCODE}`,
  '3D000': 'PostgreSQL has no database of the name in DATABASE_URL. Create it (createdb NAME), or name another one.',
  '42501':
    'PostgreSQL does not let the user in DATABASE_URL connect or make tables. Make it the owner of the database.',
  '42704': 'PostgreSQL does not know an option that DATABASE_URL sets. Leave it out.',
  '42P07': OTHER_TABLES,
  '42703': OTHER_TABLES,
  '53300':
    'PostgreSQL has no free connection for the user in DATABASE_URL. Raise max_connections, or end what holds them.',
  '57P03': 'The PostgreSQL in DATABASE_URL is starting or stopping. Start the program again in a moment.',
  '25006': 'The PostgreSQL in DATABASE_URL only reads: it is a standby. Name the primary in DATABASE_URL.',
  '08P01':
    'DATABASE_URL leads to a pooler that refuses what the program sets. In PgBouncer use session mode and ignore_startup_parameters = statement_timeout, or connect to PostgreSQL itself.',
  '26000': POOLER,
  '42P05': POOLER,
  DEPTH_ZERO_SELF_SIGNED_CERT: CERTIFICATE,
  SELF_SIGNED_CERT_IN_CHAIN: CERTIFICATE,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: CERTIFICATE,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: CERTIFICATE,
  ERR_TLS_CERT_ALTNAME_INVALID:
    'PostgreSQL’s certificate is for another name than the host in DATABASE_URL. Use the name that the certificate has.',
};

const UNREACHABLE = [
  'ECONNREFUSED',
  'ENOENT',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
];
const IS_SILENT = /^(timeout exceeded when trying to connect|Connection terminated)/;
const NO_TLS = /does not support SSL/;
/** SCRAM without a password in the address. */
const NO_PASSWORD = /password must be a (?:non-empty )?string/i;

/** Names DATABASE_URL and the remedy; null for an error of another kind. */
export function databaseProblem(error: NodeJS.ErrnoException, databaseUrl: string): string | null {
  const { code = '', syscall, path } = error;
  if (code === WRONG_SCHEMA) return error.message;
  if (databaseUrl.startsWith('sqlite:')) return null;
  const sentence = SENTENCES[code];
  if (sentence !== undefined) return sentence;
  if (NO_PASSWORD.test(error.message)) return `DATABASE_URL has no password, and PostgreSQL asks for one. ${ENCODE}`;
  if (NO_TLS.test(error.message)) return 'PostgreSQL speaks no TLS. Leave sslmode out of DATABASE_URL.';
  if (code === 'ENOENT' && syscall !== 'connect') return `DATABASE_URL names a file that is not there: ${path}.`;
  if (!UNREACHABLE.includes(code) && !IS_SILENT.test(error.message)) return null;
  const host = URL.parse(databaseUrl)?.host || 'this machine’s socket';
  return `No PostgreSQL answers at ${host}, which DATABASE_URL names (${code || 'it is silent'}). Start it, or correct the address.`;
}

export const explainedFor =
  (databaseUrl: string) =>
  (error: Error): never => {
    const why = databaseProblem(error, databaseUrl);
    throw why === null ? error : new Error(why);
  };

export type DialectName = 'sqlite' | 'postgres';

export const isPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** 0 and 1 on both databases, because SQLite has no boolean. */
export const toFlag = (value: boolean): 0 | 1 => (value ? 1 : 0);
export const fromFlag = (flag: 0 | 1): boolean => flag === 1;

/** SQLite stores tables in the order of their primary key, which saves a second tree per row. */
export type Spelling = {
  readonly text: string;
  readonly flag: (column: string) => string;
  /** CHECK of an ISO 8601 time as the program writes it. */
  readonly time: (column: string) => string;
  /** CHECK of JSON; empty for PostgreSQL, which has it since version 16 only. */
  readonly json: (column: string) => string;
  readonly table: string;
};
export type Migration = (spelling: Spelling) => readonly string[];

export const SPELLING: Record<DialectName, Spelling> = {
  sqlite: {
    text: 'text',
    flag: (column) => `integer not null default 0 check (${column} in (0, 1))`,
    time: (column) =>
      `check (${column} glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9]Z')`,
    json: (column) => ` check (json_valid(${column}))`,
    table: 'strict, without rowid',
  },
  // Compares text by bytes like SQLite, whatever the server's locale.
  postgres: {
    text: 'text collate "C"',
    flag: (column) => `smallint not null default 0 check (${column} in (0, 1))`,
    time: (column) =>
      `check (${column} ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9][.][0-9]{3}Z$')`,
    json: () => '',
    table: '',
  },
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
const sqliteCodeOf = (error: unknown): number =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0;

const SQLITE_CONSTRAINT_PRIMARYKEY = 1555;
const SQLITE_CONSTRAINT_UNIQUE = 2067;

export const brokeUnique = (error: unknown): boolean =>
  codeOf(error) === '23505' || [SQLITE_CONSTRAINT_UNIQUE, SQLITE_CONSTRAINT_PRIMARYKEY].includes(sqliteCodeOf(error));

const SQLITE_CONSTRAINT_FOREIGNKEY = 787;

export const brokeReference = (error: unknown): boolean =>
  codeOf(error) === '23503' || sqliteCodeOf(error) === SQLITE_CONSTRAINT_FOREIGNKEY;

/** A deadlock, a serialisation failure, or the plan of a table that has changed. */
export const worthAnotherTry = (error: unknown): boolean => ['40001', '40P01', '0A000'].includes(codeOf(error));

const SQLITE_BUSY = 5;

export const isBusy = (error: unknown): boolean => (sqliteCodeOf(error) & 0xff) === SQLITE_BUSY;

/** SQLITE_BUSY, _LOCKED, _READONLY, _IOERR, _FULL, _CANTOPEN: primary result codes in the low byte. */
const SQLITE_AWAY = [5, 6, 8, 10, 13, 14];
const NETWORK_AWAY = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT', 'EAI_AGAIN', 'ENOENT'];
/** A standby, or one when this connection was made. */
export const READ_ONLY = '25006';
const POOL_AWAY =
  /^(timeout exceeded when trying to connect|Connection terminated|Client (has encountered|was closed)|Query read timeout)/;

/** Unavailable for now: a later retry may succeed. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (SQLITE_AWAY.includes(sqliteCodeOf(error) & 0xff)) return true;
  const code = codeOf(error);
  // 08: connection exceptions, 53: no resources, 57: the server is stopping or starting, or a statement took too long
  const isElsewhere = code === READ_ONLY || NETWORK_AWAY.includes(code);
  return isElsewhere || /^(08|53|57)/.test(code) || POOL_AWAY.test(error.message);
}

export async function askWritable(db: Db): Promise<void> {
  // A lock of a row is a write, which a standby refuses.
  if (isPostgres(db)) await sql`select 1 from schema_version for key share`.execute(db);
  // It changes no row, so nothing is synced to the disk.
  else await sql`update schema_version set version = version where false`.execute(db);
}

/** A table or column is missing. The types exclude a typing error, so a newer program has migrated the database. */
const isOutdated = (error: unknown): boolean => ['42P01', '42703'].includes(codeOf(error));

export const asRefusal = (error: unknown): unknown =>
  isAway(error) || isOutdated(error)
    ? new Refusal('BUSY', 'We can’t save or read that right now. Please try again in a moment.', { retryAfter: 2 })
    : error;
