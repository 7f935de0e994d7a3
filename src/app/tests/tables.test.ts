import { describe, expect, it } from 'vitest';
import { userTable } from '#features/people/users/rules.ts';
import { rsvpTable } from '#features/rsvps/rules.ts';
import { readCsv, writeCsv } from '#platform/csv.ts';

/** How a formula begins in different spreadsheets; white space before it is ignored on opening. */
const STARTS = ['=', '+', '-', '@', '\t=', '\r=', '\n=', '\r\n@', '＝', '＋', '－', '＠'];

const AT = '2025-11-14T17:00:00.000Z';

/** Each export with this text in every field that people fill. */
const TABLES = {
  users: (text: string) => userTable([{ id: 'u', name: text, score: -5, revision: 1 }]),
  places: (text: string) =>
    rsvpTable(
      [{ playerName: text, checkedInAt: AT, createdAt: AT, answers: { q: text } }],
      [{ id: 'q', label: text, kind: 'text', required: false }],
      'America/New_York',
    ),
};

describe.each(Object.entries(TABLES))('the table of %s', (_, tableOf) => {
  it.each(STARTS)('defuses cells that begin with %j', (start) => {
    const text = `${start}HYPERLINK("https://evil.example";"x")`;
    const table = writeCsv(tableOf(text));
    const cells = table.split('HYPERLINK').slice(0, -1);
    expect(cells.length).toBeGreaterThan(0);
    for (const begin of cells) expect(begin).toMatch(/"'([\t\r\n]+')?[=+\-@＝＋－＠]$/);
    const read = readCsv(table);
    expect('rows' in read && read.rows[1]?.cells[0]).toBe(text.trim());
  });

  it('leaves other texts unchanged', () => {
    const read = readCsv(writeCsv(tableOf('Alex = Bo')));
    expect('rows' in read && read.rows[1]?.cells[0]).toBe('Alex = Bo');
  });
});

it('keeps a score as a number, also a negative one', () => {
  expect(writeCsv(userTable([{ id: 'u', name: 'Alex', score: -5, revision: 1 }]))).toContain('Alex,-5\r\n');
});
