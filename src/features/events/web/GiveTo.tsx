import { type ComponentType, createContext } from 'react';
import type { EventAward } from '../contract.ts';

export type GiveToProps = { eventId: string; award: Pick<EventAward, 'placeId' | 'name'> };

/** The button that says whose account gets the points of a place. Points have it, which events must not import. */
export const GiveTo = createContext<ComponentType<GiveToProps> | null>(null);
