import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { freshFile, killedInTheMiddle, NOON, write } from '#testing/backups.ts';
import { everyRow, openUntilEnd } from '#testing/database.ts';
import { runScript, scriptEnv } from '#testing/scripts.ts';
import { backUp, dropLeftovers, folderOf, namesOfBackups, newBackupPath, writeBackup } from './backup.ts';
import { connect } from './connect.ts';
import { examine } from './examine.ts';
import { MIGRATIONS, NEWEST } from './migrate.ts';
import type { Db } from './schema.ts';

const run = promisify(execFile);

/** An open database with this many rows in its log that are not in the file yet. */
async function opened(rows = 3): Promise<{ file: string; db: Awaited<ReturnType<typeof connect>>['db'] }> {
  const file = await freshFile();
  const { db } = await openUntilEnd(`sqlite:${file}`);
  const values = Array.from({ length: rows }, (_, n) => ({ key: `key ${n}`, value: 'v'.repeat(200) }));
  for (let from = 0; from < rows; from += 100) {
    await db
      .insertInto('meta')
      .values(values.slice(from, from + 100))
      .execute();
  }
  return { file, db };
}

const backupCommand = (file: string, ...args: string[]) =>
  runScript(['scripts/backup.ts', ...args], { DATABASE_URL: `sqlite:${file}` });

it('a backup holds everything that is committed, in one file that only its owner can read and that opens by itself', async () => {
  const { file, db } = await opened();
  const path = newBackupPath(file, NOON, null);
  const backup = await backUp(file, path);
  expect(backup).toEqual({
    path: join(dirname(file), 'backups', 'test-2025-11-14T17-00-00Z.db'),
    bytes: readFileSync(path).length,
    version: NEWEST,
    rows: expect.objectContaining({ meta: 3, events: 0, schema_version: 1 }),
  });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const copy = await openUntilEnd(`sqlite:${path}`);
  expect(await everyRow(copy.db)).toEqual(await everyRow(db));
  expect(readdirSync(folderOf(file)).filter((name) => !name.startsWith('test-2025-11-14T17-00-00Z.db'))).toEqual([]);
});

it('a backup does not hold deleted rows, so that forgotten people stay forgotten', async () => {
  const { file, db } = await opened();
  await db.insertInto('meta').values({ key: 'k', value: 'somebody@example.org' }).execute();
  await db.deleteFrom('meta').where('key', '=', 'k').execute();
  const path = newBackupPath(file, NOON, null);
  writeBackup(file, path);
  expect(readFileSync(path).includes('somebody@example.org')).toBe(false);
});

it('a backup gets a name of its own when two are made in one second', async () => {
  const { file } = await opened();
  const names = [1, 2, 3].map(() => writeBackup(file, newBackupPath(file, NOON, 'by-hand')).path.slice(-23));
  expect(names).toEqual(
    ['17-00-00Z-by-hand.db', '17-00-01Z-by-hand.db', '17-00-02Z-by-hand.db'].map((name) => `-14T${name}`.slice(-23)),
  );
});

it('a backup fails when the copy is damaged: copies are checked before they get their name', async () => {
  const { file } = await opened();
  const other = new DatabaseSync(file);
  // Foreign keys are checked only on connections that turn them on.
  other.exec('pragma foreign_keys = off');
  other.exec("insert into rsvps (id, event_id, player_name, name_key, created_at) values ('r', 'gone', 'A', 'a', '')");
  other.close();
  const path = newBackupPath(file, NOON, null);
  await expect(backUp(file, path)).rejects.toThrow('1 of its rows point at rows that are not there.');
  expect(readdirSync(folderOf(file))).toEqual([]);
});

it('a backup that cannot be written leaves nothing behind when the disk is full', async () => {
  const { file } = await opened(3000);
  const limited = run('bash', ['-c', `ulimit -f 200 && exec "$0" scripts/backup.ts`, process.execPath], {
    env: scriptEnv({ DATABASE_URL: `sqlite:${file}` }),
  });
  await expect(limited).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/full|disk I\/O error/) });
  expect(readdirSync(folderOf(file))).toEqual([]);
  await backupCommand(file);
  expect(namesOfBackups(file)).toHaveLength(1);
});

it('a backup that cannot be written is not counted when its process is killed, and the next one cleans up', async () => {
  const { file } = await opened(20_000);
  const folder = folderOf(file);
  const parts = () => (existsSync(folder) ? readdirSync(folder).filter((name) => name.includes('.part')) : []);
  await killedInTheMiddle(file, ['scripts/backup.ts'], () => parts().length > 0);
  const before = namesOfBackups(file);
  for (const name of before) expect(examine(join(folder, name)).rows.meta).toBe(20_000);
  expect(parts()).not.toEqual([]);
  const { stdout } = await backupCommand(file);
  expect(stdout).toContain('20,001 rows (0 events, 0 users, 0 RSVPs)');
  expect([parts(), namesOfBackups(file).length]).toEqual([[], before.length + 1]);
});

it('a backup that cannot be written keeps the unfinished file of a backup that is still running', async () => {
  const { file } = await opened();
  mkdirSync(folderOf(file));
  const [alive, gone, ours] = [process.ppid, 2 ** 30, process.pid].map((pid) =>
    join(folderOf(file), `test-x.db.${pid}.part`),
  );
  const stranger = join(folderOf(file), `other-x.db.${2 ** 30}.part`);
  for (const path of [alive, gone, ours, stranger]) writeFileSync(path as string, '');
  dropLeftovers(file, folderOf(file), new Date());
  expect([alive, gone, ours, stranger].map((path) => existsSync(path as string))).toEqual([true, false, false, true]);
  dropLeftovers(file, folderOf(file), new Date(Date.now() + 3_700_000));
  expect(existsSync(alive as string)).toBe(false);
});

it('npm run backup warns when a restore would refuse the backup, and makes it all the same', async () => {
  const { file } = await opened();
  const other = new DatabaseSync(file);
  other.exec('create index by_hand on users (score)');
  other.close();
  await expect(backupCommand(file)).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('-by-hand.db'),
    stderr: expect.stringContaining("The file holds an index 'by_hand' that Boardwalk does not make."),
  });
  expect(readdirSync(folderOf(file))).toEqual(namesOfBackups(file));
  expect(namesOfBackups(file)).toHaveLength(1);
});

it('npm run backup writes to the named file, which only its owner can read, but never over an existing one', async () => {
  const { file } = await opened();
  const target = join(dirname(file), 'mine.db');
  const { stdout } = await backupCommand(file, target);
  expect(stdout).toBe(
    `${target}: ${readFileSync(target).length.toLocaleString('en')} bytes, 4 rows (0 events, 0 users, 0 RSVPs)\n`,
  );
  expect(statSync(target).mode & 0o777).toBe(0o600);
  const before = readFileSync(target);
  await expect(backupCommand(file, target)).rejects.toMatchObject({
    code: 1,
    stderr: `${target} is there already. Nothing was overwritten.\n`,
  });
  expect(readFileSync(target).equals(before)).toBe(true);
  expect(namesOfBackups(file)).toEqual([]);
});

it('npm run backup says what to use when there is no SQLite file', async () => {
  const failing = (url: string) => runScript(['scripts/backup.ts'], { DATABASE_URL: url });
  await expect(failing('postgres://x/y')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('pg_dump'),
  });
  await expect(failing('sqlite::memory:')).rejects.toMatchObject({
    code: 1,
    stderr: 'A database in memory has no backups.\n',
  });
  const missing = join(dirname(await freshFile()), 'missing.db');
  await expect(failing(`sqlite:${missing}`)).rejects.toMatchObject({
    code: 1,
    stderr: `There is no database ${missing} yet.\n`,
  });
  expect(existsSync(missing)).toBe(false);
});

const NEXT = [...MIGRATIONS, () => ['create table next (id integer)']];
const openWithNext = async (file: string, complain: (message: string) => void = () => {}): Promise<Db> => {
  const { db, close } = await connect(`sqlite:${file}`, complain, undefined, NEXT);
  onTestFinished(close);
  return db;
};

async function aFile(): Promise<string> {
  const file = await freshFile();
  await write(file, { k: 'v' });
  return file;
}

it('before a new schema makes a backup of the old schema', async () => {
  const file = await aFile();
  await openWithNext(file);
  const names = namesOfBackups(file);
  expect(names).toEqual([expect.stringMatching(new RegExp(`Z-before-schema-${NEWEST + 1}\\.db$`))]);
  const { version, rows } = examine(join(folderOf(file), names[0] as string));
  expect([version, rows.meta]).toEqual([NEWEST, 1]);
  await openWithNext(file);
  expect(namesOfBackups(file)).toEqual(names);
});

it('before a new schema makes none of an empty database or one in memory', async () => {
  const { file } = await opened();
  expect(existsSync(folderOf(file))).toBe(false);
  await openUntilEnd('sqlite::memory:');
  expect(existsSync('backups')).toBe(false);
});

it('before a new schema makes none of a database that is refused', async () => {
  const file = await aFile();
  const database = new DatabaseSync(file);
  database.exec('update schema_version set version = 26');
  database.close();
  await expect(openWithNext(file)).rejects.toThrow('before 0.1.0');
  expect(namesOfBackups(file)).toEqual([]);
});

it('before a new schema opens the festival and logs it when no backup can be made', async () => {
  const file = await aFile();
  writeFileSync(folderOf(file), 'a file where the folder should be');
  const told: string[] = [];
  const db = await openWithNext(file, (message) => void told.push(message));
  expect(told).toEqual(['could not make a backup before the new schema']);
  expect((await sql`select * from next`.execute(db)).rows).toEqual([]);
});
