/** Which events are in one room. */
import { roomKey } from '#platform/names.ts';
import type { FestivalEvent } from '../contract.ts';

/** Returns the key of an event's room. */
export const roomOf = ({ location }: Pick<FestivalEvent, 'location'>): string => roomKey(location);
