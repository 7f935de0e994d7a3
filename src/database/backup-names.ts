/**
 * What backups are called and which of them are kept. Names carry UTC, so that neither a change to summer time nor the
 * machine's own zone moves one into another hour or day. Everything here is told the names and the time.
 */
import { basename, extname } from 'node:path';

/** Why it was made, where it was not the hour: such a one is kept by its kind. */
export type Mark = 'by-hand' | 'before-restore' | `before-schema-${number}`;

type Known = { readonly name: string; readonly at: number; readonly kind: string };

/** The hourly ones count by their number and not by their age: a festival that was switched off for a week loses none. */
const KEPT = { hourly: 24, daily: 7, ofEachMark: 7 } as const;
const HOUR_MS = 3_600_000;
const HOURLY = 'hourly';

/** `data/boardwalk.db` has the stem `boardwalk`; another database in the same folder has another one. */
const stemOf = (database: string): string => basename(database, extname(database));

/** `boardwalk-2025-11-14T17-00-00Z.db`: the time without colons, which not every file system takes. */
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

/** The backups of this database among the names of a folder, the newest first. Whatever else lies there is nobody's. */
const known = (database: string, names: readonly string[]): Known[] =>
  names
    .map((name) => readName(database, name))
    .filter((one) => one !== null)
    .sort((a, b) => b.at - a.at);

export const backupsAmong = (database: string, names: readonly string[]): string[] =>
  known(database, names).map(({ name }) => name);

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/**
 * Which backups are no longer needed. Those from the future stay and push nobody out: a clock that was wrong for a day
 * costs no backup, neither while it is wrong nor after it is right again.
 */
export function whichToDrop(database: string, names: readonly string[], now: Date): string[] {
  const past = known(database, names).filter(({ at }) => at <= now.getTime());
  const { [HOURLY]: hours = [], ...marked } = Object.groupBy(past, ({ kind }) => kind);
  const days = Object.values(Object.groupBy(hours, ({ at }) => dayOf(at)));
  const newestOfDays = days.flatMap((day = []) => day.slice(0, 1)).slice(0, KEPT.daily);
  // A marked one is kept as long as the days are, or what was forgotten since would live on in it for good.
  const oldest = newestOfDays.length < KEPT.daily ? 0 : (newestOfDays.at(-1)?.at ?? 0);
  const ofMarks = Object.values(marked).flatMap((some = []) => some.slice(0, KEPT.ofEachMark));
  const kept = [...hours.slice(0, KEPT.hourly), ...newestOfDays, ...ofMarks.filter(({ at }) => at >= oldest)];
  return past.filter((one) => !kept.includes(one)).map(({ name }) => name);
}

/** Is the last hour without a backup? */
export const isDue = (database: string, names: readonly string[], now: Date): boolean =>
  !known(database, names).some(
    ({ kind, at }) => kind === HOURLY && at <= now.getTime() && at > now.getTime() - HOUR_MS,
  );
