import type { FestivalEvent } from '#features/events/contract.ts';
import { isFull, sortByStart } from '#features/events/rules.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { Rsvp } from './contract.ts';

/** Places one device may take in one event (behaviour section 2). */
export const PLACES_PER_DEVICE = 6;

export type RegisterFacts = {
  readonly event: Pick<FestivalEvent, 'status' | 'capacity' | 'currentRegistrations'>;
  readonly playerName: string;
  /** Whether the same name key already has a place in this event, and on whose device. */
  readonly sameName: null | 'same-device' | 'other';
  /** Places this device already has in this event. */
  readonly deviceCount: number;
  readonly bracketDrawn: boolean;
};

export const nameTaken = (playerName: string): Refusal =>
  new Refusal('ALREADY_REGISTERED', `Someone called ${playerName} is already registered. Add an initial.`, {
    field: 'playerName',
  });

/** Whether this person may take a place now. The last seat itself is decided by the conditional update, not here. */
export const canRegister = ({ event, playerName, sameName, deviceCount, bracketDrawn }: RegisterFacts): Verdict => {
  if (event.status === 'completed') return new Refusal('EVENT_OVER', 'This event is over.');
  if (bracketDrawn) {
    return new Refusal('BRACKET_DRAWN', 'The bracket of this event is already drawn, so nobody can join any more.');
  }
  const field = { field: 'playerName' };
  if (sameName === 'same-device') return new Refusal('ALREADY_REGISTERED', "You're already registered.", field);
  if (sameName === 'other') return nameTaken(playerName);
  if (deviceCount >= PLACES_PER_DEVICE) {
    return new Refusal('TOO_MANY_HERE', `This device already holds ${PLACES_PER_DEVICE} places in this event.`);
  }
  return isFull(event) ? new Refusal('EVENT_FULL', 'This event is full.') : null;
};

/** A place may be given back by the device that took it, and by organisers. */
export const canCancel = (
  ownerId: string | null,
  asking: { visitorId: string | null; adminSessionId: string | null },
): Verdict =>
  asking.adminSessionId !== null || (ownerId !== null && ownerId === asking.visitorId)
    ? null
    : new Refusal('NOT_YOURS', 'This place belongs to another phone.');

export type ScheduleEntry<E> = { readonly rsvp: Rsvp; readonly event: E; readonly startTime: string };

/** My RSVPs with their events, soonest first. An RSVP whose event is gone is left out. */
export const joinSchedule = <E extends { readonly id: string; readonly startTime: string }>(
  rsvps: readonly Rsvp[],
  events: readonly E[],
): ScheduleEntry<E>[] => {
  const byId = new Map(events.map((event) => [event.id, event]));
  const entries = rsvps.flatMap((rsvp) => {
    const event = byId.get(rsvp.eventId);
    return event === undefined ? [] : [{ rsvp, event, startTime: event.startTime }];
  });
  return sortByStart(entries);
};
