/**
 * Backups of the SQLite file while it is in use (docs/decisions/0006). `vacuum into` copies one moment over a connection
 * of its own: in WAL mode readers hold up no writer, and nothing that was acknowledged before is missing. It is written
 * under another name, checked and brought to the disk; only then it gets the name that makes it a backup.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { backupName, backupsAmong, type Mark, whichToDrop } from './backup-names.ts';
import { examine, type Facts, openToRead } from './examine.ts';
import { makeForUsAlone } from './private-file.ts';

export type Backup = Facts & { readonly path: string; readonly bytes: number };

/** The file behind DATABASE_URL; null where there is none of our own: in memory, or on PostgreSQL. */
export const fileOf = (databaseUrl: string): string | null =>
  databaseUrl.startsWith('sqlite:') && databaseUrl !== 'sqlite::memory:' ? databaseUrl.slice('sqlite:'.length) : null;

export const folderOf = (database: string): string => join(dirname(database), 'backups');

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

export const namesOfBackups = (database: string): string[] => backupsAmong(database, namesIn(folderOf(database)));

/** Where the next backup goes. It is the organiser's eyes only: e-mails are in it. */
export function newBackupPath(database: string, now: Date, mark: Mark | null): string {
  const folder = folderOf(database);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, backupName(database, now, mark));
  return existsSync(path) ? newBackupPath(database, new Date(now.getTime() + 1000), mark) : path;
}

export const partOf = (path: string): string => `${path}.${process.pid}.part`;

/** Copies, checks and names in one go, on this thread. @throws Error; then nothing is left behind. */
export function writeBackup(database: string, path: string): Backup {
  const part = partOf(path);
  try {
    copyInto(database, part);
    const facts = examine(part, { ours: true, called: path });
    syncToDisk(part);
    const bytes = statSync(part).size;
    renameSync(part, path);
    syncToDisk(dirname(path));
    return { ...facts, path, bytes };
  } catch (error) {
    for (const end of ['', '-journal']) rmSync(`${part}${end}`, { force: true });
    throw error;
  }
}

export function copyInto(database: string, path: string): void {
  const source = openToRead(database);
  try {
    makeForUsAlone(path);
    source.prepare('vacuum into ?').run(path);
  } finally {
    source.close();
  }
}

/** A name in a folder is on the disk only when the folder is. */
export function syncToDisk(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The same on a thread of its own: copying and checking take longer the more there is, and visitors go on. */
export const backUp = (database: string, path: string): Promise<Backup> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./backup-worker.ts', import.meta.url), {
      workerData: { database, path },
      execArgv: [],
    });
    // A backup under way keeps nobody from stopping; what it leaves behind the next one removes.
    worker.unref();
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The backup ended with ${code} before it was done.`)));
  });

/** Removes what is no longer kept, and answers its names. */
export function dropOldBackups(database: string, now: Date): string[] {
  const folder = folderOf(database);
  const names = whichToDrop(database, namesIn(folder), now);
  for (const name of names) rmSync(join(folder, name), { force: true });
  return names;
}

const HOUR_MS = 3_600_000;

/** Removes the parts that a killed process left in a folder. One that another process is writing now stays. */
export function dropLeftovers(database: string, folder: string, now: Date): void {
  const start = basename(database, extname(database));
  for (const name of namesIn(folder)) {
    const [, pid] = /\.(\d+)\.part(?:-\w+)?$/.exec(name) ?? [];
    if (pid === undefined || !name.startsWith(start)) continue;
    const path = join(folder, name);
    const age = now.getTime() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now.getTime());
    if (Number(pid) === process.pid || age > HOUR_MS || !isAlive(Number(pid))) rmSync(path, { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not ours to signal, but there.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
