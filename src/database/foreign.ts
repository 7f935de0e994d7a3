/**
 * Compares the schema of a SQLite file with the one this program makes. A trigger, a view or a changed table in a
 * restored file would run with every write, so any difference counts as foreign.
 */
import { DatabaseSync } from 'node:sqlite';
import { schemaOf } from './migrate.ts';

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

/** Returns one sentence for each difference between the file's schema and that of this version. */
export function foreignEntries(database: DatabaseSync, version: number): string[] {
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

/** Returns text of a file for use in a message: shortened, without control characters that a terminal would execute. */
export function quoted(text: string): string {
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return `'${cut.replace(/\p{C}/gu, '\ufffd')}'`;
}

const LISTED = 3;

/** Returns why a file is not restored, naming a few of its problems. */
export function refusal(file: string, problems: readonly string[], count = problems.length): string {
  const more = count - Math.min(problems.length, LISTED);
  return [
    `${file} holds what Boardwalk does not write. Nothing was changed.`,
    ...problems.slice(0, LISTED).map((problem) => `  ${problem}`),
    ...(more > 0 ? [`  And ${more.toLocaleString('en')} more.`] : []),
    'docs/operating.md says under "A restore is refused" what to do with a file of your own.',
  ].join('\n');
}
