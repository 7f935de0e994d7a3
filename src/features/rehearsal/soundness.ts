import { z } from 'zod';
import type { Soundness } from '#database/soundness.ts';
import { REHEARSAL } from './commands.ts';

export const rehearsalSoundness: Soundness<never> = {
  meta: { [REHEARSAL]: z.string().regex(/^\d{1,12}$/, 'is not a number of milliseconds') },
  rows: {},
};
