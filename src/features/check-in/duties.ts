import type { DataDuties } from '#database/duties.ts';
import { dropOldTaps } from './jobs.ts';
import { checkInSoundness } from './soundness.ts';

export const checkInDuties: DataDuties<keyof typeof checkInSoundness.rows> = {
  sound: checkInSoundness,
  jobs: [dropOldTaps],
  cleared: ['door_taps'],
  personal: ['door_taps'],
};
