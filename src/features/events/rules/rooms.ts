/** Which events are in one room. */
import { looseKey } from '#platform/names.ts';
import type { FestivalEvent } from '../contract.ts';

/**
 * Returns the key of an event's room. Spellings that differ in case, accents, punctuation or spaces are one room, but
 * K.1.105 is not K.11.05.
 */
export const roomOf = ({ location }: Pick<FestivalEvent, 'location'>): string => looseKey(location) || location;
