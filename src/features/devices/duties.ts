import type { Duties } from '#database/duties.ts';
import { dropOldCodes } from './jobs.ts';

/** A code goes with its visitor; those of handovers expire. */
export const deviceDuties: Duties = {
  jobs: [dropOldCodes],
  personal: ['device_codes'],
};
