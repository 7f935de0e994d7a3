import type { DataDuties } from '#database/duties.ts';
import { forgetNetworks } from './jobs.ts';
import { admissionSoundness } from './soundness.ts';

export const admissionDuties: DataDuties = { sound: admissionSoundness, jobs: [forgetNetworks] };
