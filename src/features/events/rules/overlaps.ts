/** Which events happen at the same time. */
import type { FestivalEvent } from '../contract.ts';
import { endOf, startOf } from './clock.ts';

export type Span = Pick<FestivalEvent, 'startTime' | 'duration'> & Partial<Pick<FestivalEvent, 'lateMinutes'>>;

/** Returns whether both go on at some moment. One that begins when the other ends does not overlap it. */
export const overlap = (one: Span, other: Span): boolean => startOf(one) < endOf(other) && startOf(other) < endOf(one);
