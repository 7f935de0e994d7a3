import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { factsIn, freshFile, NOON, restore, scene, THEN, whyNotStarted, write } from '#testing/backups.ts';
import { openUntilEnd } from '#testing/database.ts';
import { namesOfBackups, newBackupPath, writeBackup } from './backup.ts';
import { openSqlite } from './sqlite.ts';

const EVENT = `insert into events (id, title, event_type, start_time, duration, description, location, host, capacity, seats_taken, status)
  values ('e', 'Chess', 'board-game', '2025-11-14T17:00:00.000Z', 60, '', 'Hall', 'Priya', 4, 1, 'upcoming')`;
const PLACE = `insert into rsvps (id, event_id, player_name, name_key, created_at) values ('r', 'e', 'Ana', 'ana', '2025-11-14T16:00:00.000Z')`;

/** What a program killed in the middle of writes leaves, with a backup of the same day in its folder. */
async function crashed(...statements: string[]): Promise<{ file: string; backup: string }> {
  const { file: live } = await scene();
  const { db } = await openUntilEnd(`sqlite:${live}`);
  for (const statement of statements) await sql.raw(statement).execute(db);
  await db.insertInto('meta').values({ key: 'in the log', value: 'yes' }).execute();
  const file = await freshFile();
  for (const end of ['', '-wal']) copyFileSync(live + end, file + end);
  const backup = newBackupPath(file, NOON, null);
  writeBackup(join(dirname(live), 'earlier.db'), backup);
  return { file, backup };
}

const refusal = (file: string): Promise<string> => whyNotStarted(`sqlite:${file}`).then(String);
const emptyFile = (file: string) => truncateSync(file, 0);
const withoutLog = (file: string) => {
  rmSync(`${file}-wal`);
  return file;
};

/** A journal that another database left in the middle of a transaction. */
async function leaveJournal(file: string): Promise<void> {
  const other = (await scene()).file;
  const database = new DatabaseSync(other);
  database.exec('pragma journal_mode = delete; pragma cache_size = 1; begin');
  database.exec(`with recursive n (i) as (values (1) union all select i + 1 from n where i < 100)
    insert into meta select 'k' || i, hex(randomblob(900)) from n`);
  copyFileSync(`${other}-journal`, `${file}-journal`);
  database.close();
}

type Spoil = (file: string, backup: string) => unknown;
const REFUSED: Record<string, { spoil: Spoil; told: RegExp; keeps?: 'the file' }> = {
  'a backup copied over the file, beside the log of the crash': {
    spoil: (file, backup) => copyFileSync(backup, file),
    told: /-wal is the log of another database\./,
    keeps: 'the file',
  },
  'the log of another database': {
    async spoil(file) {
      await write(file, {});
      const other = await freshFile();
      const { db } = await openUntilEnd(`sqlite:${other}`);
      await db.insertInto('meta').values({ key: 'secret', value: 'of another festival' }).execute();
      copyFileSync(`${other}-wal`, `${file}-wal`);
    },
    told: /-wal is the log of another database\./,
    keeps: 'the file',
  },
  'the journal of another database': {
    async spoil(file, backup) {
      copyFileSync(backup, withoutLog(file));
      await leaveJournal(file);
    },
    told: /-journal is of another database/,
    keeps: 'the file',
  },
  'an empty file beside the log': { spoil: emptyFile, told: /is gone or empty, but there was a festival in it\./ },
  'a log whose file is gone': { spoil: (file) => rmSync(file), told: /is gone or empty, but/ },
  'an empty file with backups': { spoil: (file) => emptyFile(withoutLog(file)), told: /is gone or empty, but/ },
  'a truncated file': {
    spoil: (file) => truncateSync(withoutLog(file), 8192),
    told: /is damaged: database disk image is malformed\./,
  },
  'a file cut in the middle of a page': {
    spoil: (file) => truncateSync(withoutLog(file), readFileSync(file).length - 100),
    told: /is damaged/,
  },
  'a file that is no database': {
    spoil: (file) => writeFileSync(withoutLog(file), 'x'.repeat(9000)),
    told: /is not a database\./,
  },
};

/** Runs the command of a refusal without npm. */
function run(command: string): Promise<unknown> {
  const [moves, from] = [
    [...command.matchAll(/mv (\S+) (\S+)/g)],
    / restore -- (\S+) --keep-secret$/.exec(command)?.[1],
  ];
  const file = /sqlite:(\S+)/.exec(command)?.[1] as string;
  for (const [, path, to] of moves) {
    copyFileSync(path as string, to as string);
    rmSync(path as string);
  }
  return restore(from as string, file, NOON, { keepSecret: true });
}

it.each(Object.keys(REFUSED))('refuses %s, changes nothing, and names the command that puts it right', async (name) => {
  const { file, backup } = await crashed();
  await REFUSED[name]?.spoil(file, backup);
  const contents = () =>
    ['', '-wal', '-journal']
      .filter((end) => existsSync(file + end))
      .map((end) => readFileSync(file + end).toString('hex'));
  const before = contents();
  const told = await refusal(file);
  expect(told).toMatch(REFUSED[name]?.told as RegExp);
  expect(contents().filter((hex) => hex !== '')).toEqual(before.filter((hex) => hex !== ''));
  expect(told.includes('The file alone is whole')).toBe(REFUSED[name]?.keeps === 'the file');
  await run(/^ {2}(mv .+)$/m.exec(told)?.[1] as string);
  expect([await whyNotStarted(`sqlite:${file}`), (await factsIn(file)).earlier]).toEqual([null, THEN.earlier]);
});

it('refuses a log that contradicts the file, and counts what lies beside it', async () => {
  const { file } = await crashed(EVENT);
  const told = await refusal(file);
  expect(told).toContain(`${file} and ${file}-wal contradict each other: seats taken are not the places held`);
  expect(told).toMatch(new RegExp(`^Beside it is ${file}-wal, [\\d,]+ bytes\\.$`, 'm'));
});

it('opens what a killed program left, a file without a log, and one that is not there', async () => {
  const { file, backup } = await crashed(EVENT, PLACE);
  expect(await whyNotStarted(`sqlite:${file}`)).toBeNull();
  expect((await factsIn(file))['in the log']).toBe('yes');
  for (const path of [backup, (await scene()).file, await freshFile()])
    expect(await whyNotStarted(`sqlite:${path}`)).toBeNull();
  const interrupted = await freshFile();
  writeFileSync(interrupted, '');
  expect(await whyNotStarted(`sqlite:${interrupted}`)).toBeNull();
  // Killed at its first start, before it made a table.
  openSqlite(interrupted).close();
  expect(await whyNotStarted(`sqlite:${interrupted}`)).toBeNull();
});

it('overwrites no earlier file, and quotes names for the shell', async () => {
  const { file, backup } = await crashed();
  copyFileSync(backup, file);
  writeFileSync(`${file}-wal.old-1`, '');
  expect(await refusal(file)).toContain(`mv ${file} ${file}.old-2 && mv ${file}-wal ${file}-wal.old-2`);
  const odd = join(dirname(file), "it's.db");
  for (const end of ['', '-wal']) copyFileSync(file + end, odd + end);
  expect(await refusal(odd)).toContain(`'${dirname(file)}/it'\\''s.db'`);
  expect(namesOfBackups(file)).toHaveLength(1);
  expect(readdirSync(dirname(file))).toContain('test.db-wal.old-1');
});
