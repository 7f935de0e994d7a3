/** Lines of a file that are not sent, by what is wrong with them: a hundred equal problems are one. */
import { groupBy } from '#platform/group-by.ts';
import { isolated } from '#platform/isolated.ts';
import { counted } from '#platform/numbers.ts';
import type { Dropped } from './rows.ts';

export type Problem = { readonly why: string; readonly lines: readonly Dropped[] };

export const problemsOf = (dropped: readonly Dropped[]): readonly Problem[] =>
  [...groupBy(dropped, ({ why }) => why)].map(([why, lines]) => ({ why, lines }));

/** One problem as it is sent with an upload: how many lines have it, and the first of them. */
export type LeftOut = { readonly why: string; readonly count: number; readonly line: number; readonly text: string };

export const leftOutOf = (dropped: readonly Dropped[]): LeftOut[] =>
  problemsOf(dropped).flatMap(({ why, lines: [first, ...more] }) =>
    first === undefined ? [] : [{ ...first, why, count: 1 + more.length }],
  );

/** As in the upload's errors. */
export const leftOutSentence = ({ why, count, line, text }: LeftOut): string =>
  count === 1
    ? `Line ${line} was left out: ${why} (“${isolated(text)}”).`
    : `${counted(count, 'line')} were left out: ${why} (the first is line ${line}, “${isolated(text)}”).`;
