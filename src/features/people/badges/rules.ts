/** A list of attendees: `name,group,code`. Every row gets an account, or is reported with all its problems. */
import type { Problem } from '#features/archive/contract.ts';
import { bare } from '#features/archive/rules/columns.ts';
import { CODE_LENGTH } from '#features/people/users/limits.ts';
import { accountLike } from '#features/people/users/rules.ts';
import { codeIn, codeInGroups } from '#platform/codes.ts';
import { readCsv } from '#platform/csv.ts';
import { accountKey, cleanName, isolated } from '#platform/names.ts';
import { MOST_ATTENDEES } from './limits.ts';

/** `group` and `code` are null where the file has none. */
export type Row = {
  readonly line: number;
  readonly name: string;
  readonly group: string | null;
  readonly code: string | null;
};
export type ReadAttendees = {
  readonly rows: readonly Row[];
  readonly problems: readonly Problem[];
  readonly ignored: readonly string[];
};

const WORDS = {
  name: ['name', 'fullname', 'attendee', 'guest', 'player', 'person'],
  group: ['group', 'team', 'family', 'party', 'organisation', 'organization', 'company'],
  code: ['code', 'badge', 'badgecode'],
} as const;
type Column = keyof typeof WORDS;
const COLUMNS: readonly Column[] = ['name', 'group', 'code'];

/** The header counts as a row. */
const LIMITS = { rows: MOST_ATTENDEES + 1, cells: 200, characters: 2000 } as const;
const TOO_MANY = {
  rows: `There are more than ${MOST_ATTENDEES.toLocaleString('en-US')} attendees, the most that one file may hold.`,
  cells: `There are more than ${LIMITS.cells} columns here.`,
  characters: `A cell here holds more than ${LIMITS.characters} characters.`,
} as const;

const nothing = (line: number, message: string): ReadAttendees => ({
  rows: [],
  problems: [{ line, field: '', message }],
  ignored: [],
});

export function readAttendees(csv: string): ReadAttendees {
  const table = readCsv(csv, { limits: LIMITS });
  if ('badQuoteAt' in table)
    return nothing(table.badQuoteAt, 'A quotation mark here is not closed, or stands inside a cell.');
  if ('tooMany' in table) return nothing(table.line, TOO_MANY[table.tooMany]);
  const [header, ...body] = table.rows;
  if (header === undefined) return nothing(1, 'The file is empty.');
  const columnOf = (words: string) => COLUMNS.find((column) => WORDS[column].some((word) => word === bare(words)));
  const positions = header.cells.map(columnOf);
  const twice = COLUMNS.find((column) => positions.indexOf(column) !== positions.lastIndexOf(column));
  if (twice !== undefined) return nothing(header.line, `More than one column is called ${twice}.`);
  if (!positions.includes('name'))
    return nothing(header.line, 'The first line must name the columns: name and, if you like, group and code.');
  if (body.length === 0) return nothing(header.line, 'There is nobody below the first line.');
  const text = (cells: readonly string[], column: Column) => cells[positions.indexOf(column)] ?? '';
  const read = body.map(({ line, cells }) =>
    readRow(line, { name: text(cells, 'name'), group: text(cells, 'group'), code: text(cells, 'code') }),
  );
  const rows = read.flatMap((one) => ('row' in one ? one.row : []));
  return {
    rows,
    problems: [...read.flatMap((one) => ('problems' in one ? one.problems : [])), ...twiceIn(rows)],
    ignored: header.cells.filter((words) => words !== '' && columnOf(words) === undefined),
  };
}

function readRow(line: number, texts: Record<Column, string>): { row: Row } | { problems: Problem[] } {
  const problems: Problem[] = [];
  const cleaned = cleanName(texts.name);
  if ('problem' in cleaned) problems.push({ line, field: 'name', message: `Name ${cleaned.problem}.` });
  const group = cleanName(texts.group);
  if (texts.group !== '' && 'problem' in group)
    problems.push({ line, field: 'group', message: `Group ${group.problem}.` });
  const code = codeIn(texts.code, CODE_LENGTH);
  if (texts.code !== '' && code === null) {
    const message = `Code must be ${CODE_LENGTH} letters and digits, without I, L, O, 0 and 1. Leave it empty to get one.`;
    problems.push({ line, field: 'code', message });
  }
  if (problems.length > 0 || 'problem' in cleaned) return { problems };
  return { row: { line, name: cleaned.name, group: 'name' in group ? group.name : null, code } };
}

/** Names that accounts cannot tell apart, and codes. */
function twiceIn(rows: readonly Row[]): Problem[] {
  const [names, codes] = [new Map<string, Row>(), new Map<string, Row>()];
  return rows.flatMap((row) => {
    const { line, name, code } = row;
    const same = names.get(accountKey(name));
    const sameCode = code === null ? undefined : codes.get(code);
    names.set(accountKey(name), same ?? row);
    if (code !== null) codes.set(code, sameCode ?? row);
    const where =
      same?.name === name
        ? `is in line ${same.line} already`
        : `is too much like ${isolated(same?.name ?? '')} in line ${same?.line}`;
    const again = `${isolated(name)} ${where}. Add an initial.`;
    return [
      ...(same === undefined ? [] : [{ line, field: 'name', message: again }]),
      ...(sameCode === undefined
        ? []
        : [{ line, field: 'code', message: `Line ${sameCode.line} has this code already.` }]),
    ];
  });
}

export type Account = {
  readonly id: string;
  readonly name: string;
  readonly nameKey: string;
  readonly looseKey: string | null;
  readonly visitorId: string | null;
  readonly code: string | null;
  readonly group: string | null;
  readonly deletedAt: string | null;
};
export type Planned = { readonly row: Row; readonly account: Account | undefined };

/** Which account each row is, and why a row cannot be imported. An account keeps its code: another one would be dead on its badge. */
export function plan(rows: readonly Row[], accounts: readonly Account[]): { planned: Planned[]; problems: Problem[] } {
  const like = accountLike(accounts);
  const byCode = new Map(accounts.map((account) => [account.code, account]));
  const planned = rows.map((row): Planned => ({ row, account: like(row.name) }));
  const problems = planned.flatMap(({ row: { line, name, code }, account }): Problem[] => {
    const holder = code === null ? undefined : byCode.get(code);
    if (account !== undefined && account.deletedAt !== null)
      return [{ line, field: 'name', message: `${isolated(name)} was deleted less than a minute ago.` }];
    if (holder !== undefined && holder.id !== account?.id)
      return [{ line, field: 'code', message: `${isolated(holder.name)} has this code already.` }];
    if (code === null || account === undefined || account.code === null || account.code === code) return [];
    return [{ line, field: 'code', message: `${isolated(name)} has the code ${codeInGroups(account.code)} already.` }];
  });
  return { planned, problems };
}
