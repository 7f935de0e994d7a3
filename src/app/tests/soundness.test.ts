/** The shapes of all rows, on a database with every column filled. */
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkRows } from '#database/check-rows.ts';
import { filledFestival } from '#testing/filled.ts';
import { SOUNDNESS } from '../server/soundness.ts';

/** A copy in memory of a small festival with the newest schema. CHECKs are off, to test the shapes alone. */
function festival(): DatabaseSync {
  const database = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false });
  onTestFinished(() => database.close());
  for (const statement of filledFestival()) database.exec(statement);
  database.exec('pragma ignore_check_constraints = on');
  return database;
}

const problemsAfter = (statement: string): readonly string[] => {
  const database = festival();
  database.exec(statement);
  return checkRows(database, SOUNDNESS.rows, 100).first;
};

const TABLES = Object.entries(SOUNDNESS.rows).map(([table, shape]) => [table, Object.keys(shape.shape)] as const);

type Column = { readonly name: string; readonly isNumber: boolean };

const columnsOf = (database: DatabaseSync, table: string): Column[] =>
  database
    .prepare('select name, type from pragma_table_info(?)')
    .all(table)
    .map(({ name, type }) => ({ name: String(name), isNumber: String(type).toLowerCase() === 'integer' }));

/** Replaces one value of one row, returns the problems, and restores it. */
function problemsWith(database: DatabaseSync, table: string, column: string, value: string): readonly string[] {
  const key = database.prepare('select name from pragma_table_info(?) where pk > 0').all(table);
  const columns = key.map(({ name }) => `"${name}"`).join(', ');
  database.exec('begin');
  database.exec(`update "${table}" set "${column}" = ${value}
    where (${columns}) = (select ${columns} from "${table}" limit 1)`);
  const { first } = checkRows(database, SOUNDNESS.rows, 100);
  database.exec('rollback');
  return first;
}

describe('the shapes', () => {
  it('exist for every column of every table', () => {
    const database = festival();
    const tables = database.prepare("select name from sqlite_schema where type = 'table' and name <> 'schema_version'");
    const found = tables.all().map(({ name }) => String(name));
    expect(TABLES.map(([table]) => table).sort()).toEqual(found.sort());
    for (const [table, columns] of TABLES) {
      expect(columns.toSorted(), table).toEqual(
        columnsOf(database, table)
          .map(({ name }) => name)
          .sort(),
      );
    }
  });

  it('accept the rows of the program', () => {
    expect(checkRows(festival(), SOUNDNESS.rows, 100)).toEqual({ first: [], count: 0 });
  });

  it.each(TABLES)('refuse garbage in %s, naming table, row and column', (table) => {
    const database = festival();
    for (const { name, isNumber } of columnsOf(database, table)) {
      const problems = problemsWith(database, table, name, isNumber ? '-1000000000000' : "'gar' || char(0) || 'bage'");
      expect(problems.join('\n'), name).toMatch(new RegExp(`^In ${table}, the row '.+': ${name} `, 'm'));
    }
  });
});

describe('a row is refused', () => {
  it.each([
    ["update events set start_time = 'garbage' where id = 'e-open'", 'start_time is not an ISO 8601 time'],
    ["update events set start_time = '2025-11-14T20:00:00Z'", 'start_time is not as Boardwalk writes it'],
    ["update events set google_doc_url = 'javascript:alert(1)'", 'google_doc_url is not an http or https address'],
    ["update events set google_doc_url = 'https://bank.example@evil.example/'", 'google_doc_url '],
    ["update events set title = ' Azul '", 'title is not as Boardwalk writes it'],
    ["update events set status = 'maybe'", 'status must be one of: upcoming, in-progress, completed'],
    ['update events set bracket_drawn = 2', 'bracket_drawn must be one of: 0, 1'],
    [
      "update users set name = 'Al' || char(8238) || 'ex' where id = 'u-alex'",
      'name holds characters that cannot be shown',
    ],
    ["update users set name = 'Al' || char(8203) || 'ex' where id = 'u-alex'", 'name is not as Boardwalk writes it'],
    ["update users set name_key = 'zoe' where id = 'u-alex'", 'name_key is not the key of the name'],
    ['update wrong_guesses set count = 9000000000000000000', 'count must be '],
    ["update users set score = 10000001 where id = 'u-alex'", 'score '],
    ["update rsvps set player_email = 'nobody'", 'player_email is not an email address'],
    ["update rsvps set checked_in_at = null where id = 'r-bo'", 'checked_in_at does not fit checked_in'],
    [`update brackets set entrants = '[]'`, 'entrants has fewer than 2 players'],
    [
      `update brackets set entrants = json_set(entrants, '$[0].evil', 1)`,
      'entrants.0.evil is not as Boardwalk writes it',
    ],
    [`update brackets set options = '{"tournamentType":"duel"}'`, 'options.tournamentType must be one of'],
    [
      `update bracket_results set entry = '{"kind":"evil"}' where sequence = 1`,
      'entry.kind does not have the right form',
    ],
    [`update bracket_results set entry = '{' where sequence = 1`, 'entry is not JSON'],
    [
      `update announcement_lists set list = json_set(list, '$[0].authorAvatar', 'https://evil.example/')`,
      'list.0.authorAvatar is no picture of ours',
    ],
    [
      `update announcement_lists set list = json_set(list, '$[0].embeds', json('[{"title":null,"url":"javascript:1","description":null,"color":null}]'))`,
      'list.0.embeds.0.url ',
    ],
    [
      `update audit_entries set after = printf('%.*c', 500000, '[') || printf('%.*c', 500000, ']') where id = 'a-1'`,
      'after is nested more than 6 levels deep',
    ],
    [
      `update audit_entries set before = '"' || printf('%.*c', 2000000, 'x') || '"' where id = 'a-2'`,
      'before is longer than 1048576 characters',
    ],
    [`update bulk_uploads set error_details = '{}'`, 'error_details must be a list'],
    [`update idempotency_keys set answer = '<b>'`, 'answer is not JSON'],
    ["update meta set value = 'secret' where key = 'secret'", 'value is not a token'],
    ["update meta set value = 'argon2id:x:y' where key = 'admin password'", 'value is not the hash of a password'],
    ["insert into meta (key, value) values ('registration paused', 'no')", 'value must be one of: yes'],
    [
      "insert into meta (key, value) values ('constructor', 'x' || char(0))",
      'value holds characters that cannot be stored',
    ],
  ])('%s', (statement, problem) => {
    const problems = problemsAfter(statement);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.join('\n')).toContain(`': ${problem}`);
  });

  it('names the first few problems and counts the rest', () => {
    const database = festival();
    database.exec("update rsvps set player_email = 'nobody'");
    expect(checkRows(database, SOUNDNESS.rows, 2)).toMatchObject({ first: { length: 2 }, count: 4 });
  });
});
