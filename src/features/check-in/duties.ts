import type { DataDuties } from '#database/duties.ts';
import { checkInSoundness } from './soundness.ts';

export const checkInDuties: DataDuties<'check_in_alarms'> = { sound: checkInSoundness };
