import {
  copyFileSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { factsIn, killedInTheMiddle, NOON, NOW, restore, scene, THEN } from '#testing/backups.ts';
import { openUntilEnd } from '#testing/database.ts';
import { runScript } from '#testing/scripts.ts';
import { folderOf, namesOfBackups } from './backup.ts';
import { NEWEST } from './migrate.ts';
import { openSqlite } from './sqlite.ts';

it('a restore replaces the database and keeps the old one', async () => {
  const { file, backup } = await scene();
  const restored = await restore(backup, file, NOON);
  const aside = join(folderOf(file), 'test-2025-11-14T17-00-00Z-before-restore.db');
  expect(restored).toEqual({
    database: file,
    aside,
    from: NEWEST,
    version: NEWEST,
    rows: expect.objectContaining({ meta: 2, schema_version: 1 }),
    settled: { secret: 'kept', password: 'none' },
  });
  expect([await factsIn(file), await factsIn(aside), await factsIn(backup)]).toEqual([THEN, NOW, THEN]);
  expect(readdirSync(dirname(file)).sort()).toEqual(['backups', 'earlier.db', 'test.db']);
});

it('a restore can be repeated, and undone with the copy it kept', async () => {
  const { file, backup } = await scene();
  const first = await restore(backup, file, NOON);
  await restore(backup, file, NOON);
  expect([await factsIn(file), namesOfBackups(file).length]).toEqual([THEN, 2]);
  await restore(first.aside as string, file, NOON);
  expect(await factsIn(file)).toEqual(NOW);
});

it('a restore ends every admin session and keeps visitors’ data', async () => {
  const { file, backup } = await scene();
  const database = new DatabaseSync(backup);
  const [at, hash] = ["'2025-11-14T16:00:00.000Z'", `'${'a1'.repeat(32)}'`];
  database.exec(`insert into visitors (id, hold_key, created_at) values ('v', 'v', ${at});
      insert into devices (id, visitor_id, token_hash, created_at, last_seen_at) values ('v', 'v', ${hash}, ${at}, ${at});
      insert into users (id, name, name_key, visitor_id, created_at) values ('u', 'Alex', 'alex', 'v', ${at});
      insert into admin_sessions (id, token_hash, created_at, last_seen_at) values ('s', ${hash}, ${at}, ${at});
      insert into admin_links (id, token_hash, created_at) values ('l', ${hash}, ${at});
      insert into admin_guesses (guesser, failures, next_at, last_at) values ('address ::', 9, ${at}, ${at})`);
  database.close();
  const { rows } = await restore(backup, file, NOON);
  expect(rows).toMatchObject({ visitors: 1, users: 1 });
  const { db } = await openUntilEnd(`sqlite:${file}`);
  for (const table of ['admin_sessions', 'admin_links', 'admin_guesses'] as const) {
    expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
  }
});

it('a restore keeps the log of a killed server with the old database, not with the new one', async () => {
  const { file, backup } = await scene();
  const killed = join(dirname(file), 'killed.db');
  const { db } = await openUntilEnd(`sqlite:${file}`);
  await db.insertInto('meta').values({ key: 'in the log', value: 'yes' }).execute();
  for (const end of ['', '-wal']) copyFileSync(`${file}${end}`, `${killed}${end}`);
  const { aside } = await restore(backup, killed, NOON);
  expect(await factsIn(aside as string)).toEqual({ ...NOW, 'in the log': 'yes' });
  expect(await factsIn(killed)).toEqual(THEN);
  expect(existsSync(`${killed}-wal`)).toBe(false);
});

it('a restore does not apply the log of a deleted database to the new file', async () => {
  const { file, backup } = await scene();
  const { db } = await openUntilEnd(`sqlite:${file}`);
  await db.insertInto('meta').values({ key: 'in the log', value: 'yes' }).execute();
  const lost = join(dirname(file), 'lost.db');
  copyFileSync(`${file}-wal`, `${lost}-wal`);
  await restore(backup, lost, NOON, { keepSecret: true });
  expect(await factsIn(lost)).toEqual(THEN);
  expect(existsSync(`${lost}-wal`)).toBe(false);
});

it('a restore replaces the target of a link and not the link', async () => {
  const { file, backup } = await scene();
  const link = join(dirname(file), 'link.db');
  symlinkSync(file, link);
  await restore(backup, link, NOON);
  expect([lstatSync(link).isSymbolicLink(), await factsIn(file)]).toEqual([true, THEN]);
});

it('a restore replaces a damaged database, and keeps it unchanged', async () => {
  const { file, backup } = await scene();
  const opened = openSqlite(file);
  const { rootpage } = opened.prepare("select rootpage from sqlite_schema where name = 'events'").get() as {
    rootpage: number;
  };
  opened.close();
  const bytes = readFileSync(file);
  bytes.fill(7, (rootpage - 1) * 4096, rootpage * 4096);
  writeFileSync(file, bytes);
  const { aside } = await restore(backup, file, NOON);
  expect(
    readFileSync(aside as string)
      .subarray(4096)
      .equals(bytes.subarray(4096)),
  ).toBe(true);
  expect(await factsIn(file)).toEqual(THEN);
});

it.each([
  ['reads', 'select 1'],
  ['has written', "insert into meta values ('more', 'yes')"],
  ['is writing', "begin immediate; insert into meta values ('more', 'yes')"],
])('the present database is not touched while a server that %s runs on it', async (_, statement) => {
  const { file, backup } = await scene();
  const server = openSqlite(file);
  server.exec('select count(*) from meta');
  server.exec(statement);
  await expect(restore(backup, file, NOON)).rejects.toThrow(
    `${file} is in use. Stop the server first, then restore again. Nothing was changed.`,
  );
  if (server.isTransaction) server.exec('commit');
  server.close();
  expect(await factsIn(file)).toEqual(statement === 'select 1' ? NOW : { ...NOW, more: 'yes' });
  expect(namesOfBackups(file)).toEqual([]);
  await restore(backup, file, NOON);
  expect(await factsIn(file)).toEqual(THEN);
});

it('the present database is not touched when it cannot be opened', async () => {
  const { file, backup } = await scene();
  writeFileSync(file, 'x'.repeat(9000));
  await expect(restore(backup, file, NOON)).rejects.toThrow(/cannot be opened .+ Move it away, together with its -wal/);
  expect(readFileSync(file, 'utf8')).toBe('x'.repeat(9000));
  renameSync(file, `${file}.broken`);
  await restore(backup, file, NOON, { keepSecret: true });
  expect(await factsIn(file)).toEqual(THEN);
});

it('the present database is either the old or the new one, complete, when the restore is killed', async () => {
  const { file, backup } = await scene();
  const larger = new DatabaseSync(backup);
  larger.exec(`with recursive n (i) as (values (1) union all select i + 1 from n where i < 20000)
      insert into meta select 'key ' || i, hex(randomblob(100)) from n`);
  larger.close();
  const parts = () => readdirSync(dirname(file)).filter((name) => name.includes('.part'));
  await killedInTheMiddle(file, ['scripts/restore.ts', backup], () => parts().length > 0);
  expect(await factsIn(file)).toEqual(NOW);
  await restore(backup, file, NOON);
  expect([Object.keys(await factsIn(file)).length, parts()]).toEqual([20_002, []]);
});

it('npm run restore prints what it did', async () => {
  const { file, backup } = await scene();
  const { stdout } = await runScript(['scripts/restore.ts', backup], { DATABASE_URL: `sqlite:${file}` });
  expect(stdout).toContain(`Restored into ${file}: 0 events, 0 users, 0 RSVPs.\n`);
  expect(stdout).toContain(`The previous database is kept as ${folderOf(file)}`);
  expect(stdout).toContain('All admin sessions are ended.');
});

it('npm run restore says what to use on PostgreSQL', async () => {
  const failing = runScript(['scripts/restore.ts', 'x'], { DATABASE_URL: 'postgres://x/y' });
  await expect(failing).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('deploy/after-restore.sql'),
  });
});
