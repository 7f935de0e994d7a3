import type { Duties } from '#database/duties.ts';
import { forgetNetworks } from './jobs.ts';

export const admissionDuties: Duties = { jobs: [forgetNetworks] };
