import type { DataDuties } from '#database/duties.ts';
import { dropOldCodes } from './jobs.ts';
import { deviceSoundness } from './soundness.ts';

/** A code goes with its visitor; those of handovers expire. */
export const deviceDuties: DataDuties<'device_codes'> = {
  sound: deviceSoundness,
  jobs: [dropOldCodes],
  personal: ['device_codes'],
};
