import type { DataDuties } from '#database/duties.ts';
import { rehearsalSoundness } from './soundness.ts';

export const rehearsalDuties: DataDuties = { sound: rehearsalSoundness };
