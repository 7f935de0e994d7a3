import { groupBy } from '#platform/lists.ts';
import { isolated, isTooLong } from '#platform/names.ts';
import { counted, plainNumber } from '#platform/numbers.ts';
import type { Columns } from './columns.ts';

/** `line` counts from 1: lines of a text, entries of a JSON list. */
export type Row = { readonly line: number; readonly name: string; readonly score: number };
export type Dropped = { readonly line: number; readonly text: string; readonly why: string };

export type Parsed = {
  readonly rows: readonly Row[];
  readonly header: { readonly text: string; readonly kept: boolean } | null;
  readonly dropped: readonly Dropped[];
  readonly columns?: Columns;
};

/** `problem`: the text of the 'Parse Error' toast. */
export type Unreadable = { readonly problem: string };

/** A number has one kind of mark for thousands, and the other sign is the decimal one. */
const GROUPED = [
  [/^[+-]?\d{1,3}(?:[ \u00a0\u2007\u2009\u202f'’]\d{3})+(?:[.,]\d*)?$/, /[^\d.,+-]/g],
  [/^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/, /,/g],
  [/^[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d*)?$/, /\./g],
] as const;
const WHOLE = /^[+-]?\d{1,15}$/;
const DECIMAL = /^[+-]?\d{1,15}(?:[.,]\d*)?$/;
/** 1.204 and 1,204: one thousand two hundred and four, or one and a bit. */
const EITHER = /^[+-]?[1-9]\d{0,2}([.,])\d{3}$/;
export const UNCLEAR = 'the score can be read in two ways; write it without dots, commas and spaces, as 1204';

/** Cuts off decimals. UNCLEAR: two meanings, and `thousands` (a dot or a comma) does not decide. */
export const readScore = (written: string, thousands?: string): number | typeof UNCLEAR | null => {
  // Turns -0 into 0.
  if (WHOLE.test(written)) return Number(written) + 0;
  const plain = plainNumber(written);
  const mark = EITHER.exec(plain)?.[1];
  if (mark !== undefined && mark !== thousands) return UNCLEAR;
  const marks = GROUPED.find(([pattern]) => pattern.test(plain))?.[1];
  if (marks !== undefined) return Number.parseInt(plain.replace(marks, ''), 10) + 0;
  return DECIMAL.test(plain) ? Number.parseInt(plain, 10) + 0 : null;
};

/** The mark parts decimals and nothing else: 12.5, not 1.204. */
export const hasDecimals = (written: string, mark: string): boolean => {
  const plain = plainNumber(written);
  return plain.includes(mark) && DECIMAL.test(plain) && !EITHER.test(plain);
};

export const readRow = (
  line: number,
  name: string,
  written: string,
  thousands?: string,
): Row | { readonly why: string } => {
  if (name === '') return { why: 'no name' };
  if (isTooLong(name)) return { why: 'the name is far too long' };
  if (written === '') return { why: 'no score' };
  const score = readScore(written, thousands);
  if (score === null) return { why: 'the score is not a whole number' };
  return score === UNCLEAR ? { why: UNCLEAR } : { line, name, score };
};

const SHOWN = 60;
const UNREADABLE = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]+/gu;

/** For a message: long enough to find it, without characters that garble the message. */
export const shortened = (text: string): string => {
  const letters = [...text.slice(0, 4 * SHOWN)];
  const whole = letters.length <= SHOWN && text.length <= 4 * SHOWN;
  return (whole ? text : `${letters.slice(0, SHOWN).join('')}…`).replace(/\s+/g, ' ').replace(UNREADABLE, '�');
};

/** An organiser decided that the row is none. */
export const withoutRow = (parsed: Parsed, { line, name, score }: Row): Parsed => ({
  ...parsed,
  rows: parsed.rows.filter((row) => row.line !== line),
  dropped: [...parsed.dropped, { line, text: `${shortened(name)}, ${score}`, why: 'left out by hand' }],
});

/** Lines that are not sent: a hundred equal problems are one. */
export type Problem = { readonly why: string; readonly lines: readonly Dropped[] };

export const problemsOf = (dropped: readonly Dropped[]): readonly Problem[] =>
  [...groupBy(dropped, ({ why }) => why)].map(([why, lines]) => ({ why, lines }));

/** As sent: how many lines have it, and the first of them. */
export type LeftOut = { readonly why: string; readonly count: number; readonly line: number; readonly text: string };

export const leftOutOf = (dropped: readonly Dropped[]): LeftOut[] =>
  problemsOf(dropped).flatMap(({ why, lines: [first, ...more] }) =>
    first === undefined ? [] : [{ ...first, why, count: 1 + more.length }],
  );

export const leftOutSentence = ({ why, count, line, text }: LeftOut): string =>
  count === 1
    ? `Line ${line} was left out: ${why} (“${isolated(text)}”).`
    : `${counted(count, 'line')} were left out: ${why} (the first is line ${line}, “${isolated(text)}”).`;
