import { readFile, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Warning } from '#features/events/contract.ts';
import { HOUR, MINUTE } from '#platform/durations.ts';
import { cardDate, clockTime } from '#platform/time.ts';

const GIB = 1024 ** 3;

/** Bytes. Less than a gigabyte is enough on a small disk. */
export const isNearlyFull = ({ free, size }: { free: number; size: number }): boolean =>
  free < Math.min(GIB, size / 10);

/** Throws when the system does not tell. */
export async function diskWarnings(database: string, read = statfs): Promise<Warning[]> {
  const { bavail, blocks, bsize } = await read(dirname(database));
  const free = bavail * bsize;
  if (!isNearlyFull({ free, size: blocks * bsize })) return [];
  const megabytes = Math.floor(free / 1024 ** 2).toLocaleString('en-US');
  return [
    {
      id: 'disk',
      text:
        `The server’s disk is nearly full: ${megabytes} MB are left. Make room on it, for example by moving old backups ` +
        'elsewhere. Without room nothing can be saved any more.',
    },
  ];
}

export type BackupState = { readonly failedAt: Date | null; readonly newest: Date | null };

/** Two hourly backups are missing. */
const OLD_MS = 2 * HOUR;
/** The first backup is made a minute after the start. */
const FIRST_MS = 10 * MINUTE;

export function backupWarnings(
  { failedAt, newest }: BackupState,
  zone: string,
  { now, upMs }: { readonly now: Date; readonly upMs: number },
): Warning[] {
  const isOld = upMs > FIRST_MS && (newest === null || now.getTime() - newest.getTime() > OLD_MS);
  if (failedAt === null && !isOld) return [];
  const time = (moment: Date) => clockTime(moment.toISOString(), zone);
  const failed =
    failedAt === null ? 'No backup was made in the last hours.' : `The backup at ${time(failedAt)} failed.`;
  const last =
    newest === null
      ? 'There is none yet'
      : `The newest is from ${cardDate(newest.toISOString(), zone)}, ${time(newest)}`;
  return [
    {
      id: 'backups',
      text:
        `${failed} ${last}. Check the server’s log (“could not make a backup”) and its free disk space. ` +
        'Until a backup works, download the whole festival in Set up.',
      link: { label: 'Download', to: '/admin/setup#take-along' },
    },
  ];
}

/** Files and connections; null where the system does not tell. */
export async function openFilesLimit(read: (path: string) => Promise<string> = readText): Promise<number | null> {
  const limits = await read('/proc/self/limits').catch(() => '');
  const [, soft] = /^Max open files +(\d+)/m.exec(limits) ?? [];
  return soft === undefined ? null : Number(soft);
}

const readText = (path: string): Promise<string> => readFile(path, 'utf8');
