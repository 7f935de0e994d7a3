import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { folderOf, newBackupPath, writeBackup } from '../src/database/backup.ts';
import { connect } from '../src/database/connect.ts';
import { addUser } from '../src/features/people/users/store/users.ts';
import { testApp } from '../src/testing/app.ts';
import { freshUrl } from '../src/testing/database.ts';
import { scriptEnv } from '../src/testing/scripts.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const NOW = '2025-11-14T17:00:00.000Z';
const NAMED = 'Zebulon Quibberdash';

/** A database with one name in it, and a backup of it. */
async function festival(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'boardwalk-forget-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'boardwalk.db');
  const { db, close } = await connect(`sqlite:${path}`, () => undefined);
  await addUser(db, { id: 'u', name: NAMED, nameKey: NAMED.toLowerCase(), visitorId: null, now: NOW });
  await close();
  writeBackup(path, newBackupPath(path, new Date(NOW), null));
  return path;
}

/** Runs the command with these lines as input. */
const forget = (path: string, args: readonly string[], typed: string) =>
  forgetAt(path === '' ? 'sqlite::memory:' : `sqlite:${path}`, args, typed);

function forgetAt(
  url: string,
  args: readonly string[],
  typed: string,
): Promise<{ status: number | null; told: string }> {
  const child = spawn(process.execPath, ['scripts/forget.ts', ...args], {
    cwd: root,
    env: scriptEnv({ DATABASE_URL: url }),
  });
  let told = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      told += text;
    });
  }
  child.stdin.end(typed);
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, told })));
}

const holdsName = (path: string): boolean => readFileSync(path, 'latin1').includes('Quibberdash');
const backups = (path: string): string[] => readdirSync(folderOf(path));

it('asks first, and changes nothing for any other answer', async () => {
  const path = await festival();
  const before = readFileSync(path);
  for (const typed of ['', 'yes\n']) {
    const { status, told } = await forget(path, [], typed);
    expect([status, told]).toEqual([1, expect.stringContaining('Nothing was changed.')]);
  }
  expect(readFileSync(path).equals(before)).toBe(true);
});

it('forgets when confirmed, and keeps backups unless confirmed as well', async () => {
  const path = await festival();
  const kept = await forget(path, [], 'forget\nno\n');
  expect([kept.status, kept.told]).toEqual([0, expect.stringMatching(/The backup in .+ was kept/)]);
  expect(kept.told).toContain('Kept without names: events 0, users 1, waiting 0, rsvps 0, ');
  expect([holdsName(path), backups(path).length]).toEqual([false, 1]);
  const gone = await forget(path, [], 'forget\ndelete\n');
  expect([gone.status, gone.told]).toEqual([0, expect.stringMatching(/The backup in .+ was deleted/)]);
  expect(backups(path)).toEqual([]);
});

it('with --yes asks nothing and deletes the backups too', async () => {
  const path = await festival();
  // Left by a killed restore and a killed backup.
  const halves = [path, join(folderOf(path), 'boardwalk-x.db')].map((whole) => `${whole}.${2 ** 30}.part`);
  for (const half of halves) copyFileSync(path, half);
  expect((await forget(path, ['--yes'], '')).status).toBe(0);
  expect([holdsName(path), existsSync(`${path}-wal`), backups(path)]).toEqual([false, false, []]);
  expect(halves.filter((half) => existsSync(half))).toEqual([]);
});

it('refuses while the server has the database open, and without a database', async () => {
  const path = await festival();
  const server = await connect(`sqlite:${path}`, () => undefined);
  const { status, told } = await forget(path, ['--yes'], '');
  expect([status, told]).toEqual([1, expect.stringContaining('is in use. Stop the server first')]);
  await server.close();
  expect(holdsName(path)).toBe(true);
  expect((await forget(`${path}.other`, ['--yes'], '')).told).toContain('There is no database');
  expect(existsSync(`${path}.other`)).toBe(false);
  expect((await forget('', ['--yes'], '')).told).toContain('A database in memory forgets everything');
});

it('on PostgreSQL, running servers stop showing names', async () => {
  const url = await freshUrl('postgres');
  const app = await testApp('postgres', { url });
  const browser = app.browser();
  await browser.send('POST /api/users', { name: NAMED });
  const shown = async () => (await browser.send('GET /api/users')).json<{ name: string }[]>().map(({ name }) => name);
  expect(await shown()).toEqual([NAMED]);
  const { status, told } = await forgetAt(url, ['--yes'], '');
  expect([status, told]).toEqual([
    0,
    expect.stringContaining('Dumps and archives of PostgreSQL still hold everything'),
  ]);
  await expect.poll(shown).toEqual(['Former player 1']);
});
