/** Seats of an event: how full it is, and whether its capacity may change. */
import { counted } from '#platform/numbers.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { FestivalEvent } from '../contract.ts';
import { CAPACITY } from '../limits.ts';

type Seats = Pick<FestivalEvent, 'capacity' | 'currentRegistrations'>;

export const isFull = ({ capacity, currentRegistrations }: Seats): boolean => currentRegistrations >= capacity;

/** Returns the capacity badge (docs/behaviour.md "Programme"). Integer arithmetic, to avoid rounding at 75 %. */
export const capacityState = (event: Seats): 'FULL' | 'ALMOST FULL' | 'OPEN' => {
  if (isFull(event)) return 'FULL';
  return event.currentRegistrations * 4 >= event.capacity * 3 ? 'ALMOST FULL' : 'OPEN';
};

/** 0 to 100, rounded down so that 100 means that no place is left. */
export const percentFull = ({ capacity, currentRegistrations }: Seats): number =>
  Math.min(100, Math.floor((currentRegistrations * 100) / capacity));

export const spotsRemaining = ({ capacity, currentRegistrations }: Seats): number =>
  Math.max(0, capacity - currentRegistrations);

/** Returns the event with the capacity that it has when its lent seats have ended. */
export const withoutLent = <E extends Pick<Seats, 'capacity'>>(event: E, lent = 0): E => ({
  ...event,
  capacity: Math.max(CAPACITY.min, event.capacity - lent),
});

/** Capacity must not fall below the places taken; `lent` of them have seats that end with them anyway. */
export const whyNotChangeCapacity = (next: number, registered: number, lent = 0): Verdict => {
  if (next >= registered - lent) return null;
  const people = counted(registered, 'person is', 'people are');
  return new Refusal('CAPACITY_TAKEN', `${people} already registered, so the capacity can't be ${next}.`, {
    field: 'capacity',
  });
};

/** Organisers add a seat for somebody whom nobody else's place makes room for. */
export const whyNotAddSeat = ({ capacity }: Pick<Seats, 'capacity'>): Verdict =>
  capacity < CAPACITY.max ? null : new Refusal('EVENT_FULL', `An event has at most ${CAPACITY.max} seats.`);
