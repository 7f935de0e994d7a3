import { accessSync, constants, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { schemaOf, whyNotVersion } from './migrate.ts';

/** `sql` is '' for the index that SQLite makes for a UNIQUE constraint. */
type Entry = { readonly type: string; readonly name: string; readonly table: string; readonly sql: string };

const entriesOf = (database: DatabaseSync): Entry[] =>
  database
    .prepare('select type, name, tbl_name, sql from sqlite_schema')
    .all()
    .map((row) => ({
      type: String(row.type),
      name: String(row.name),
      table: String(row.tbl_name),
      sql: String(row.sql ?? ''),
    }));

function entriesMade(version: number): Entry[] {
  const database = new DatabaseSync(':memory:');
  try {
    for (const statement of schemaOf(version)) database.exec(statement);
    return entriesOf(database);
  } finally {
    database.close();
  }
}

/** A trigger, view or changed table of a restored file would run with every write, so any difference is foreign. */
function foreignEntries(database: DatabaseSync, version: number): string[] {
  const [entries, made] = [entriesOf(database), entriesMade(version)];
  const ours = new Set(made.map(keyOf));
  const changed = entries.filter((entry) => !ours.has(keyOf(entry)));
  const names = new Set(made.map(nameOf));
  const there = new Set(entries.map(nameOf));
  return [
    ...changed.map((entry) =>
      names.has(nameOf(entry))
        ? `The file's ${entry.type} ${quoted(entry.name)} differs from Boardwalk’s own.`
        : `The file holds ${kindOf(entry)} ${quoted(entry.name)} that Boardwalk does not make.`,
    ),
    ...made
      .filter((entry) => !there.has(nameOf(entry)))
      .map((entry) => `The file has no ${entry.type} ${quoted(entry.name)}.`),
    ...repeated(entries.map(nameOf)).map((name) => `The file holds ${name} twice.`),
    ...foreignSettings(database),
  ];
}

function foreignSettings(database: DatabaseSync): string[] {
  const encoding = database.prepare('pragma encoding').get()?.encoding;
  const versions = Number(database.prepare('select count(*) as count from schema_version').get()?.count);
  return [
    // Text is compared by its bytes, which differ in UTF-16.
    ...(encoding === 'UTF-8' ? [] : [`The file is in ${encoding} and not in UTF-8.`]),
    ...(versions === 1 ? [] : [`The file holds ${versions} schema versions instead of one.`]),
  ];
}

const keyOf = ({ type, name, table, sql }: Entry): string => JSON.stringify([type, name, table, sql]);
const nameOf = ({ type, name }: Entry): string => `${type} ${quoted(name)}`;

const repeated = (names: readonly string[]): string[] => names.filter((name, index) => names.indexOf(name) !== index);

function kindOf({ type, sql }: Entry): string {
  if (/^create\s+virtual/i.test(sql)) return 'a virtual table';
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

const LONGEST = 80;

/** For messages: shortened, without control characters that a terminal would execute. */
export function quoted(text: string): string {
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return `'${cut.replace(/\p{C}/gu, '\ufffd')}'`;
}

const LISTED = 3;

export function refusal(file: string, problems: readonly string[], count = problems.length): string {
  const more = count - Math.min(problems.length, LISTED);
  return [
    `${file} holds what Boardwalk does not write. Nothing was changed.`,
    ...problems.slice(0, LISTED).map((problem) => `  ${problem}`),
    ...(more > 0 ? [`  And ${more.toLocaleString('en')} more.`] : []),
    'docs/operating.md says under "A restore is refused" what to do with a file of your own.',
  ].join('\n');
}

export type Examined = { readonly version: number; readonly rows: Readonly<Record<string, number>> };

const ALWAYS = ['meta', 'events', 'rsvps', 'users'];
const TOLD_PROBLEMS = 3;

/**
 * `ours`: opens a copy for writing, because read-only connections do not check CHECK constraints. `asMade`: refuses a
 * schema that this program does not make. `alone`: ignores what lies beside the file.
 */
type How = { readonly ours?: boolean; readonly called?: string; readonly asMade?: boolean; readonly alone?: boolean };

/** Throws a sentence for the person, in which the file is `called`. */
export function examine(
  file: string,
  { ours = false, called = file, asMade = false, alone = false }: How = {},
): Examined {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw new Error(`There is no file ${called}.`);
  if (!found.isFile()) throw new Error(`${called} is not a file.`);
  let database: DatabaseSync | null = null;
  try {
    database = ours ? new DatabaseSync(file) : openToRead(file, alone);
    return examinedOf({ called, bytes: found.size, asMade }, database);
  } catch (error) {
    throw asSentence(called, error);
  } finally {
    database?.close();
  }
}

export function versionOf(database: DatabaseSync): number {
  if (!tablesOf(database).includes('schema_version')) return 0;
  const row = database.prepare('select version from schema_version').get();
  return Number.isInteger(row?.version) ? Number(row?.version) : 0;
}

export const isEmpty = (database: DatabaseSync): boolean =>
  database.prepare('select 1 from sqlite_schema limit 1').get() === undefined;

/** `alone` ignores the log beside the file. */
export function openToRead(file: string, alone = false): DatabaseSync {
  accessSync(file, constants.R_OK);
  const url = pathToFileURL(file);
  url.search = alone ? 'immutable=1' : '';
  const database = new DatabaseSync(url, { readOnly: true });
  database.exec('pragma busy_timeout = 5000');
  return database;
}

const pageSizeOf = (database: DatabaseSync): number => Number(database.prepare('pragma page_size').get()?.page_size);

type File = { readonly called: string; readonly bytes: number; readonly asMade: boolean };

function examinedOf({ called: file, bytes, asMade }: File, database: DatabaseSync): Examined {
  const tables = tablesOf(database);
  // SQLite accepts a truncated last page as if it ended with zeros.
  if (bytes % pageSizeOf(database) !== 0) throw new Error(`${file} is damaged: it was cut off.`);
  const version = versionOf(database);
  if (version < 1 || !ALWAYS.every((table) => tables.includes(table))) {
    throw new Error(`${file} is a database, but not one of Boardwalk.`);
  }
  if (asMade) refuseForeign(file, version, database);
  const found = database
    .prepare('pragma integrity_check')
    .all()
    .map((row) => String(row.integrity_check));
  if (found.join() !== 'ok') throw new Error(`${file} is damaged: ${found.slice(0, TOLD_PROBLEMS).join('; ')}.`);
  const orphans = database.prepare('pragma foreign_key_check').all().length;
  if (orphans > 0) throw new Error(`${file} is damaged: ${orphans} of its rows point at rows that are not there.`);
  return { version, rows: Object.fromEntries(tables.map((table) => [table, countOf(database, table)])) };
}

/** Must run before anything else: CHECK constraints and indexes on expressions execute code of the file's author. */
function refuseForeign(file: string, version: number, database: DatabaseSync): void {
  const problem = whyNotVersion(version, file);
  if (problem !== null) throw new Error(problem);
  const foreign = foreignEntries(database, version);
  if (foreign.length > 0) throw new Error(refusal(file, foreign));
}

const tablesOf = (database: DatabaseSync): string[] =>
  database
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'")
    .all()
    .map((row) => String(row.name));

function countOf(database: DatabaseSync, table: string): number {
  const row = database.prepare(`select count(*) as count from "${table.replaceAll('"', '""')}"`).get();
  return Number(row?.count);
}

const SQLITE_CORRUPT = 11;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;

export function asSentence(file: string, error: unknown): unknown {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  if (code === SQLITE_NOTADB) return new Error(`${file} is not a database.`, { cause: error });
  if (code === SQLITE_CANTOPEN) return new Error(`${file} cannot be opened.`, { cause: error });
  if (code === SQLITE_CORRUPT) return new Error(`${file} is damaged: ${(error as Error).message}.`, { cause: error });
  return error;
}
