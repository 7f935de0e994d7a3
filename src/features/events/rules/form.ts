/** The event form: its initial values, and how it reads typed numbers. */
import type { NewEvent } from '../contract.ts';
import { CAPACITY, DURATION } from '../limits.ts';

/** Initial values of the Create New Event dialog; other fields start empty. */
export const NEW_EVENT = {
  eventType: 'video-game',
  duration: DURATION.fallback,
  capacity: CAPACITY.fallback,
  tournamentType: null,
} as const satisfies Partial<NewEvent>;

/** Parses a typed integer, or returns the fallback. */
export const wholeOr = (typed: string, fallback: number): number => {
  const number = Number.parseInt(typed, 10);
  return Number.isNaN(number) ? fallback : number;
};
