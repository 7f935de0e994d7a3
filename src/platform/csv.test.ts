import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter } from '#testing/texts.ts';
import { readCsv, writeCsv } from './csv.ts';

it('writing a table begins with a byte-order mark, ends lines with CR LF and quotes only what needs it', () => {
  const rows = [
    ['Name', 'Score'],
    ['Alex, the Great', 12],
    ['She said "go"', -3],
    ['two\nlines', null],
    ['a;b', 0.5],
    [' spaced ', 'Zoë 🎲'],
  ];
  expect(writeCsv(rows)).toBe(
    '\ufeffName,Score\r\n"Alex, the Great",12\r\n"She said ""go""",-3\r\n"two\nlines",\r\n"a;b",0.5\r\n" spaced ",Zoë 🎲\r\n',
  );
});

it.each([
  ['=1+1', "'=1+1"],
  ['+49 30', "'+49 30"],
  ['-Alex-', "'-Alex-"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', `"'\t'=1"`],
  ['\r=1', `"'\r'=1"`],
  ['\n=1', `"'\n'=1"`],
  ['＝1', "'＝1"],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  [' =1', `" '=1"`],
  ['x;=1+1', `"x;'=1+1"`],
  ['x; \u00a0=1+1', `"x; \u00a0'=1+1"`],
  ['x,@SUM(A1),-2', `"x,'@SUM(A1),'-2"`],
  ['x\t+1', `"x\t'+1"`],
  ['x\n-1', `"x\n'-1"`],
  ['x\r\n＝1', `"x\r\n'＝1"`],
  ['x"=1+1', `"x""'=1+1"`],
  ['x;"=1+1', `"x;""'=1+1"`],
  ['x|=1', `"x|'=1"`],
  ["'=1", "''=1"],
  ["x;''=1", `"x;'''=1"`],
  ["'\t", `"''\t"`],
  ["-Ace'", `"'-Ace'"`],
  ["'Ace'", `"'Ace'"`],
  ["'Ace", "'Ace"],
  ['a=1', 'a=1'],
  ['a; b=1 (-2)', '"a; b=1 (-2)"'],
])('writing a table stops %j from running as a formula', (name, cell) => {
  expect(writeCsv([[name]])).toBe(`\ufeff${cell}\r\n`);
});

it('writing a table: no cell starts with a formula, for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const cell = writeCsv([[text]]).slice(1);
      if (text !== '') expect(cell).not.toMatch(/^"?[=+\-@\t\r]/);
    }),
  );
});

it('writing a table: no field starts with a formula, for any text, when a reader ignores quotes and splits at any separator', () => {
  const hostile = fc.string({ unit: fc.constantFrom(...'a=+-@＝",;|\t\r\n \u00a0') });
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 1, maxLength: 4 }), (texts) => {
      const pieces = writeCsv([texts])
        .slice(1)
        .split(/[",;|\t\r\n]/);
      for (const piece of pieces) expect(piece).not.toMatch(/^\s*[=+\-@＝＋－＠]/);
    }),
  );
});

it.each([false, true])('writing a table reads back what it wrote, for any text, when lenient is %s', (lenient) => {
  const cell = fc.string({ unit: fc.constantFrom(...'ab",;|\n\r\t =+-@＝\'é\u00a0\ufeff') });
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1 }), (rows) => {
      const table = rows
        .map((row) => row.map((text) => text.replace(/^[\s\ufeff]+|[\s\ufeff]+$/g, '')))
        .filter((row) => row.some((text) => text !== ''));
      const read = readCsv(writeCsv(rows), { lenient });
      expect('rows' in read && read.rows.map(({ cells }) => cells)).toEqual(table);
    }),
  );
});

it('reading a table reports the line where each row begins, across empty lines and multi-line cells', () => {
  const text = 'a,b\r\n\r\n"one\ntwo",2\r\n , \r\nlast,\r\n';
  expect(readCsv(text)).toMatchObject({
    rows: [
      { line: 1, cells: ['a', 'b'] },
      { line: 3, cells: ['one\ntwo', '2'] },
      { line: 6, cells: ['last', ''] },
    ],
  });
});

it.each([
  ['semicolons', 'a;b\n1,5;2', ['a & b', '1,5 & 2']],
  ['tabs', 'a\tb\n1\t2\n', ['a & b', '1 & 2']],
  ['old Mac line ends', 'a,b\r1,2\r', ['a & b', '1 & 2']],
  ['a byte-order mark', '\ufeffa,b\n1,2', ['a & b', '1 & 2']],
  ['quotes inside quotes', 'a,b\n"say ""hi""", "x" ', ['a & b', 'say "hi" & x']],
  ['separators in a quoted header', '"a;b;c;d",e\n1,2', ['a;b;c;d & e', '1 & 2']],
  ['bars', 'a|b\n1,5|2', ['a & b', '1,5 & 2']],
  ['the separator that the first line declares', 'sep=;\r\na,b,c;d\r\n1;2', ['a,b,c & d', '1 & 2']],
  [
    'invisible characters and no-break spaces at the ends of cells',
    '\u200ba\u00a0,\u00ad"b"\u200b\n\u200b,\u00a0\nc\u200d,\u2060',
    ['a & b', 'c\u200d & '],
  ],
  ['a quote inside a cell after a space', 'a,b\n1, "x" y', ['a & b', '1 & "x" y']],
  ['one column', 'a\nb', ['a', 'b']],
  ['a last cell that is empty', 'a,b\n1,', ['a & b', '1 & ']],
  ['nothing', '', []],
  ['blank lines only', '\n \r\n', []],
])('reading a table understands %s', (_, text, rows) => {
  const read = readCsv(text);
  expect('rows' in read && read.rows.map(({ cells }) => cells.join(' & '))).toEqual(rows);
});

it.each([
  ['a,b\n"open,2\n3,4', 2],
  ['a,b\n1,"x" y\n', 2],
  ['"', 1],
])('reading a table names the line of a broken quote in %j', (text, line) => {
  expect(readCsv(text)).toEqual({ badQuoteAt: line });
});

it.each([
  ['a,="007"', ['a', '007']],
  ['a,"=""007"""', ['a', '007']],
  ['a\t="say ""hi"""', ['a', 'say "hi"']],
  ['a,\'="007"', ['a', '="007"']],
  ['a,="007', ['a', '="007']],
])('reading a table takes %j as the text in a formula, which keeps zeros in Excel', (text, cells) => {
  expect(readCsv(text, { lenient: true })).toMatchObject({ rows: [{ cells }] });
});

it('reading a table counts lines from the declared separator on', () =>
  expect(readCsv('sep=;\na;b')).toEqual({ rows: [{ line: 2, cells: ['a', 'b'] }], separator: ';' }));

it('reading a table reads on after what is wrong when it is lenient, at the cost of one line at most', () => {
  const limits = { rows: Infinity, cells: 3, characters: 10 };
  const text = '"open,2\n3,"x" y\na,1,2,3,4\n"12345678\n9",5\n12345678901,6\n\'Bo\',Cy"\n"last\none",7';
  expect(readCsv(text, { limits, lenient: true })).toEqual({
    rows: [
      { line: 1, cells: ['open', '2'] },
      { line: 2, cells: ['3', '"x" y'] },
      { line: 3, cells: ['a', '1', '2', '3'], isTooLong: true },
      { line: 4, cells: ['12345678'] },
      { line: 5, cells: ['9', '5'] },
      { line: 6, cells: ['12345678901'], isTooLong: true },
      { line: 7, cells: ['Bo', 'Cy'] },
      { line: 8, cells: ['last\none', '7'] },
    ],
    separator: ',',
  });
});

it('reading a table terminates for any text', () => {
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...'a",;\n\r\t ') }), (text) => void readCsv(text)));
});
