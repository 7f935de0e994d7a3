/**
 * CSV (RFC 4180) as Excel, LibreOffice and Numbers write it. Own code: Papa Parse fails on mixed line ends, csv-parse
 * finds no separator and says only where a row ends.
 */

export type Cell = string | number | null;

const BOM = '\ufeff';
const SIGN = "(?='*[=+\\-@＝＋－＠])";
/**
 * Where a formula can begin, full-width forms included. Also inside a cell: a program set to semicolons ignores our
 * quotes and splits `x;=1+1`.
 */
const START = '(^|[,;|"\\t\\r\\n])([^\\S\\t\\r\\n]*)';
const FORMULA = new RegExp(START + SIGN, 'g');
const DEFUSED_FORMULA = new RegExp(`${START}'${SIGN}`, 'g');
const LEADING_BREAK = /^(?='*[\t\r\n])/;
const DEFUSED_BREAK = /^'(?='*[\t\r\n])/;
/** Text in single quotes is quoted too, because a reader would take them off. */
const TO_QUOTE = /[",;|\t\r\n]|^\s|\s$|^'.*'$/;

/** A formula gets an apostrophe, and text that seems to have one gets another: `=A` → `'=A`, `'=A` → `''=A`. */
const written = (cell: Cell): string => {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = cell.replace(FORMULA, "$1$2'").replace(LEADING_BREAK, "'");
  return TO_QUOTE.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Excel keeps zeros with ="007". */
const TEXT_FORMULA = /^\s*="((?:[^"]|"")*)"\s*$/;

const asTyped = (text: string): string => {
  const inFormula = TEXT_FORMULA.exec(text)?.[1];
  return inFormula === undefined ? withoutApostrophes(text) : inFormula.replaceAll('""', '"');
};

const withoutApostrophes = (text: string): string =>
  text.includes("'") ? text.replace(DEFUSED_BREAK, '').replace(DEFUSED_FORMULA, '$1$2') : text;

/** A byte-order mark, without which Excel does not read UTF-8, and CR LF (RFC 4180). */
export const writeCsv = (rows: readonly (readonly Cell[])[]): string =>
  BOM + rows.map((row) => `${row.map(written).join(',')}\r\n`).join('');

/** `line` counts from 1 and is where the row begins: a quoted cell may contain line breaks. */
export type CsvRow = { readonly line: number; readonly cells: readonly string[]; readonly isTooLong?: boolean };

const SEPARATORS = [',', ';', '\t', '|'] as const;
export type Separator = (typeof SEPARATORS)[number] | ' ';

/** Excel's line above a table: `sep=;`. */
const DECLARED = /^sep=([,;|\t])(?:\r\n|\r|\n|$)/i;

const SEARCHED = 65_536;
const QUOTED = /(^|[,;|\t\r\n])[ \u00a0]*"(?:[^"]|"")*"(?=[ \u00a0]*(?:[,;|\t\r\n]|$))/g;

/** Without quoted cells, whose separators do not count. */
export const linesToSearch = (table: string): readonly string[] => {
  const lines = table
    .slice(0, SEARCHED)
    .replace(QUOTED, '$1')
    .split(/[\r\n]+/);
  return lines.filter(
    (line, index) => line.trim() !== '' && (index === 0 || index < lines.length - 1 || table.length <= SEARCHED),
  );
};

/** Spreadsheets write semicolons in locales with a decimal comma. */
const ofFirstLine = (table: string): Separator => {
  const [first = ''] = linesToSearch(table);
  const count = (separator: string) => first.split(separator).length;
  return SEPARATORS.reduce((most, one) => (count(one) > count(most) ? one : most));
};

const LINE_END = /\r\n|\r|\n/g;
const linesIn = (text: string): number => text.match(LINE_END)?.length ?? 0;

export type CsvLimits = { readonly rows: number; readonly cells: number; readonly characters: number };
const NO_LIMITS: CsvLimits = { rows: Infinity, cells: Infinity, characters: Infinity };

export type CsvOptions = {
  readonly limits?: CsvLimits;
  /** Where the first line does not declare it (`sep=;`). A space: each line is one cell. */
  readonly separatorOf?: (table: string) => Separator;
  /** Takes a bad quote as a letter, marks a row with too much and skips its rest; also takes off 'Bo' and "Bo. */
  readonly lenient?: boolean;
};

export type CsvTable =
  | { readonly rows: readonly CsvRow[]; readonly separator: Separator }
  /** Line of a quote that is never closed or has text after it. */
  | { readonly badQuoteAt: number }
  | { readonly tooMany: keyof CsvLimits; readonly line: number };

export function readCsv(
  text: string,
  { limits = NO_LIMITS, separatorOf = ofFirstLine, lenient = false }: CsvOptions = {},
): CsvTable {
  const table = text.startsWith(BOM) ? text.slice(BOM.length) : text;
  const declared = DECLARED.exec(table);
  const separator = (declared?.[1] as Separator | undefined) ?? separatorOf(table);
  const rows: CsvRow[] = [];
  let [at, line, cells] = [declared?.[0].length ?? 0, declared === null ? 1 : 2, [] as string[]];
  let begin = line;
  while (at < table.length || cells.length > 0) {
    const cell = cellAt(table, at, { separator, lenient, most: limits.characters });
    if (cell === null) return { badQuoteAt: line };
    const tooMany = cell.end - at > limits.characters ? 'characters' : cells.length >= limits.cells ? 'cells' : null;
    if (tooMany !== null && !lenient) return { tooMany, line };
    cells.push(trimmed(asTyped(cell.text)));
    line += linesIn(table.slice(at, cell.end));
    at = cell.end;
    if (tooMany !== null) at = lineEndFrom(table, at);
    else if (table[at] === separator) {
      at += 1;
      continue;
    }
    if (cells.some((cell) => cell !== '')) rows.push({ line: begin, cells, ...(tooMany && { isTooLong: true }) });
    if (rows.length > limits.rows) return { tooMany: 'rows', line: begin };
    if (at >= table.length) break;
    at += table.startsWith('\r\n', at) ? 2 : 1;
    line += 1;
    [begin, cells] = [line, []];
  }
  return { rows, separator };
}

function lineEndFrom(table: string, at: number): number {
  const distance = table.slice(at).search(/[\r\n]/);
  return distance === -1 ? table.length : at + distance;
}

/** White space, and characters that show nothing and join no letters. */
const BLANK = new Set(
  '\t\n\v\f\r \u00a0\u00ad\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u2028\u2029\u202f\u205f\u2060\u3000\ufeff',
);
const isBlank = (sign: string | undefined): boolean => sign !== undefined && BLANK.has(sign);

export function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isBlank(text[start])) start += 1;
  while (start < end && isBlank(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

type CellOptions = { readonly separator: Separator; readonly lenient: boolean; readonly most: number };
type FoundCell = { readonly text: string; readonly end: number };

/** `end`: the separator, line end or end of text. Null for a bad quote. Stops reading soon after `most` characters. */
function cellAt(table: string, start: number, { separator, lenient, most }: CellOptions): FoundCell | null {
  const endsAt = (at: number): boolean => {
    const sign = table[at];
    return at >= table.length || (sign === separator && sign !== ' ') || sign === '\n' || sign === '\r';
  };
  const pastBlanks = (from: number): number => {
    let at = from;
    while (isBlank(table[at]) && !endsAt(at) && at - start <= most) at += 1;
    return at;
  };
  const pastLetters = (from: number): number => {
    let at = from;
    while (!endsAt(at) && at - start <= most) at += 1;
    return at;
  };
  const opening = pastBlanks(start);
  if (table[opening] === '"') {
    const close = closingQuote(table, opening, most);
    const end = pastBlanks(close + 1);
    const text = () => table.slice(opening + 1, close).replaceAll('""', '"');
    if (close !== -1 && end - start > most && !lenient) return { text: '', end };
    if (close !== -1 && end - start <= most) {
      if (endsAt(end)) return { text: text(), end };
      const last = pastLetters(end);
      if (separator === ' ' && end > close + 1) return { text: `${text()} ${table.slice(end, last)}`, end: last };
    }
    if (!lenient && opening === start) return null;
  }
  const end = pastLetters(start);
  const text = table.slice(start, end);
  return { text: lenient && separator !== ' ' ? withoutQuotes(text) : text, end };
}

/** Skips doubled quotes; -1 for none. */
function closingQuote(text: string, opening: number, most: number): number {
  let close = text.indexOf('"', opening + 1);
  while (close !== -1 && text[close + 1] === '"' && close - opening <= most) close = text.indexOf('"', close + 2);
  return close;
}

/** Also a quote on one side only: `'Bo'` and `"Bo` become `Bo`. */
export function withoutQuotes(text: string): string {
  const bare = text.trim();
  if (!/["']/.test(bare)) return bare;
  const inner = /^(['"])(.*)\1$/.exec(bare)?.[2];
  if (inner !== undefined && !inner.includes('"')) return inner;
  return bare.split('"').length === 2 ? bare.replace(/^"|"$/, '') : bare;
}
