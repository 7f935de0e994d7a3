import type { Duties } from '#database/duties.ts';
import { dropLists } from './store.ts';

export const announcementDuties: Duties = {
  anonymise: dropLists,
  erase: dropLists,
};
