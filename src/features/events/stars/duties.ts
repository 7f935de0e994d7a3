import type { Duties } from '#database/duties.ts';
import { giveStars, listStars } from './store.ts';

/** They go with their visitor and their event, by the foreign keys. */
export const starDuties: Duties = {
  countOwned: async (db, visitorId) => ({ stars: (await listStars(db, visitorId)).length }),
  join: giveStars,
  personal: ['event_stars'],
};
