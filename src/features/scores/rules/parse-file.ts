/** The parser of score files. */
import type { ChosenColumns } from './columns.ts';
import { type FileKind, looksBinary } from './file-kinds.ts';
import { jsonRows } from './json-rows.ts';
import type { Parsed, Unreadable } from './rows.ts';
import { textRows } from './text-rows.ts';

export const PARSE_FAILED = 'Failed to parse file. Check format and try again.';
export const NOT_TEXT = 'This file is not text. Save the sheet as CSV and choose that file.';

export type ParseOptions = {
  /** Treats the first line as a row although it contains 'name'. */
  readonly keepHeader?: boolean;
  /** Instead of those that the header names. */
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
