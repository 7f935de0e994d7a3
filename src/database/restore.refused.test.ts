import { linkSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { NOON, restore, scene } from '#testing/backups.ts';
import { NEWEST } from './migrate.ts';

const damage = (file: string, at: number): void => {
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(255, at, at + 64));
};

const exec = (backup: string, statements: string, options = {}): void => {
  const database = new DatabaseSync(backup, options);
  database.exec(statements);
  database.close();
};
const USER = `insert into users (id, name, name_key, visitor_id, created_at) values ('u', 'A', 'a', 'gone', '')`;
const LIST = `pragma ignore_check_constraints = on;
  insert into announcement_lists (channel_id, asked_at, list) values ('1', '2025-11-14T16:00:00.000Z', '[]')`;
const KEY = `insert into idempotency_keys (key, request_hash, salt, created_at) values ('k', '', '', '')`;
const OTHER = 'create table schema_version (version integer); insert into schema_version values (1)';
const NEWER = new RegExp(
  `earlier\\.db has schema version 4711, but this program only knows up to version ${NEWEST}\\.`,
);
const MISSING_ROWS = /is damaged: 1 of its rows point at rows that are not there\.$/;

/** Ways to make a backup unusable, with the expected message. */
const UNUSABLE: [what: string, spoil: (backup: string, file: string) => void, told: RegExp][] = [
  ['that does not exist', (backup) => rmSync(backup), /^There is no file /],
  ['that is not a database', (backup) => writeFileSync(backup, 'x'.repeat(9000)), /is not a database\.$/],
  ['that is empty', (backup) => truncateSync(backup, 0), /not one of Boardwalk\.$/],
  [
    'of another program',
    (backup) => {
      rmSync(backup);
      exec(backup, OTHER);
    },
    /is a database, but not one of Boardwalk\.$/,
  ],
  ['of a newer version', (backup) => exec(backup, 'update schema_version set version = 4711'), NEWER],
  ['damaged in its middle', (backup) => damage(backup, 3 * 4096), /is damaged: /],
  [
    'that breaks its own constraints',
    (backup) => exec(backup, LIST),
    /is damaged: CHECK constraint failed in announcement_lists\.$/,
  ],
  [
    'whose rows refer to missing rows',
    (backup) => exec(backup, USER, { enableForeignKeyConstraints: false }),
    MISSING_ROWS,
  ],
  ['whose rows contradict each other', (backup) => exec(backup, KEY), /It has a key without its answer: k\./],
  [
    'that is the database itself',
    (backup, file) => {
      rmSync(backup);
      linkSync(file, backup);
    },
    /is the database itself/,
  ],
];

it.each(UNUSABLE)('a backup is refused: %s, and nothing changes', async (_, spoil, told) => {
  const { file, backup } = await scene();
  spoil(backup, file);
  const before = readFileSync(file);
  await expect(restore(backup, file, NOON)).rejects.toThrow(told);
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(readdirSync(dirname(file)).filter((other) => other !== basename(backup))).toEqual(['test.db']);
});

it('a backup is refused wherever it is truncated', async () => {
  const { file, backup } = await scene();
  const whole = readFileSync(backup);
  const before = readFileSync(file);
  for (const share of [0.001, 0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 0.9999]) {
    writeFileSync(backup, whole.subarray(0, Math.floor(whole.length * share)));
    await expect(restore(backup, file, NOON), `cut at ${share}`).rejects.toThrow(/is damaged|is not a database/);
  }
  writeFileSync(backup, whole.subarray(0, whole.length - 4096));
  await expect(restore(backup, file, NOON)).rejects.toThrow(/is damaged/);
  expect(readFileSync(file).equals(before)).toBe(true);
});
