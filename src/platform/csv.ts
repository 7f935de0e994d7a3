/**
 * CSV (RFC 4180) in the dialects that Excel, LibreOffice and Numbers read and write. No library reads all of it: Papa Parse
 * fails on mixed line ends, csv-parse finds no separator and tells where a row ends and not where it begins; both
 * read 2 MB in one piece of half a second and more.
 */
import { atOnce } from './steps.ts';

export type Cell = string | number | null;

const BOM = '\ufeff';
/**
 * Where a formula can begin; the full-width forms count in some Japanese programs. Also matches inside a cell: a
 * program set to semicolons or tabs splits `x;=1+1` in the middle and ignores our quotes.
 */
const FORMULA = /(^|[,;|"\t\r\n])([^\S\t\r\n]*)(?=[=+\-@＝＋－＠])/g;
const LEADING_BREAK = /^[\t\r\n]/;
const TO_QUOTE = /[",;\t\r\n]|^\s|\s$/;

/**
 * Numbers are written as they are, also negative ones. Text that a spreadsheet would run as a formula gets a leading
 * apostrophe.
 */
const written = (cell: Cell): string => {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const inert = cell.replace(FORMULA, "$1$2'");
  const text = LEADING_BREAK.test(inert) ? `'${inert}` : inert;
  return TO_QUOTE.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Starts with a byte-order mark, because Excel otherwise does not read UTF-8; ends lines with CR LF (RFC 4180). */
export const writeCsv = (rows: readonly (readonly Cell[])[]): string =>
  BOM + rows.map((row) => `${row.map(written).join(',')}\r\n`).join('');

/** `line` counts from 1 and is where the row begins: a quoted cell may contain line breaks. */
export type CsvRow = { readonly line: number; readonly cells: readonly string[] };

const SEPARATORS = [',', ';', '\t'] as const;

/** Characters searched for the end of the first line. */
const FIRST_LINE = 65_536;

/** Returns the separator that the first line uses: spreadsheets write semicolons in locales with a decimal comma. */
const separatorOf = (text: string): string => {
  const start = text.slice(0, FIRST_LINE);
  const plain = (/^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(start)?.[0] ?? '').replace(/"(?:[^"]|"")*"/g, '');
  const count = (separator: string) => plain.split(separator).length;
  return SEPARATORS.reduce((most, one) => (count(one) > count(most) ? one : most));
};

const LINE_END = /\r\n|\r|\n/g;
const linesIn = (text: string): number => text.match(LINE_END)?.length ?? 0;

/** Limits of what is read: non-empty rows, cells per row, characters per cell. */
export type CsvLimits = { readonly rows: number; readonly cells: number; readonly characters: number };
const NO_LIMITS: CsvLimits = { rows: Infinity, cells: Infinity, characters: Infinity };

export type CsvTable =
  | { readonly rows: readonly CsvRow[] }
  /** Line of a quote that is never closed or has text after it: the rest of the file cannot be read. */
  | { readonly badQuoteAt: number }
  /** The line where there is more than the limits allow, and of what. */
  | { readonly tooMany: keyof CsvLimits; readonly line: number };

/** Cells and empty lines read between two yields. */
const PER_STEP = 100;

/** Returns the non-empty rows of a table, with cells trimmed. Yields so that the caller can pause the work. */
export function* csvInSteps(text: string, limits: CsvLimits = NO_LIMITS): Generator<void, CsvTable, void> {
  const table = text.startsWith(BOM) ? text.slice(BOM.length) : text;
  const separator = separatorOf(table);
  const rows: CsvRow[] = [];
  let [at, line, begin, cells] = [0, 1, 1, [] as string[]];
  for (let step = 0; at < table.length || cells.length > 0; step += 1) {
    if (step % PER_STEP === 0) yield;
    const cell = cellAt(table, at, separator, limits.characters);
    if (cell === null) return { badQuoteAt: line };
    if (cell.end - at > limits.characters) return { tooMany: 'characters', line };
    cells.push(cell.text.trim());
    line += linesIn(table.slice(at, cell.end));
    at = cell.end;
    if (table[at] === separator) {
      at += 1;
      if (cells.length >= limits.cells) return { tooMany: 'cells', line: begin };
      continue;
    }
    if (cells.some((one) => one !== '')) rows.push({ line: begin, cells });
    if (rows.length > limits.rows) return { tooMany: 'rows', line: begin };
    if (at >= table.length) break;
    at += table.startsWith('\r\n', at) ? 2 : 1;
    line += 1;
    [begin, cells] = [line, []];
  }
  return { rows };
}

/** Reads a whole table without limits and without pausing. */
export const readCsv = (text: string): CsvTable => atOnce(csvInSteps(text));

type FoundCell = { readonly text: string; readonly end: number };

/**
 * Returns the cell that begins at `start` and the position of what ends it (separator, line end or end of text); null
 * for a bad quote. Reads only as much of a cell longer than `most` characters as it needs to see that it is too long.
 */
function cellAt(table: string, start: number, separator: string, most: number): FoundCell | null {
  const endsAt = (at: number): boolean => {
    const sign = table[at];
    return at >= table.length || sign === separator || sign === '\n' || sign === '\r';
  };
  let end = start;
  if (table[start] !== '"') {
    while (!endsAt(end) && end - start <= most) end += 1;
    return { text: table.slice(start, end), end };
  }
  const close = closingQuote(table, start, most);
  if (close === -1) return null;
  end = close + 1;
  while (table[end] === ' ' && end - start <= most) end += 1;
  if (end - start > most) return { text: '', end };
  return endsAt(end) ? { text: table.slice(start + 1, close).replaceAll('""', '"'), end } : null;
}

/** Returns the position of the quote that closes the one at `opening`, past doubled quotes; -1 for none. */
export function closingQuote(text: string, opening: number, most = Number.POSITIVE_INFINITY): number {
  let close = text.indexOf('"', opening + 1);
  while (close !== -1 && text[close + 1] === '"' && close - opening <= most) close = text.indexOf('"', close + 2);
  return close;
}
