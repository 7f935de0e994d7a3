import { z } from 'zod';
import type { Soundness } from '#database/soundness.ts';
import { SETTLED, STEPS } from './rules.ts';
import { keyOf } from './store.ts';

export const firstStepSoundness: Soundness<never> = {
  meta: Object.fromEntries(STEPS.map((step) => [keyOf(step), z.enum(SETTLED)])),
  rows: {},
};
