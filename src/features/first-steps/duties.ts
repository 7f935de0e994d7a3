import type { DataDuties } from '#database/duties.ts';
import { firstStepSoundness } from './soundness.ts';

export const firstStepDuties: DataDuties = { sound: firstStepSoundness };
