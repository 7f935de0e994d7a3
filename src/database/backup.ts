/**
 * docs/decisions/0006. `vacuum into` copies a snapshot over its own connection: in WAL mode readers do not block
 * writers. The copy gets its final name only once it is checked and synced.
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
import { DAY, HOUR, MINUTE } from '#platform/durations.ts';
import { type Examined, examine, openToRead } from './examine.ts';
import { makeForUsAlone, ownLike } from './sqlite.ts';

/** Null for an hourly backup. Marked backups are kept by their kind. */
export type Mark = 'by-hand' | 'before-restore' | 'before-erasing' | `before-schema-${number}`;

type Known = { readonly name: string; readonly at: number; readonly kind: string };

/** By number and not by age: a festival that was switched off for a week loses no hourly backup. */
const KEPT = { hourly: 24, daily: 7, ofEachMark: 7 } as const;
const HOURLY = 'hourly';
const ERASING = 'before-erasing';
/** An erasure takes less than `LASTS`, so later backups have none of its people. */
const ERASED = { KEPT: 7 * DAY, LASTS: MINUTE } as const;

/** `boardwalk` for `data/boardwalk.db`: several databases may share a folder. */
const stemOf = (database: string): string => basename(database, extname(database));

/**
 * Names use UTC, so that neither daylight saving nor the machine's zone moves a backup into another hour or day.
 * `boardwalk-2025-11-14T17-00-00Z.db`: not every file system allows colons.
 */
export function backupName(database: string, at: Date, mark: Mark | null): string {
  const time = at.toISOString().slice(0, 19).replaceAll(':', '-');
  return `${stemOf(database)}-${time}Z${mark === null ? '' : `-${mark}`}.db`;
}

const TIME =
  /^(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)Z(?:-(by-hand|before-restore|before-erasing|before-schema)(?:-\d+)?)?\.db$/;

function readName(database: string, name: string): Known | null {
  const start = `${stemOf(database)}-`;
  const [, day, hours, minutes, seconds, mark] = (name.startsWith(start) && TIME.exec(name.slice(start.length))) || [];
  const at = Date.parse(`${day}${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(at) ? null : { name, at, kind: mark ?? HOURLY };
}

const readNames = (database: string, names: readonly string[]): Known[] =>
  names
    .map((name) => readName(database, name))
    .filter((backup) => backup !== null)
    .sort((a, b) => b.at - a.at);

export const backupsAmong = (database: string, names: readonly string[]): string[] =>
  readNames(database, names).map(({ name }) => name);

const newestAmong = (database: string, names: readonly string[]): Known | undefined => readNames(database, names)[0];

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Backups from the future stay and displace no others: a clock that was wrong for a day costs no backup. */
export function whichToDrop(database: string, names: readonly string[], now: Date): string[] {
  const past = readNames(database, names).filter(({ at }) => at <= now.getTime());
  const { [HOURLY]: hours = [], [ERASING]: erasures = [], ...marked } = Object.groupBy(past, ({ kind }) => kind);
  const erased = erasures.find(({ at }) => at <= now.getTime() - ERASED.KEPT);
  const holdsErased = ({ at }: Known) => erased !== undefined && at <= erased.at + ERASED.LASTS;
  const days = Object.values(Object.groupBy(hours, ({ at }) => dayOf(at)));
  const newestOfDays = days.flatMap((day = []) => day.slice(0, 1)).slice(0, KEPT.daily);
  // Marked backups are kept no longer than daily ones, or forgotten people would stay in them for good.
  const oldest = newestOfDays.length < KEPT.daily ? 0 : (newestOfDays.at(-1)?.at ?? 0);
  const ofMarks = Object.values(marked).flatMap((some = []) => some.slice(0, KEPT.ofEachMark));
  const regular = [...hours.slice(0, KEPT.hourly), ...newestOfDays, ...ofMarks.filter(({ at }) => at >= oldest)];
  const kept = [...regular, ...erasures].filter((backup) => !holdsErased(backup));
  return past.filter((backup) => !kept.includes(backup)).map(({ name }) => name);
}

export const isDue = (database: string, names: readonly string[], now: Date): boolean =>
  !readNames(database, names).some(
    ({ kind, at }) => kind === HOURLY && at <= now.getTime() && at > now.getTime() - HOUR,
  );

export type Backup = Examined & { readonly path: string; readonly bytes: number };

/** Null in memory and on PostgreSQL. */
export const fileOf = (databaseUrl: string): string | null =>
  databaseUrl.startsWith('sqlite:') && databaseUrl !== 'sqlite::memory:' ? databaseUrl.slice('sqlite:'.length) : null;

export const folderOf = (database: string): string => join(dirname(database), 'backups');

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

export const namesOfBackups = (database: string): string[] => backupsAmong(database, namesIn(folderOf(database)));

/** Null also for one that cannot be read. */
export function newestBackup(database: string): { madeAt: Date; bytes: number } | null {
  const folder = folderOf(database);
  try {
    const newest = newestAmong(database, namesIn(folder));
    return newest === undefined
      ? null
      : { madeAt: new Date(newest.at), bytes: statSync(join(folder, newest.name)).size };
  } catch {
    return null;
  }
}

/** In a folder only its owner can read, because backups contain emails. */
export function newBackupPath(database: string, now: Date, mark: Mark | null): string {
  const folder = folderOf(database);
  if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined) ownLike(folder, database);
  const path = join(folder, backupName(database, now, mark));
  return existsSync(path) ? newBackupPath(database, new Date(now.getTime() + 1000), mark) : path;
}

export const partOf = (path: string): string => `${path}.${process.pid}.part`;

/** On this thread. Throws, and then leaves nothing behind. */
export function writeBackup(database: string, path: string): Backup {
  const part = partOf(path);
  try {
    copyInto(database, part, database);
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

/** The copy belongs to the owner of `like`. */
export function copyInto(database: string, path: string, like = dirname(path)): void {
  const source = openToRead(database);
  try {
    makeForUsAlone(path, like);
    source.prepare('vacuum into ?').run(path);
  } finally {
    source.close();
  }
}

/** A renamed file is durable only once its folder is synced too. */
export function syncToDisk(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** On its own thread, because copying and checking take long. */
export const backUp = (database: string, path: string): Promise<Backup> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./backup-worker.ts', import.meta.url), {
      workerData: { database, path },
      execArgv: [],
    });
    // Shutdown does not wait for a running backup; the next one removes what it leaves.
    worker.unref();
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) =>
      reject(new Error(`The backup thread exited with ${code} before the backup was complete.`)),
    );
  });

/** Returns its name, which has the time by which it and all older ones are dropped. */
export const backUpBeforeErasing = async (database: string, now: Date): Promise<string> =>
  basename((await backUp(database, newBackupPath(database, now, ERASING))).path);

export function dropOldBackups(database: string, now: Date): string[] {
  const folder = folderOf(database);
  const names = whichToDrop(database, namesIn(folder), now);
  for (const name of names) rmSync(join(folder, name), { force: true });
  return names;
}

/** Unfinished files of killed processes, not those of running ones. */
export function dropLeftovers(database: string, folder: string, now: Date): void {
  const start = basename(database, extname(database));
  for (const name of namesIn(folder)) {
    const [, pid] = /\.(\d+)\.part(?:-\w+)?$/.exec(name) ?? [];
    if (pid === undefined || !name.startsWith(start)) continue;
    const path = join(folder, name);
    const age = now.getTime() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now.getTime());
    if (Number(pid) === process.pid || age > HOUR || !isAlive(Number(pid))) rmSync(path, { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
