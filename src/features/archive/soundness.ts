import { z } from 'zod';
import type { Soundness } from '#database/soundness.ts';
import { LOCK, SAMPLE } from './store.ts';

export const archiveSoundness: Soundness<never> = {
  meta: { [SAMPLE]: z.literal('on'), [LOCK]: z.literal('') },
  rows: {},
};
