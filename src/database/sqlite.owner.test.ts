import { execFile } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freshFile, NOON, restore, scene } from '#testing/backups.ts';
import { openUntilEnd } from '#testing/database.ts';
import { scriptEnv } from '#testing/scripts.ts';
import { folderOf, namesOfBackups, newBackupPath, writeBackup } from './backup.ts';
import { explained } from './sqlite.ts';

const { uid, gid, username } = userInfo();
/** Only root can give files away: elsewhere this is the test's own user. */
const SERVICE = uid === 0 ? { uid: 4711, gid: 4712 } : { uid, gid };

const ownerOf = (path: string) => {
  const stat = statSync(path);
  return { uid: stat.uid, gid: stat.gid };
};

/** A festival that belongs to the program's own user, as its folder does. */
async function served() {
  const { file, backup } = await scene();
  for (const path of [dirname(file), file]) chownSync(path, SERVICE.uid, SERVICE.gid);
  chmodSync(file, 0o640);
  return { file, backup };
}

it('a command that root runs leaves a restored database and everything beside it to their owner, with its mode', async () => {
  const { file, backup } = await served();
  await restore(backup, file, NOON);
  writeBackup(file, newBackupPath(file, NOON, 'by-hand'));
  const { db } = await openUntilEnd(`sqlite:${file}`);
  await db.insertInto('meta').values({ key: 'k', value: 'v' }).execute();
  const elsewhere = join(dirname(backup), 'elsewhere.db');
  chownSync(dirname(file), uid, gid);
  writeBackup(file, elsewhere);
  const beside = ['', '-wal', '-shm'].map((end) => file + end);
  const made = [folderOf(file), ...namesOfBackups(file).map((name) => join(folderOf(file), name))];
  expect(made).toHaveLength(3);
  for (const path of [...beside, ...made, elsewhere]) expect(ownerOf(path), path).toEqual(SERVICE);
  expect(statSync(file).mode & 0o777).toBe(0o640);
});

it('a command that root runs gives a database that was not there to the owner of its folder', async () => {
  const { file, backup } = await served();
  const copy = join(dirname(await freshFile()), 'copy.db');
  copyFileSync(backup, copy);
  rmSync(file);
  await restore(copy, file, NOON, { keepSecret: true });
  expect([ownerOf(file), statSync(file).mode & 0o777]).toEqual([SERVICE, 0o600]);
});

const run = promisify(execFile);
/** Root may open everything unless it gives that up. */
const BOUND = uid === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : ['env'];

/** Ends the program with the test, should it start. */
const failing = (args: readonly string[], file: string, signal: AbortSignal): Promise<string> =>
  run(BOUND[0] as string, [...BOUND.slice(1), process.execPath, ...args], {
    env: scriptEnv({ DATABASE_URL: `sqlite:${file}`, ADMIN_PASSWORD: 'correct horse', PORT: '0', HOST: '127.0.0.1' }),
    signal,
  }).then(
    ({ stdout }) => stdout,
    ({ stderr }: { stderr: string }) => stderr,
  );

describe('what cannot be opened', () => {
  const CASES: [string, string, (file: string) => string][] = [
    ['a start', 'src/app/server/main.ts', (file) => `${file}-wal`],
    ['a backup', 'scripts/backup.ts', (file) => file],
    ['a restore', 'scripts/restore.ts', (file) => dirname(file)],
  ];

  it.for(CASES)('is named by %s, with its owner and the present user', async ([, script, lacking], { signal }) => {
    const { file, backup } = await scene();
    const { db } = await openUntilEnd(`sqlite:${file}`);
    await db.insertInto('meta').values({ key: 'k', value: 'v' }).execute();
    const path = lacking(file);
    const mode = statSync(path).mode & 0o777;
    chmodSync(path, 0o500);
    if (path !== dirname(file)) chmodSync(path, 0);
    onTestFinished(() => chmodSync(path, mode));
    const args = script.endsWith('restore.ts') ? [script, backup] : [script];
    const told = await failing(args, file, signal);
    const octal = path === dirname(file) ? '500' : '0';
    expect(told).toContain(`${path} belongs to ${username} (mode ${octal}), and this program runs as ${username}.\n`);
    expect(told).not.toContain('    at ');
  });

  it('is a folder above it when that cannot be entered, and other errors keep their words', () => {
    const error = Object.assign(new Error('no'), { code: 'EACCES', path: '/nowhere/at/all.db' });
    expect(explained(error)).toMatch(
      /^\/nowhere\/at\/all\.db cannot be opened \(EACCES\): \/ belongs to \S+ \(mode \d+\), /,
    );
    expect(explained(Object.assign(new Error('no'), { code: 'ENOENT', path: '/x' }))).toBe('no');
    expect(explained(Object.assign(new Error('port'), { code: 'EACCES' }))).toBe('port');
    expect(readdirSync('/')).not.toContain('nowhere');
  });
});
