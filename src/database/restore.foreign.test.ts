/**
 * Files whose schema differs from the one this program makes. The last tests show what such a file does without the
 * examination.
 */
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { testApp } from '#testing/app.ts';
import { freshFile, NOON, restore, scene } from '#testing/backups.ts';
import { filledFile } from '#testing/filled.ts';
import { NEWEST, schemaOf } from './migrate.ts';

const EVIL = 'create trigger evil after insert on users begin delete from rsvps; end';

/** Changes the SQL text of one schema entry, which no statement can. */
const rewritten = (name: string, from: string, to: string): string => `pragma writable_schema = on;
  update sqlite_schema set sql = replace(sql, '${from}', '${to}') where name = '${name}'`;

const foreign = (what: string) => `The file holds ${what} that Boardwalk does not make.`;
const differs = (kind: string, name: string) => `The file's ${kind} '${name}' differs from Boardwalk’s own.`;

const FOREIGN: readonly (readonly [what: string, statements: string, sentence: string])[] = [
  ['a trigger', EVIL, foreign("a trigger 'evil'")],
  ['a view', 'create view evil as select * from users', foreign("a view 'evil'")],
  ['a table', 'create table evil (id text)', foreign("a table 'evil'")],
  ['a virtual table', 'create virtual table evil using fts5 (words)', foreign("a virtual table 'evil'")],
  ['an index', 'create index evil on users (score)', foreign("an index 'evil'")],
  ['an index on an expression', 'create index evil on users (abs(score))', foreign("an index 'evil'")],
  ['statistics of its own', 'analyze', foreign("a table 'sqlite_stat1'")],
  [
    'a name with terminal control characters',
    'create table "evil\u001b[2J" (id text)',
    foreign("a table 'evil\ufffd[2J'"),
  ],
  ['no index', 'drop index events_by_start', "The file has no index 'events_by_start'."],
  [
    'another index of the same name',
    'drop index events_by_start; create index events_by_start on events (id)',
    differs('index', 'events_by_start'),
  ],
  ['no table', 'drop table bulk_uploads', "The file has no table 'bulk_uploads'."],
  ['an added column', "alter table events add column evil text default 'x'", differs('table', 'events')],
  [
    'a dropped CHECK',
    rewritten('events', 'check (seats_taken between 0 and capacity)', 'check (1)'),
    differs('table', 'events'),
  ],
  [
    'a foreign key that deletes more',
    rewritten('rsvps', 'on delete set null', 'on delete cascade'),
    differs('table', 'rsvps'),
  ],
  ['two versions', 'insert into schema_version select * from schema_version', 'The file holds 2 schema versions'],
  ['a table that is not strict', rewritten('visitors', 'strict, ', ''), differs('table', 'visitors')],
];

const change = (backup: string, statements: string): void => {
  const database = new DatabaseSync(backup, { defensive: false });
  database.exec(statements);
  database.close();
};

it.each(FOREIGN)('a restore refuses a file with: %s, and changes nothing', async (_, statements, sentence) => {
  const { file, backup } = await scene();
  change(backup, statements);
  const before = readFileSync(file);
  await expect(restore(backup, file, NOON)).rejects.toThrow(sentence);
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(readdirSync(dirname(file)).filter((name) => name !== basename(backup))).toEqual(['test.db']);
});

it('a restore refuses a file with: text in UTF-16', async () => {
  const { backup } = await scene();
  const other = new DatabaseSync(join(dirname(backup), 'other.db'));
  other.exec("pragma encoding = 'UTF-16'");
  for (const statement of schemaOf(NEWEST)) other.exec(statement);
  other.exec(`insert into schema_version values (${NEWEST})`);
  const path = other.location() ?? '';
  other.close();
  await expect(restore(path, await freshFile(), NOON)).rejects.toThrow('The file is in UTF-16le and not in UTF-8.');
});

describe('a file with a trigger', () => {
  /** Returns the free places after one visitor made an account. */
  async function placesAfterOneAccount(file: string): Promise<number> {
    const app = await testApp('sqlite', { url: `sqlite:${file}` });
    expect((await app.browser().send('POST /api/users', { name: 'Newcomer' })).statusCode).toBe(201);
    return (await app.context.db.selectFrom('rsvps').select('id').execute()).length;
  }

  it('empties the places when the file is used without an examination', async () => {
    const [backup, file] = [await filledFile(), await freshFile()];
    change(backup, EVIL);
    copyFileSync(backup, file);
    expect(await placesAfterOneAccount(file)).toBe(0);
  });

  it('keeps the places when the file is restored without its trigger', async () => {
    const [backup, file] = [await filledFile(), await freshFile()];
    await restore(backup, file, NOON);
    expect(await placesAfterOneAccount(file)).toBe(4);
  });
});
