/** Checks a festival file beyond the shape of its rows: no id twice, and no reference to a missing row. */

import { firstTwice } from '#platform/lists.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { FestivalFile } from '../contract.ts';

type Lists = Readonly<Record<string, readonly { readonly id?: string }[]>>;
type ListToCheck = {
  readonly key: string;
  check?(file: FestivalFile): Verdict;
};

/** Checks each list for duplicate ids, then by its own rule. */
export function checkFestivalFile(file: FestivalFile, lists: readonly ListToCheck[]): Verdict {
  for (const { key } of lists) {
    const ids = (file as unknown as Lists)[key]?.flatMap(({ id }) => id ?? []) ?? [];
    const id = firstTwice(ids, (one) => one);
    if (id !== null) {
      return new Refusal('BAD_INPUT', `The file holds the id ${id} twice among its ${key}.`, { field: key });
    }
  }
  for (const { check } of lists) {
    const verdict = check === undefined ? null : check(file);
    if (verdict !== null) return verdict;
  }
  return null;
}
