/**
 * Everything that can fail happens on a copy, and the replacement is one rename: a process killed at any point leaves
 * either the old or the new database, complete.
 */
import {
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { copyInto, dropLeftovers, folderOf, namesOfBackups, newBackupPath, partOf, syncToDisk } from './backup.ts';
import type { FindProblems } from './duties.ts';
import { asSentence, type Examined, examine, isEmpty, openToRead, refusal } from './examine.ts';
import { migrate, NEWEST } from './migrate.ts';
import { isBusy } from './portable.ts';
import type { Db, Schema } from './schema.ts';
import { keepOwner, makeForUsAlone, openSqlite, refuseUnreachable, sqliteDialect } from './sqlite.ts';

/** SQLite would apply these to the file beside them. */
const LOGS = ['-wal', '-journal'];

/** `identity`: the key in `meta` of a value that no other database has. */
type Own = { readonly findProblems: FindProblems; readonly identity: string };

/** Names the command that helps. Looks for damage; after an unclean end also for rows that contradict each other. */
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

/**
 * SQLite would apply the log of another database without a word. Reads only. A backup is not in WAL mode, so a log
 * beside it is of what it replaced.
 */
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

export type Present = ReadonlyMap<string, string>;

export type Rules<S> = {
  readonly findProblems: FindProblems;
  /** Runs last, on the checked copy: decides which password and secret hold from now on. */
  settle(db: Db, present: Present): Promise<S>;
};

export type Restored<S> = Examined & {
  /** The backup's schema version; `version` is the one after migration. */
  readonly from: number;
  readonly database: string;
  readonly aside: string | null;
  readonly settled: S;
};

/** Throws a sentence for the person; the present database is then unchanged. */
export async function restore<S>(backup: string, database: string, now: Date, rules: Rules<S>): Promise<Restored<S>> {
  const target = targetOf(database);
  if (isSameFile(backup, target)) {
    throw new Error(`${backup} is the database itself. Name one of its backups.`);
  }
  const { version: from } = examine(backup, { asMade: true });
  dropLeftovers(target, dirname(target), now);
  const part = partOf(target);
  try {
    const facts = await copyChecked(backup, part, rules.findProblems);
    const replaced = await replace(target, part, now, rules.settle);
    return { ...facts, ...replaced, from, database: target };
  } finally {
    drop(part);
  }
}

/** Needs disk space for a copy beside the file. */
export async function whyRefused(backup: string, findProblems: FindProblems): Promise<string | null> {
  const part = partOf(backup);
  try {
    await copyChecked(backup, part, findProblems);
    return null;
  } catch (error) {
    return (error as Error).message;
  } finally {
    drop(part);
  }
}

async function copyChecked(backup: string, part: string, findProblems: FindProblems): Promise<Examined> {
  copyInto(backup, part);
  // The copy, because the file may have changed since.
  examine(part, { asMade: true, called: backup });
  await inFile(part, (db) => migrate(db, 'sqlite'));
  const examined = examine(part, { ours: true, called: backup, asMade: true });
  const problems = await inFile(part, findProblems);
  if (problems.length === 0) return examined;
  throw new Error(
    refusal(
      backup,
      problems.map((problem) => `It has ${problem}.`),
    ),
  );
}

function drop(part: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${part}${end}`, { force: true });
}

/** A file can have several names, so this compares device and inode. */
function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}

/** A rename would replace a link and not its target. */
function targetOf(database: string): string {
  mkdirSync(dirname(database), { recursive: true });
  return existsSync(database) ? realpathSync(database) : resolve(database);
}

async function inFile<T>(path: string, act: (db: Db, file: DatabaseSync) => Promise<T>): Promise<T> {
  const file = openSqlite(path);
  const db = new Kysely<Schema>({ dialect: sqliteDialect(file) });
  try {
    const result = await act(db, file);
    // Merges the log, because only one file can be renamed.
    file.exec('pragma journal_mode = delete');
    return result;
  } finally {
    await db.destroy();
  }
}

async function replace<S>(target: string, part: string, now: Date, settle: Rules<S>['settle']) {
  const replaced = holdAlone(target);
  try {
    const facts = factsIn(replaced);
    const settled = await inFile(part, (db) => settle(db, facts));
    syncToDisk(part);
    const aside = isNew(replaced) ? null : keepAside(target, replaced, now);
    keepOwner(part, target);
    renameSync(part, target);
    syncToDisk(dirname(target));
    return { aside, settled };
  } finally {
    // Closed only now: a server that starts meanwhile waits for this lock, and then finds that its file was moved.
    replaced.close();
  }
}

/** Empty for a database that is damaged or not ours. */
function factsIn(replaced: DatabaseSync): Present {
  try {
    const rows = replaced.prepare('select key, value from meta').all();
    return new Map(rows.map(({ key, value }) => [String(key), String(value)]));
  } catch {
    return new Map();
  }
}

/**
 * Leaving WAL mode needs exclusive access, so this fails while another program has the file open. It also merges the
 * log, so that none is left to be applied to the new file.
 */
function holdAlone(target: string): DatabaseSync {
  makeForUsAlone(target);
  refuseUnreachable(target);
  const database = new DatabaseSync(target);
  try {
    database.exec('pragma busy_timeout = 300');
    database.exec('pragma locking_mode = exclusive');
    database.exec('pragma journal_mode = delete');
    database.exec('begin exclusive; commit');
    return database;
  } catch (error) {
    database.close();
    throw new Error(whyNotAlone(target, error as Error), { cause: error });
  }
}

const whyNotAlone = (target: string, error: Error): string =>
  isBusy(error)
    ? `${target} is in use. Stop the server first, then restore again. Nothing was changed.`
    : `${target} cannot be opened (${error.message}). Move it away, together with its -wal and -shm files if there are ` +
      'any, then restore again. Nothing was changed.';

/** Opening has just created it. False for a file too damaged to tell. */
function isNew(replaced: DatabaseSync): boolean {
  try {
    return isEmpty(replaced);
  } catch {
    return false;
  }
}

/** A second name needs no space and works for damaged files. */
function keepAside(target: string, replaced: DatabaseSync, now: Date): string {
  const aside = newBackupPath(target, now, 'before-restore');
  try {
    linkSync(target, aside);
  } catch {
    // The backup folder may be on another disk, and not every file system has hard links.
    makeForUsAlone(aside, target);
    replaced.prepare('vacuum into ?').run(aside);
  }
  syncToDisk(dirname(aside));
  return aside;
}
