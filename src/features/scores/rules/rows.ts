/** What a file of scores comes to, and how its two fields are read; the same for text and JSON. */

/** `line` counts from 1: lines of a text, entries of a JSON list. */
export type Row = { readonly line: number; readonly name: string; readonly score: number };
export type Dropped = { readonly line: number; readonly text: string; readonly why: string };

export type Parsed = {
  readonly rows: readonly Row[];
  /** The first line where it looks like a header; `kept` when it was asked to count as a row all the same. */
  readonly header: { readonly text: string; readonly kept: boolean } | null;
  readonly dropped: readonly Dropped[];
};

/** Nothing in it can be read; the sentence is the message of 'Parse Error'. */
export type Unreadable = { readonly problem: string };

const WHOLE = /^[+-]?\d{1,15}$/;
const DECIMAL = /^([+-]?\d{1,15})\.\d*$/;

/**
 * A score as it is written, by integer parse: what follows a decimal point is cut off. Null where more than a number
 * stands there, so that '1,204' never becomes 1.
 */
export const readScore = (written: string): number | null => {
  const whole = WHOLE.test(written) ? written : DECIMAL.exec(written)?.[1];
  // Adding 0 makes -0 an ordinary 0.
  return whole === undefined ? null : Number(whole) + 0;
};

/** Far beyond any name, and what the call takes in a row. */
const LONGEST = 500;

/** One row of its two fields, or why there is none. */
export const readRow = (line: number, name: string, written: string): Row | { readonly why: string } => {
  if (name === '') return { why: 'no name' };
  if (name.length > LONGEST) return { why: 'the name is far too long' };
  if (written === '') return { why: 'no score' };
  const score = readScore(written);
  return score === null ? { why: `“${shortened(written)}” is not a whole number` } : { line, name, score };
};

const SHOWN = 60;
const UNREADABLE = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]+/gu;

/** What stood in a file, for a sentence about it: enough to find it again, and nothing that garbles the sentence. */
export const shortened = (text: string): string => {
  const letters = [...text.slice(0, 4 * SHOWN)];
  const whole = letters.length <= SHOWN && text.length <= 4 * SHOWN;
  return (whole ? text : `${letters.slice(0, SHOWN).join('')}…`).replace(UNREADABLE, '�');
};
