/** Result of parsing a score file, and its two fields; shared by text and JSON. */
import { isTooLong } from '#platform/names.ts';
import { plainNumber } from '#platform/numbers.ts';

/** `line` counts from 1: lines of a text, entries of a JSON list. */
export type Row = { readonly line: number; readonly name: string; readonly score: number };
export type Dropped = { readonly line: number; readonly text: string; readonly why: string };

export type Parsed = {
  readonly rows: readonly Row[];
  /** The first line when it looks like a header; `kept` when it was read as a row on request. */
  readonly header: { readonly text: string; readonly kept: boolean } | null;
  readonly dropped: readonly Dropped[];
};

/** The file is unreadable; `problem` is the text of the 'Parse Error' toast. */
export type Unreadable = { readonly problem: string };

const WHOLE = /^[+-]?\d{1,15}$/;
const DECIMAL = /^([+-]?\d{1,15})\.\d*$/;

/**
 * Parses a score as an integer: decimals are cut off. Returns null for anything but a number, so that '1,204' never
 * becomes 1.
 */
export const readScore = (written: string): number | null => {
  const plain = WHOLE.test(written) ? written : plainNumber(written);
  const whole = WHOLE.test(plain) ? plain : DECIMAL.exec(plain)?.[1];
  // Adding 0 turns -0 into 0.
  return whole === undefined ? null : Number(whole) + 0;
};

/** Returns one row from its two fields, or why it is dropped. */
export const readRow = (line: number, name: string, written: string): Row | { readonly why: string } => {
  if (name === '') return { why: 'no name' };
  if (isTooLong(name)) return { why: 'the name is far too long' };
  if (written === '') return { why: 'no score' };
  const score = readScore(written);
  return score === null ? { why: `“${shortened(written)}” is not a whole number` } : { line, name, score };
};

const SHOWN = 60;
const UNREADABLE = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]+/gu;

/** Returns text of a file for use in a message: long enough to find it, without characters that garble the message. */
export const shortened = (text: string): string => {
  const letters = [...text.slice(0, 4 * SHOWN)];
  const whole = letters.length <= SHOWN && text.length <= 4 * SHOWN;
  return (whole ? text : `${letters.slice(0, SHOWN).join('')}…`).replace(UNREADABLE, '�');
};
