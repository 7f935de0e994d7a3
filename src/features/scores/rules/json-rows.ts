/** Rows of a JSON file. */
import { type Dropped, type Parsed, type Row, readRow, shortened, type Unreadable } from './rows.ts';

export const NOT_A_LIST = 'JSON must be an array of objects';

type Entry = Readonly<Record<string, unknown>>;

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a number or a text as text; '' for anything else. */
const written = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? numberText(value) : '';

/** Not a score at 1e21 and above, which JavaScript writes with an exponent. */
const numberText = (value: number): string => (Number.isFinite(value) ? Math.trunc(value).toFixed(0) : String(value));

/** Returns null when the text is not JSON. */
export function jsonRows(text: string): Parsed | Unreadable | null {
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
