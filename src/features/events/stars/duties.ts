import type { Duties } from '#database/duties.ts';
import { giveStars } from './store.ts';

/** They go with their visitor and their event, by the foreign keys. */
export const starDuties: Duties = { join: giveStars, personal: ['event_stars'] };
