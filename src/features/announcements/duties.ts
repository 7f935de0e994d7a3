import type { DataDuties } from '#database/duties.ts';
import { announcementSoundness } from './soundness.ts';
import { dropLists } from './store.ts';

export const announcementDuties: DataDuties<'announcement_lists'> = {
  sound: announcementSoundness,
  anonymise: dropLists,
};
