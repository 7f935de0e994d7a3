import type { DataDuties } from '#database/duties.ts';
import { dropSpentTries } from './jobs.ts';

export const throttleDuties: DataDuties = { jobs: [dropSpentTries] };
