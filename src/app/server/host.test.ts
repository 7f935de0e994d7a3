import { statfs } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { HOUR } from '#platform/durations.ts';
import { testApp } from '#testing/app.ts';
import { backupWarnings, diskWarnings, isNearlyFull, openFilesLimit } from './host.ts';

const GIB = 1024 ** 3;
const ZONE = 'America/New_York';

it.each([
  ['a gigabyte of a large disk', { free: GIB, size: 500 * GIB }, false],
  ['less of a large disk', { free: GIB - 1, size: 500 * GIB }, true],
  ['a tenth of a small disk', { free: GIB / 10, size: GIB }, false],
  ['less of a small disk', { free: GIB / 10 - 1, size: GIB }, true],
])('a disk is nearly full or not with %s free', (_, disk, full) => {
  expect(isNearlyFull(disk)).toBe(full);
});

it('a disk is looked at where the database is, and warns in megabytes', async () => {
  const looked: unknown[] = [];
  const found = await statfs('/');
  const read = async (path: unknown) => {
    looked.push(path);
    return Object.assign(found, { bavail: 300 * 256, blocks: 10_000_000, bsize: 4096 });
  };
  const [warning] = await diskWarnings('data/boardwalk.db', read as typeof statfs);
  expect([looked, warning?.text]).toEqual([['data'], expect.stringContaining('nearly full: 300 MB are left')]);
});

describe('backups', () => {
  const failedAt = new Date('2025-11-14T20:00:00.000Z');
  const NOW = { now: failedAt, upMs: 60_000 };
  const textOf = (newest: Date | null) => backupWarnings({ failedAt, newest }, ZONE, NOW)[0]?.text;

  it('warn while the last one failed, and name the newest', () => {
    expect(backupWarnings({ failedAt: null, newest: failedAt }, ZONE, NOW)).toEqual([]);
    expect(textOf(new Date('2025-11-14T18:00:00.000Z'))).toContain(
      'The backup at 3:00 PM failed. The newest is from Nov 14, 2025, 1:00 PM.',
    );
    expect(textOf(null)).toContain('There is none yet.');
  });

  it.each([
    ['an hour after the newest', HOUR, HOUR, false],
    ['more than two hours after the newest', HOUR, 7_200_001, true],
    ['while the first one after a start is to come', 60_000, 7_200_001, false],
    ['when the clock went back', HOUR, -86_400_000, false],
  ])('are old or not %s', (_, upMs, age, old) => {
    const newest = new Date(failedAt.getTime() - age);
    const [warning] = backupWarnings({ failedAt: null, newest }, ZONE, { now: failedAt, upMs });
    expect(warning?.text.startsWith('No backup was made in the last hours.') ?? false).toBe(old);
  });
});

it('adds the warnings of the machine to those of the program', async () => {
  const disk = { id: 'disk', text: 'The disk is nearly full.' };
  const app = await testApp('sqlite', { hostWarnings: [async () => [disk]] });
  expect((await (await app.admin()).send('GET /api/admin/attention')).json()).toEqual([disk]);
});

const LIMITS = `Limit                     Soft Limit           Hard Limit           Units
Max processes             63190                63190                processes
Max open files            4096                 524288               files
`;

it('the limit of open files is the soft one on Linux', async () => {
  expect(await openFilesLimit(async () => LIMITS)).toBe(4096);
});

it.each([
  ['the file is missing', () => Promise.reject(new Error('ENOENT'))],
  ['there is no limit', async () => LIMITS.replace('4096     ', 'unlimited')],
])('the limit of open files is unknown when %s', async (_, read) => {
  expect(await openFilesLimit(read)).toBeNull();
});
