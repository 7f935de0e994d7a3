import { type CsvRow, linesToSearch, readCsv, type Separator, withoutQuotes } from '#platform/csv.ts';
import { type ChosenColumns, findColumns, isAsked, looksLikeHeader } from './columns.ts';
import {
  type Dropped,
  hasDecimals,
  type Parsed,
  type Row,
  readRow,
  readScore,
  shortened,
  UNCLEAR,
  type Unreadable,
} from './rows.ts';

/** docs/behaviour.md "Scores" */

export const FILE_KINDS = ['csv', 'tsv', 'txt', 'json'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

export const ACCEPTED = FILE_KINDS.map((kind) => `.${kind}`).join(',');

/** By the extension, in any case. */
export const fileKindOf = (fileName: string): FileKind | null => {
  const ending = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase();
  return FILE_KINDS.find((kind) => kind === ending) ?? null;
};

/** Bytes: many times what 5,000 rows need. Larger files are refused unread. */
export const LARGEST_FILE = 10 * 1024 * 1024;

/** No text file has these. Allows tab, line ends, form feed and the old end-of-file mark. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const CONTROLS = /[\u0000-\u0008\u000e-\u0019\u001b-\u001f]/;

/** A picture, a workbook or a program with a text file's name. */
const looksBinary = (text: string): boolean => CONTROLS.test(text);

/** A row with more is dropped. */
const LIMITS = { rows: Infinity, cells: 1_000, characters: 10_000 } as const;

export type TextOptions = { readonly keepHeader: boolean; readonly columns: ChosenColumns };

/**
 * A semicolon or a bar where the lines have one; else tab for a tsv or where there is any tab; space where there is a
 * space and no comma; else comma.
 */
const separatorFor =
  (kind: FileKind) =>
  (text: string): Separator => {
    const lines = linesToSearch(text);
    const [first = ''] = lines;
    const inAll = (mark: string) => lines.length > 0 && lines.every((line) => line.includes(mark));
    const inMost = (mark: string) =>
      first.includes(mark) &&
      !first.includes(',') &&
      lines.filter((line) => line.includes(mark)).length > lines.length / 2;
    const mark = inAll('\t') ? undefined : ([';', '|'] as const).find((one) => inAll(one) || inMost(one));
    if (mark !== undefined) return mark;
    if (kind === 'tsv' || lines.some((line) => line.includes('\t'))) return '\t';
    return !text.includes(',') && /[ \u00a0]/.test(text.trim()) ? ' ' : ',';
  };

/** Marks of thousands, as spreadsheets write them, unless a score has the mark before decimals. */
const THOUSANDS: Partial<Record<Separator, string>> = { ';': '.', ',': ',', '\t': ',' };

function textRows(text: string, kind: FileKind, options: TextOptions): Parsed {
  const table = readCsv(text, { limits: LIMITS, separatorOf: separatorFor(kind), lenient: true });
  if (!('rows' in table)) return { rows: [], header: null, dropped: [] };
  const { separator } = table;
  const lines: CsvRow[] = [];
  let [width, hasSpacedThousands] = [2, false];
  for (const row of table.rows) {
    const cells = separator === ' ' ? lastTokenApart(row.cells[0] ?? '') : filled(row.cells);
    lines.push({ ...row, cells });
    if (!row.isTooLong) width = Math.max(width, cells.length);
    hasSpacedThousands ||= separator === ' ' && isSpaced(cells) && /^0/.test(cells[1] ?? '');
  }
  const first = lines.find(({ cells }, index) => cells.length > 1 || (index === 0 && isNamed(cells)));
  const header = first !== undefined && isHeader(first.cells) ? first : null;
  const named = options.keepHeader ? null : (header?.cells ?? null);
  const columns = findColumns(named, width, options.columns, {
    example: first?.cells ?? [],
    numbers: named === null ? numberColumns(lines, separator) : [],
  });
  const scoreIn = (cells: readonly string[]): string => cells[columns.score ?? 1] ?? '';
  const mark = THOUSANDS[separator];
  const thousands =
    mark !== undefined && lines.some(({ cells }) => hasDecimals(scoreIn(cells), mark)) ? undefined : mark;
  const shown = ({ cells }: CsvRow) => shortened(cells.join(separator === '\t' ? ' | ' : separator));
  const read = ({ line, cells, isTooLong }: CsvRow): Row | { readonly why: string } => {
    if (isTooLong) return { why: 'the line is far too long' };
    if (hasSpacedThousands && isSpaced(cells)) return { why: UNCLEAR };
    // 1 and 204 may be the number 1,204: a score of 1 would then be wrong without a word.
    const isExtra = cells.length > (named?.length ?? 2) && options.columns.score === undefined;
    if (isExtra && isOneNumber(cells.slice(columns.score ?? 1), separator)) return { why: UNCLEAR };
    return readRow(line, cells[columns.name ?? 0] ?? '', scoreIn(cells), thousands);
  };
  const [rows, dropped]: [Row[], Dropped[]] = [[], []];
  for (const line of isAsked(columns) ? [] : lines) {
    if (line === header && named !== null) continue;
    const row = read(line);
    if ('why' in row) dropped.push({ line: line.line, text: shown(line), why: row.why });
    else rows.push(row);
  }
  return {
    rows,
    header: header && { text: shown(header), kept: options.keepHeader },
    dropped,
    ...(width > 2 && { columns }),
  };
}

const UNQUOTED = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/;
const isOneNumber = (cells: readonly string[], separator: Separator): boolean =>
  separator === ',' && UNQUOTED.test(cells.join(','));

const SEARCHED = 500;

/** Besides the first; in most of the lines that have numbers. */
function numberColumns(lines: readonly CsvRow[], separator: Separator): number[] {
  const counts: number[] = [];
  let numbered = 0;
  for (const { cells, isTooLong } of lines.slice(0, SEARCHED)) {
    const columns = cells.flatMap((cell, index) => (index > 0 && readScore(cell) !== null ? [index] : []));
    if (isTooLong || columns.length === 0 || isOneNumber(cells.slice(1), separator)) continue;
    numbered += 1;
    for (const index of columns) counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts.flatMap((count, index) => (count * 2 > numbered ? [index] : []));
}

const isNamed = (cells: readonly string[]): boolean => /name/i.test(cells.join(' '));
const isHeader = (cells: readonly string[]): boolean =>
  isNamed(cells) || (looksLikeHeader(cells) && cells.every((cell) => readScore(cell) === null));

/** 12 and 000, which may be the number 12 000. */
const isSpaced = ([name = '', score = '']: readonly string[]): boolean =>
  /^\d{3}$/.test(score) && /(^|\s)[+-]?\d{1,3}$/.test(name.slice(-6));

/** Parts thousands inside a token. */
const NO_BREAK = /(?:^|\s)(\S?\d{1,3}(?:[\u00a0\u2007\u202f]\d{3})+)$/;

/** `line` has no white space at its end. A regular expression would search for the last token from every position. */
function lastTokenApart(line: string): string[] {
  let at = line.length - (NO_BREAK.exec(line.slice(-24))?.[1]?.length ?? 0);
  if (at === line.length) while (at > 0 && /\S/.test(line.charAt(at - 1))) at -= 1;
  return [line.slice(0, at), line.slice(at)].map(withoutQuotes);
}

/** Spreadsheets write empty cells at the end. */
const filled = (cells: readonly string[]): readonly string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);

export const NOT_A_LIST = 'JSON must be an array of objects';

type Entry = Readonly<Record<string, unknown>>;

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** '' for anything but numbers and texts. */
const written = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? numberText(value) : '';

/** Not a score at 1e21 and above, which JavaScript writes with an exponent. */
const numberText = (value: number): string => (Number.isFinite(value) ? Math.trunc(value).toFixed(0) : String(value));

function jsonRows(text: string): Parsed | Unreadable | null {
  const list = fromJson(text);
  if (list === undefined) return null;
  if (!Array.isArray(list) || !list.every(isEntry)) return { problem: NOT_A_LIST };
  const rows: Row[] = [];
  const dropped: Dropped[] = [];
  for (const [index, entry] of list.entries()) {
    const read = readRow(index + 1, written(entry.name), written(entry.score));
    if ('why' in read) dropped.push({ line: index + 1, text: shortened(JSON.stringify(entry)), why: read.why });
    else rows.push(read);
  }
  return { rows, header: null, dropped };
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const PARSE_FAILED = 'Failed to parse file. Check format and try again.';
export const NOT_TEXT = 'This file is not text. Save the sheet as CSV and choose that file.';

export type ParseOptions = {
  /** Treats the first line as a row although it contains 'name'. */
  readonly keepHeader?: boolean;
  readonly columns?: ChosenColumns;
};

export function parseFile(
  text: string,
  kind: FileKind,
  { keepHeader = false, columns = {} }: ParseOptions = {},
): Parsed | Unreadable {
  const written = text.startsWith('\ufeff') ? text.slice(1) : text;
  if (looksBinary(written)) return { problem: NOT_TEXT };
  if (kind !== 'json') return textRows(written, kind, { keepHeader, columns });
  return jsonRows(written) ?? { problem: PARSE_FAILED };
}
