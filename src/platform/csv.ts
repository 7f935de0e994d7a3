/**
 * Tables as text for spreadsheets: RFC 4180, written so that Excel, LibreOffice and Numbers read it rightly, and read as
 * these programs write it.
 */
export type Cell = string | number | null;

const BOM = '\ufeff';
/**
 * Where a formula begins in one spreadsheet or another; the wide forms do in some Japanese ones. Not only at the start of a
 * cell: one that is set to semicolons or tabs splits `x;=1+1` in the middle and knows nothing of the quotes around it.
 */
const FORMULA = /(^|[,;|"\t\r\n])([^\S\t\r\n]*)(?=[=+\-@＝＋－＠])/g;
const LEADING_BREAK = /^[\t\r\n]/;
const TO_QUOTE = /[",;\t\r\n]|^\s|\s$/;

/** A number stays a number, even a negative one. What a spreadsheet would run gets an apostrophe before it. */
const written = (cell: Cell): string => {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const inert = cell.replace(FORMULA, "$1$2'");
  const text = LEADING_BREAK.test(inert) ? `'${inert}` : inert;
  return TO_QUOTE.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** With a byte-order mark, without which Excel takes UTF-8 for something else, and line ends as RFC 4180 wants them. */
export const writeCsv = (rows: readonly (readonly Cell[])[]): string =>
  BOM + rows.map((row) => `${row.map(written).join(',')}\r\n`).join('');

/** `line` counts from 1 and is where the row begins: a cell in quotes may hold line ends. */
export type CsvRow = { readonly line: number; readonly cells: readonly string[] };

const SEPARATORS = [',', ';', '\t'] as const;

/** Which one the first line uses: spreadsheets write semicolons where the comma is for decimals. */
const separatorOf = (text: string): string => {
  const plain = (/^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0] ?? '').replace(/"(?:[^"]|"")*"/g, '');
  const count = (separator: string) => plain.split(separator).length;
  return SEPARATORS.reduce((most, one) => (count(one) > count(most) ? one : most));
};

/** A whole cell, and what ends it: a separator, a line end, or the end of all. */
const cellPattern = (separator: string) =>
  new RegExp(`(?:"((?:[^"]|"")*)"[ ]*|([^${separator}\\r\\n]*))(${separator}|\\r\\n|\\r|\\n|$)`, 'y');

const LINE_END = /\r\n|\r|\n/g;
const linesIn = (text: string): number => text.match(LINE_END)?.length ?? 0;

/**
 * The rows of a table, without empty ones; cells without white space around them. Or the line of a quote that is never
 * closed or goes on behind its end, from where nothing can be told apart any more.
 */
export function readCsv(text: string): { rows: readonly CsvRow[] } | { badQuoteAt: number } {
  const table = text.startsWith(BOM) ? text.slice(BOM.length) : text;
  const separator = separatorOf(table);
  const pattern = cellPattern(separator);
  const rows: CsvRow[] = [];
  let [line, begin, cells] = [1, 1, [] as string[]];
  while (pattern.lastIndex < table.length || cells.length > 0) {
    const at = pattern.lastIndex;
    const found = pattern.exec(table);
    if (found === null || (found[1] === undefined && found[2]?.startsWith('"'))) return { badQuoteAt: line };
    const [whole, quoted, plain = '', end] = found;
    cells.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    line += linesIn(whole);
    if (end === separator) continue;
    if (cells.some((cell) => cell !== '')) rows.push({ line: begin, cells });
    [begin, cells] = [line, []];
    if (end === '' || at === table.length) break;
  }
  return { rows };
}
