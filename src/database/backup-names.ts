/**
 * Names of backups, and which of them are kept. Names use UTC, so that neither daylight saving nor the machine's zone
 * moves a backup into another hour or day. Pure: names and time are arguments.
 */
import { basename, extname } from 'node:path';
import { HOUR } from '#platform/durations.ts';

/** Why a backup was made, unless it is an hourly one. Marked backups are kept by their kind. */
export type Mark = 'by-hand' | 'before-restore' | `before-schema-${number}`;

type Known = { readonly name: string; readonly at: number; readonly kind: string };

/** Hourly backups are kept by number and not by age: a festival that was switched off for a week loses none. */
const KEPT = { hourly: 24, daily: 7, ofEachMark: 7 } as const;
const HOURLY = 'hourly';

/** `data/boardwalk.db` has the stem `boardwalk`; it separates several databases in one folder. */
const stemOf = (database: string): string => basename(database, extname(database));

/** Returns `boardwalk-2025-11-14T17-00-00Z.db`: no colons, because not every file system allows them. */
export function backupName(database: string, at: Date, mark: Mark | null): string {
  const time = at.toISOString().slice(0, 19).replaceAll(':', '-');
  return `${stemOf(database)}-${time}Z${mark === null ? '' : `-${mark}`}.db`;
}

const TIME = /^(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)Z(?:-(by-hand|before-restore|before-schema)(?:-\d+)?)?\.db$/;

function readName(database: string, name: string): Known | null {
  const start = `${stemOf(database)}-`;
  const [, day, hours, minutes, seconds, mark] = (name.startsWith(start) && TIME.exec(name.slice(start.length))) || [];
  const at = Date.parse(`${day}${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(at) ? null : { name, at, kind: mark ?? HOURLY };
}

/** Returns the backups of this database among the names of a folder, newest first, ignoring other files. */
const readNames = (database: string, names: readonly string[]): Known[] =>
  names
    .map((name) => readName(database, name))
    .filter((one) => one !== null)
    .sort((a, b) => b.at - a.at);

export const backupsAmong = (database: string, names: readonly string[]): string[] =>
  readNames(database, names).map(({ name }) => name);

/** Returns the newest backup's name and the time in it; undefined when there is none. */
export const newestAmong = (database: string, names: readonly string[]): Known | undefined =>
  readNames(database, names)[0];

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/**
 * Returns the names of backups to delete. Backups from the future are kept and do not displace others: a clock that was
 * wrong for a day costs no backup.
 */
export function whichToDrop(database: string, names: readonly string[], now: Date): string[] {
  const past = readNames(database, names).filter(({ at }) => at <= now.getTime());
  const { [HOURLY]: hours = [], ...marked } = Object.groupBy(past, ({ kind }) => kind);
  const days = Object.values(Object.groupBy(hours, ({ at }) => dayOf(at)));
  const newestOfDays = days.flatMap((day = []) => day.slice(0, 1)).slice(0, KEPT.daily);
  // Marked backups are kept no longer than daily ones, or forgotten people would stay in them for good.
  const oldest = newestOfDays.length < KEPT.daily ? 0 : (newestOfDays.at(-1)?.at ?? 0);
  const ofMarks = Object.values(marked).flatMap((some = []) => some.slice(0, KEPT.ofEachMark));
  const kept = [...hours.slice(0, KEPT.hourly), ...newestOfDays, ...ofMarks.filter(({ at }) => at >= oldest)];
  return past.filter((one) => !kept.includes(one)).map(({ name }) => name);
}

/** Returns whether the last hour has no backup. */
export const isDue = (database: string, names: readonly string[], now: Date): boolean =>
  !readNames(database, names).some(
    ({ kind, at }) => kind === HOURLY && at <= now.getTime() && at > now.getTime() - HOUR,
  );
