/**
 * Replaces the database with a backup. Everything that can fail happens on a copy beside it, and the replacement is one
 * rename: a process killed at any point leaves either the old or the new database, complete.
 */
import { existsSync, linkSync, mkdirSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { copyInto, dropLeftovers, newBackupPath, partOf, syncToDisk } from './backup.ts';
import { type Examined, examine, isEmpty } from './examine.ts';
import { refusal } from './foreign.ts';
import { migrate } from './migrate.ts';
import { keepOwner, refuseUnreachable } from './owner.ts';
import { isBusy } from './portable.ts';
import type { Db, Schema } from './schema.ts';
import type { FindProblems } from './soundness.ts';
import { makeForUsAlone, openSqlite, sqliteDialect } from './sqlite.ts';

/** The rows of `meta` in the present database; empty if it cannot be read. */
export type Present = ReadonlyMap<string, string>;

export type Rules<S> = {
  readonly findProblems: FindProblems;
  /** Runs last, on the checked copy: decides which password and secret hold from now on. */
  settle(db: Db, present: Present): Promise<S>;
};

export type Restored<S> = Examined & {
  /** Schema version the backup had; `version` is the one after migration. */
  readonly from: number;
  readonly database: string;
  /** Path where the replaced database is kept; null when there was none. */
  readonly aside: string | null;
  readonly settled: S;
};

/** @throws Error with a sentence for the person; the present database is then unchanged. */
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

/** Returns why a restore would refuse the file, or null. Needs disk space for a copy beside it. */
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

/** Copies the file, migrates the copy and examines it. */
async function copyChecked(backup: string, part: string, findProblems: FindProblems): Promise<Examined> {
  copyInto(backup, part);
  // Examines the copy, because the file may have changed since.
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

/** Compares device and inode: a file can have several names. */
function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}

/** Resolves links, because a rename would replace the link and not its target. */
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

/** Returns no facts for a database that is damaged or not ours. */
function factsIn(replaced: DatabaseSync): Present {
  try {
    const rows = replaced.prepare('select key, value from meta').all();
    return new Map(rows.map(({ key, value }) => [String(key), String(value)]));
  } catch {
    return new Map();
  }
}

/**
 * Takes the database exclusively. Leaving WAL mode needs exclusive access, so this fails while another program has the
 * file open. It also merges the log, so that none is left to be applied to the new file.
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

/** Returns whether opening has just created the file. A file too damaged to tell does not count. */
function isNew(replaced: DatabaseSync): boolean {
  try {
    return isEmpty(replaced);
  } catch {
    return false;
  }
}

/** Gives the file a second name: needs no space and works for damaged files. */
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
