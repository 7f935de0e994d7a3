/**
 * Rows of CSV, TSV and TXT: split into lines first, then each line into name and score (docs/behaviour.md "Scores"). A quote
 * that is not closed costs one line, whereas a CSV table ends there.
 */
import { closingQuote } from '#platform/csv.ts';
import type { FileKind } from './file-kinds.ts';
import { type Dropped, type Parsed, type Row, readRow, shortened } from './rows.ts';

type Delimiter = '\t' | ',' | ' ';

/** Returns tab for a tsv or where there is any tab; space where there is a space and no comma; else comma. */
export const delimiterOf = (text: string, kind: FileKind): Delimiter => {
  if (kind === 'tsv' || text.includes('\t')) return '\t';
  return !text.includes(',') && text.trim().includes(' ') ? ' ' : ',';
};

const HEADER = /name/i;
const LINE_END = /\r\n?|\n/g;
/** Characters. A line is read in one step. */
const LONGEST_LINE = 10_000;
/** Characters read between two yields, to the end of a line. */
const PER_STEP = 10_000;

/** Yields the progress from 0 to 1. */
export function* textRows(text: string, kind: FileKind, keepHeader: boolean): Generator<number, Parsed, void> {
  const delimiter = delimiterOf(text, kind);
  const rows: Row[] = [];
  const dropped: Dropped[] = [];
  let header: Parsed['header'] = null;
  let first = true;
  let number = 0;
  let lastYield = 0;
  /** As the header names them. */
  let columns = 2;
  for (const { line, end } of linesOf(text)) {
    number += 1;
    if (end - lastYield >= PER_STEP) {
      lastYield = end;
      yield end / text.length;
    }
    const written = line.trim();
    if (written === '') continue;
    if (first && HEADER.test(written)) header = { text: shortened(written), kept: keepHeader };
    const skipped = first && header !== null && !keepHeader;
    first = false;
    if (skipped) {
      if (delimiter === ',' && line.length <= LONGEST_LINE) columns = filledFields(line, delimiter).length;
      continue;
    }
    if (line.length > LONGEST_LINE) {
      dropped.push({ line: number, text: shortened(written), why: 'the line is far too long' });
      continue;
    }
    const fields = delimiter === ' ' ? lastTokenApart(written) : filledFields(line, delimiter);
    const [name = '', score = '', ...more] = fields;
    const all = [score, ...more].join(',');
    const isOneNumber = delimiter === ',' && fields.length > columns && THOUSANDS.test(all);
    const read = readRow(number, name, isOneNumber ? all : score);
    if ('why' in read) dropped.push({ line: number, text: shortened(written), why: read.why });
    else rows.push(read);
  }
  return { rows, header, dropped };
}

/** Yields line by line, so that a large file is never in memory twice. */
function* linesOf(text: string): Generator<{ line: string; end: number }, void, void> {
  let start = 0;
  for (const { index, 0: mark } of text.matchAll(LINE_END)) {
    yield { line: text.slice(start, index), end: index };
    start = index + mark.length;
  }
  yield { line: text.slice(start), end: text.length };
}

/** 1 and 204 may be the number 1,204: a score of 1 would then be wrong without a word. */
const THOUSANDS = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/;

/** `line` has no white space at its end. A regular expression would search for the last token from every position. */
function lastTokenApart(line: string): string[] {
  let at = line.length;
  while (at > 0 && /\S/.test(line.charAt(at - 1))) at -= 1;
  return [line.slice(0, at), line.slice(at)].map(withoutQuotes);
}

/**
 * A field in double quotes may contain the delimiter, and a doubled quote. An unclosed quote is an ordinary character.
 */
const QUOTED = /^\s*"((?:[^"]|"")*)"\s*$/;

/** Leaves out the empty fields that spreadsheets write at the end. */
function filledFields(line: string, delimiter: ',' | '\t'): string[] {
  const fields = splitFields(line, delimiter);
  return fields.slice(0, fields.findLastIndex((field) => field !== '') + 1);
}

function splitFields(line: string, delimiter: ',' | '\t'): string[] {
  const fields: string[] = [];
  let start = 0;
  while (start <= line.length) {
    const end = endOfField(line, start, delimiter);
    fields.push(withoutQuotes(line.slice(start, end)));
    start = end + 1;
  }
  return fields;
}

function endOfField(line: string, start: number, delimiter: string): number {
  const opening = start + line.slice(start).search(/\S|$/);
  const closing = line[opening] === '"' ? closingQuote(line, opening) : -1;
  const end = line.indexOf(delimiter, closing === -1 ? start : closing);
  return end === -1 ? line.length : end;
}

/** Removes quotes around a field; those inside a name (Anna "Ace" Lee, O'Malley) stay. */
function withoutQuotes(field: string): string {
  const quoted = QUOTED.exec(field)?.[1];
  if (quoted !== undefined) return quoted.replaceAll('""', '"').trim();
  const bare = field.trim();
  const single = /^'(.*)'$/.exec(bare)?.[1];
  return (single ?? withoutStrayQuote(bare)).trim();
}

/** Removes a quote that was opened and not closed, or closed and not opened. */
const withoutStrayQuote = (field: string): string =>
  field.split('"').length === 2 ? field.replace(/^"|"$/, '') : field;
