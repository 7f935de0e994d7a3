import { z } from 'zod';
import type { Soundness } from '#database/soundness.ts';
import { storable } from '#platform/stored.ts';
import { BADGE_WORD, PAUSED } from './store.ts';

/** The value in `meta` of a cap's tally. */
export const TALLY = z.string().regex(/^\d{1,9}$/, 'is not a number of rows');

export const admissionSoundness: Soundness<never> = {
  meta: { [PAUSED]: z.literal('yes'), [BADGE_WORD]: storable(200) },
  rows: {},
};
