import type { DataDuties } from '#database/duties.ts';
import { calendarSoundness } from './soundness.ts';
import { goOn } from './store.ts';

export const calendarDuties: DataDuties<'joined_visitors'> = {
  sound: calendarSoundness,
  join: goOn,
  personal: ['joined_visitors'],
};
