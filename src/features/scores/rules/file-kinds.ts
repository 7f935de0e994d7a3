/** Which files of scores are read, and what is no such file (spec section 5). */

const KINDS = ['csv', 'tsv', 'txt', 'json'] as const;
export type FileKind = (typeof KINDS)[number];

/** For the file dialog's filter. */
export const ACCEPTED = KINDS.map((kind) => `.${kind}`).join(',');

/** The kind by the name's ending, whatever its case; null for any other file. */
export const fileKindOf = (fileName: string): FileKind | null => {
  const ending = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase();
  return KINDS.find((kind) => kind === ending) ?? null;
};

/** Far more than 5,000 rows need. Beyond it a browser would only be slow to say no. */
export const LARGEST_FILE = 20 * 1024 * 1024;

/** Everything below the space but tab, line ends, form feed and the mark that old systems end files with. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const NOT_TEXT = /[\u0000-\u0008\u000e-\u0019\u001b-\u001f]/;

/** Is it a picture, a workbook or a program under a text file's name? */
export const looksBinary = (text: string): boolean => NOT_TEXT.test(text);

const NOT_READABLE = 'This file is not text. Save the sheet as CSV and choose that file.';

export type Parsing = {
  readonly rows: readonly ScoreLine[];
  /** The line that was taken as a header, or that would have been if it weren't kept as a row; null if there is none. */
  readonly header: { readonly text: string; readonly kept: boolean } | null;
  readonly dropped: readonly Dropped[];
};

/** `line` counts lines of the file from 1; of a JSON list, its objects. */
export type ScoreLine = { readonly line: number; readonly name: string; readonly score: number };
export type Dropped = { readonly line: number; readonly text: string; readonly why: string };

/** What one line or object came to. */
export type Read = { readonly name: string; readonly score: number } | { readonly why: string };

/** A file of which nothing can be read; the sentence is the message of 'Parse Error'. */
export type Unreadable = { readonly problem: string };

export const notText: Unreadable = { problem: NOT_READABLE };

const WHOLE = /^[+-]?\d{1,15}$/;
const DECIMAL = /^([+-]?\d{1,15})[.]\d*$/;

/**
 * A score as it is written, by integer parse: what follows a decimal point is cut off. Anything that is not all number is
 * none, so that '1,204' never becomes 1.
 */
export const readScore = (written: string): number | null => {
  const whole = WHOLE.test(written) ? written : DECIMAL.exec(written)?.[1];
  // Adding 0 makes -0 an ordinary 0.
  return whole === undefined ? null : Number(whole) + 0;
};

/** Longer than any name, and than the server takes in a row. */
const LONGEST = 500;

/** One row from its two fields, both trimmed. */
export const readRow = (name: string, written: string): Read => {
  if (name === '') return { why: 'no name' };
  if (name.length > LONGEST) return { why: 'the name is far too long' };
  if (written === '') return { why: 'no score' };
  const score = readScore(written);
  return score === null ? { why: `“${shortened(written)}” is not a whole number` } : { name, score };
};

const SHOWN = 60;

/** For sentences about what stood in a file: enough to find it again. */
export const shortened = (text: string): string => {
  const letters = [...text.slice(0, 4 * SHOWN)];
  return letters.length <= SHOWN && text.length <= 4 * SHOWN ? text : `${letters.slice(0, SHOWN).join('')}…`;
};
