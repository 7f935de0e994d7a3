import { expect, it } from 'vitest';
import { accountKey, nameKey } from '#platform/names.ts';
import { MOST_ATTENDEES } from './limits.ts';
import { type Account, plan, readAttendees } from './rules.ts';

const row = (line: number, name: string, more = {}) => ({ line, name, group: null, code: null, ...more });

it.each([
  ['a name alone', 'name\nRosa', [row(2, 'Rosa')]],
  [
    'all columns, semicolons, capitals',
    'CODE;Name;Family\nabc def;Rosa;Quint',
    [row(2, 'Rosa', { group: 'Quint', code: 'ABCDEF' })],
  ],
  ['spaces around and within', 'Full name\n  Rosa   Quint ', [row(2, 'Rosa Quint')]],
])('reads a list with %s', (_, csv, rows) => {
  expect(readAttendees(csv)).toEqual({ rows, problems: [], ignored: [] });
});

it.each([
  ['an empty file', '', 1, 'The file is empty.'],
  [
    'no column of names',
    'who\nRosa',
    1,
    'The first line must name the columns: name and, if you like, group and code.',
  ],
  ['two columns of names', 'name,Guest\nRosa,Rosa', 1, 'More than one column is called name.'],
  ['nobody', 'name\n', 1, 'There is nobody below the first line.'],
  ['a row without a name', 'name,group\n,Quint', 2, 'Name is missing.'],
  ['a group that cannot be shown', 'name,group\nRosa,\u202eQuint', 2, 'Group holds characters that cannot be shown.'],
  ['a name twice', 'name\nRosa\nTheo\nRosa', 4, 'Rosa is in line 2 already. Add an initial.'],
  [
    'names that accounts cannot tell apart',
    'name\nZoë Blanc\nzoe-blanc',
    3,
    'zoe-blanc is too much like Zoë Blanc in line 2. Add an initial.',
  ],
  ['a code twice', 'name,code\nRosa,ABCDEF\nTheo,abc-def', 3, 'Line 2 has this code already.'],
  ['a quote that is not closed', 'name\n"Rosa', 2, 'A quotation mark here is not closed, or stands inside a cell.'],
])('refuses %s, by its line', (_, csv, line, message) => {
  expect(readAttendees(csv).problems).toMatchObject([{ line, message }]);
});

it('takes 2,000 people, and not one more', () => {
  const people = (count: number) => ['name', ...Array.from({ length: count }, (_, n) => `Guest ${n}`)].join('\n');
  expect(readAttendees(people(MOST_ATTENDEES))).toMatchObject({ problems: [], rows: { length: 2000 } });
  expect(readAttendees(people(MOST_ATTENDEES + 1))).toMatchObject({
    problems: [{ message: 'There are more than 2,000 attendees, the most that one file may hold.' }],
  });
});

const account = (name: string, more: Partial<Account> = {}): Account => ({
  ...{ id: name, name, nameKey: nameKey(name), looseKey: accountKey(name), visitorId: null },
  ...{ code: null, group: null, deletedAt: null, ...more },
});

it.each<[string, Account[], object, string | null]>([
  ['nobody of the name', [account('Theo')], {}, null],
  ['an account without a code', [account('Rosa')], { code: 'ABCDEF' }, null],
  ['an account with the same code', [account('Rosa', { code: 'ABCDEF' })], { code: 'ABCDEF' }, null],
  [
    'an account with another code',
    [account('rosa', { code: 'GHJKMN' })],
    { code: 'ABCDEF' },
    'has the code GHJ-KMN already',
  ],
  ['somebody else’s code', [account('Theo', { code: 'ABCDEF' })], { code: 'ABCDEF' }, 'Theo has this code already'],
  ['a deleted account', [account('Rosa', { deletedAt: 'now' })], {}, 'was deleted less than a minute ago'],
])('plans a row where there is %s', (_, accounts, more, problem) => {
  const { problems } = plan([row(2, 'Rosa', more)], accounts);
  expect(problems.map(({ message }) => message)).toEqual(problem === null ? [] : [expect.stringContaining(problem)]);
});
