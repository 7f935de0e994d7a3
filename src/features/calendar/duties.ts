import type { DataDuties } from '#database/duties.ts';
import { calendarSoundness } from './soundness.ts';

export const calendarDuties: DataDuties<'joined_visitors'> = { sound: calendarSoundness };
