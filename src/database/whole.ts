/**
 * Whether a program may open a SQLite file: whether it is whole, and the log beside it its own. SQLite would apply the log of
 * another database without a word. Reads only.
 */
import { closeSync, existsSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { folderOf, namesOfBackups } from './backup.ts';
import { asSentence, examine, isEmpty, openToRead } from './examine.ts';
import { NEWEST } from './migrate.ts';
import { refuseUnreachable } from './owner.ts';
import type { Schema } from './schema.ts';
import type { FindProblems } from './soundness.ts';
import { sqliteDialect } from './sqlite.ts';

/** What SQLite would apply to the file beside it. */
const LOGS = ['-wal', '-journal'];

/** `identity` is the key in `meta` of a value that no other database has. */
type Own = { readonly findProblems: FindProblems; readonly identity: string };

/**
 * Returns why the database must not be opened and the command that puts it right, or null. Looks for damage; after an unclean
 * end, which leaves a log, also for rows that contradict each other.
 */
export async function whyNotOpened(database: string, own: Own): Promise<string | null> {
  const isThere = existsSync(database);
  if (!isThere && sizeOf(`${database}-wal`) === 0) return null;
  refuseUnreachable(database);
  // SQLite keeps the log beside the target of a link.
  const file = isThere ? realpathSync(database) : resolve(database);
  const problem = await problemOf(file, own).catch((error: unknown) => {
    const sentence = asSentence(file, error) as Error;
    // A lock or a missing permission says nothing about the file.
    if ('code' in sentence) throw sentence;
    return sentence.message;
  });
  return problem === null ? null : refusalOf(file, database, problem);
}

async function problemOf(file: string, { findProblems, identity }: Own): Promise<string | null> {
  const hasLog = sizeOf(`${file}-wal`) > 0;
  // SQLite ignores a journal that begins with a zero.
  const hasJournal = sizeOf(`${file}-journal`) > 0 && byteOf(`${file}-journal`, 0) !== 0;
  if (sizeOf(file) === 0)
    return hasLog || namesOfBackups(file).length > 0
      ? `${file} is gone or empty, but there was a festival in it.`
      : null;
  // Before anything is read with the log, which would only look like damage.
  if (hasLog && !hasJournal && !isOwnLog(file, identity)) return `${file}-wal is the log of another database.`;
  if (read(file, hasJournal, isEmpty)) return null;
  if (hasJournal) return `${file}-journal is of another database: this program leaves none.`;
  const { version } = examine(file);
  if (!hasLog || version < NEWEST) return null;
  const database = openToRead(file);
  // One moment for all queries: a running server may write between them.
  database.exec('begin');
  const db = new Kysely<Schema>({ dialect: sqliteDialect(database) });
  const [first] = await findProblems(db).finally(() => db.destroy());
  return first === undefined ? null : `${file} and ${file}-wal contradict each other: ${first}.`;
}

/** Of SQLite's file format. */
const [WRITE_VERSION_AT, IN_WAL_MODE] = [18, 2];

/** A backup is not in WAL mode, so a log beside it is of what it replaced. */
function isOwnLog(file: string, identity: string): boolean {
  const select = (database: DatabaseSync) =>
    database.prepare('select value from meta where key = ?').get(identity)?.value;
  if (byteOf(file, WRITE_VERSION_AT) !== IN_WAL_MODE) return false;
  try {
    const alone = read(file, true, select);
    return alone === undefined || alone === read(file, false, select);
  } catch {
    // A program killed while it moves the log into the file leaves half of it there.
    return true;
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

function byteOf(path: string, at: number): number {
  const [file, byte] = [openSync(path, 'r'), Buffer.alloc(1)];
  try {
    readSync(file, byte, 0, 1, at);
    return byte.readUInt8();
  } finally {
    closeSync(file);
  }
}

function read<T>(file: string, alone: boolean, act: (database: DatabaseSync) => T): T {
  const database = openToRead(file, alone);
  try {
    return act(database);
  } finally {
    database.close();
  }
}

/** The command moves everything apart first: a restore opens what it replaces, and so would apply the log to it. */
function refusalOf(file: string, database: string, problem: string): string {
  const logs = LOGS.filter((end) => sizeOf(file + end) > 0);
  const [old, newest] = [unusedEnd(file), namesOfBackups(database)[0]];
  const backup = newest === undefined ? 'BACKUP' : quoted(join(folderOf(database), newest));
  const isWhole = logs.length > 0 && isSound(file);
  const moves = ['', ...logs]
    .filter((end) => existsSync(file + end))
    .map((end) => `mv ${quoted(file + end)} ${quoted(file + end + old)}`);
  return [
    problem,
    ...logs.map((end) => `Beside it is ${file}${end}, ${sizeOf(file + end).toLocaleString('en')} bytes.`),
    `Nothing was changed. ${isWhole ? 'The file alone is whole, and this continues with it' : 'This goes back to a backup'}:`,
    `  ${[...moves, restoring(file, isWhole ? quoted(file + old) : backup)].join(' && ')}`,
    'docs/operating.md says more under "A start is refused".',
  ].join('\n');
}

/** Returns an ending by which no earlier file is overwritten. */
function unusedEnd(file: string, n = 1): string {
  const end = `.old-${n}`;
  return ['', ...LOGS].some((other) => existsSync(file + other + end)) ? unusedEnd(file, n + 1) : end;
}

function isSound(file: string): boolean {
  try {
    examine(file, { alone: true });
    return true;
  } catch {
    return false;
  }
}

/** In a release the launcher lies beside Node. */
function restoring(file: string, from: string): string {
  const launcher = join(dirname(process.execPath), 'boardwalk');
  const command = existsSync(launcher) ? quoted(launcher) : 'npm run';
  return `DATABASE_URL=${quoted(`sqlite:${file}`)} ${command} restore -- ${from} --keep-secret`;
}

const quoted = (text: string): string => (/^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
