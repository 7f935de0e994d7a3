import type { Duties } from '#database/duties.ts';
import { dropOldTaps } from './jobs.ts';

export const checkInDuties: Duties = {
  jobs: [dropOldTaps],
  cleared: ['door_taps'],
  personal: ['door_taps'],
};
