/** What an organiser should know of the machine: backups that fail, and a disk that is nearly full. */
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Warning } from '#features/attention/contract.ts';
import { clockTime } from '#platform/time.ts';

const GIB = 1024 ** 3;

/** Bytes. Less than a gigabyte is enough on a small disk. */
export const isNearlyFull = ({ free, size }: { free: number; size: number }): boolean =>
  free < Math.min(GIB, size / 10);

/** Returns a warning when the disk of the database is nearly full. */
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

/** `failedAt` is when the last backup failed, `newest` when the newest one was made; null for none. */
export type BackupState = { readonly failedAt: Date | null; readonly newest: Date | null };

export function backupWarnings({ failedAt, newest }: BackupState, zone: string): Warning[] {
  if (failedAt === null) return [];
  const time = (moment: Date) => clockTime(moment.toISOString(), zone);
  const last = newest === null ? 'There is none yet' : `The newest is from ${time(newest)}`;
  return [
    {
      id: 'backups',
      text:
        `The backup at ${time(failedAt)} failed. ${last}. Look for “could not make a backup” in the server’s log and at the ` +
        'room on its disk; meanwhile download the whole festival here.',
      link: { label: 'Download', to: '#exports-and-imports' },
    },
  ];
}
