import type { DataDuties } from '#database/duties.ts';
import { archiveSoundness } from './soundness.ts';

export const archiveDuties: DataDuties = { sound: archiveSoundness };
