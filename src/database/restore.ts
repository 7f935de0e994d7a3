/**
 * Puts a backup in the place of the present database. Everything that may fail is done on a copy beside it; the change
 * itself is one rename, so that whoever is killed on the way leaves either the one or the other, whole.
 */
import { existsSync, linkSync, mkdirSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { copyInto, dropLeftovers, newBackupPath, partOf, syncToDisk } from './backup.ts';
import { examine, type Facts } from './examine.ts';
import { MIGRATIONS, migrate } from './migrate.ts';
import { makeForUsAlone } from './private-file.ts';
import type { Schema } from './schema.ts';
import { openSqlite, sqliteDialect } from './sqlite.ts';

export type Restored = Facts & {
  /** The schema the backup had; `version` is the one it has now. */
  readonly from: number;
  readonly database: string;
  /** Where the database that was there before is kept; null when there was none. */
  readonly aside: string | null;
};

/** @throws Error with a sentence for the person. Then the present database is as it was. */
export async function restore(backup: string, database: string, now: Date): Promise<Restored> {
  const place = placeOf(database);
  if (isSameFile(backup, place)) {
    throw new Error(`${backup} is the database itself. Name one of its backups.`);
  }
  const { version: from } = examine(backup);
  if (from > MIGRATIONS.length) {
    throw new Error(
      `${backup} has schema version ${from}, but this program only knows up to version ${MIGRATIONS.length}. ` +
        'Restore it with the newer program.',
    );
  }
  dropLeftovers(place, dirname(place), now);
  const part = partOf(place);
  try {
    copyInto(backup, part);
    await prepare(part);
    const facts = examine(part, { ours: true, called: backup });
    syncToDisk(part);
    return { ...facts, from, database: place, aside: replace(place, part, now) };
  } finally {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${part}${end}`, { force: true });
  }
}

/** By what they are and not by their names, of which a file can have several. */
function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}

/** A rename would replace a link and not what it leads to. */
function placeOf(database: string): string {
  mkdirSync(dirname(database), { recursive: true });
  return existsSync(database) ? realpathSync(database) : resolve(database);
}

/** What opens admin mode. A backup may be older than the moment somebody was locked out. */
const KEYS_OF_ORGANISERS = ['admin_sessions', 'admin_links'];

/** Brings the copy to this program's schema, and nobody is unlocked on it. */
async function prepare(part: string): Promise<void> {
  const file = openSqlite(part);
  const db = new Kysely<Schema>({ dialect: sqliteDialect(file) });
  try {
    await migrate(db, 'sqlite');
    const tables = file.prepare("select name from sqlite_schema where type = 'table'").all();
    for (const { name } of tables) if (KEYS_OF_ORGANISERS.includes(String(name))) file.exec(`delete from ${name}`);
    // Back into one file, which alone can be renamed.
    file.exec('pragma journal_mode = delete');
  } finally {
    await db.destroy();
  }
}

/** Answers where the database that was there is now. */
function replace(place: string, part: string, now: Date): string | null {
  const present = holdAlone(place);
  try {
    const aside = isEmpty(present) ? null : keepAside(place, present, now);
    renameSync(part, place);
    syncToDisk(dirname(place));
    return aside;
  } finally {
    // Only now: a server that starts meanwhile waits for this lock, and then finds that its file was moved.
    present.close();
  }
}

const SQLITE_BUSY = 5;

/**
 * Leaving WAL mode needs the file for oneself, and every program that has it open holds on to it: so this is refused
 * exactly while one does. What stood in the log is in the file afterwards, and no log is left that could be played into
 * the new file.
 */
function holdAlone(place: string): DatabaseSync {
  const database = new DatabaseSync(place);
  try {
    database.exec('pragma busy_timeout = 300');
    database.exec('pragma locking_mode = exclusive');
    database.exec('pragma journal_mode = delete');
    database.exec('begin exclusive; commit');
    return database;
  } catch (error) {
    database.close();
    throw new Error(whyNotAlone(place, error as Error), { cause: error });
  }
}

const whyNotAlone = (place: string, error: Error & { errcode?: number }): string =>
  ((error.errcode ?? 0) & 0xff) === SQLITE_BUSY
    ? `${place} is in use. Stop the server first, then restore again. Nothing was changed.`
    : `${place} cannot be opened (${error.message}). Move it away, together with its -wal and -shm files if there are ` +
      'any, then restore again. Nothing was changed.';

/** Is it only what opening it has made? One that is too damaged to tell is not. */
function isEmpty(present: DatabaseSync): boolean {
  try {
    return present.prepare('select 1 from sqlite_schema limit 1').get() === undefined;
  } catch {
    return false;
  }
}

/** The file itself under a second name: that needs no room, and works for one that is damaged. */
function keepAside(place: string, present: DatabaseSync, now: Date): string {
  const aside = newBackupPath(place, now, 'before-restore');
  try {
    linkSync(place, aside);
  } catch {
    // The folder of backups may be on another disk, and not every file system knows second names.
    makeForUsAlone(aside);
    present.prepare('vacuum into ?').run(aside);
  }
  syncToDisk(dirname(aside));
  return aside;
}
