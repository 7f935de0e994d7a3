/** The invariants of all slices. */
import type { FindProblems } from '#database/soundness.ts';
import { SLICES } from './slices.ts';

export const findProblems: FindProblems = async (db) => {
  const found: string[] = [];
  for (const { problems } of SLICES) found.push(...((await problems?.(db)) ?? []));
  return found;
};
