import type { Duties } from '#database/duties.ts';
import { goOn } from './store.ts';

export const calendarDuties: Duties = {
  join: goOn,
  personal: ['joined_visitors'],
};
