import { z } from 'zod';
import type { Soundness } from '#database/soundness.ts';
import { storable } from '#platform/stored.ts';
import { BADGE_WORD, PAUSED } from './store.ts';

export const admissionSoundness: Soundness<never> = {
  facts: { [PAUSED]: z.literal('yes'), [BADGE_WORD]: storable(200) },
  rows: {},
};
