import type { Duties } from '#database/duties.ts';
import { dropSpentTries } from './jobs.ts';

export const throttleDuties: Duties = { jobs: [dropSpentTries] };
