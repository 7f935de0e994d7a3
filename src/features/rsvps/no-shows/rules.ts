/** Whose place is given to the line because they did not come (docs/behaviour.md "No-shows"). */
import type { FestivalEvent } from '#features/events/contract.ts';
import { isEnded, startOf } from '#features/events/rules/clock.ts';
import { MINUTE } from '#platform/durations.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { Rsvp } from '../contract.ts';
import { whyNotRegister } from '../rules.ts';

/** Before the start, people who are not checked in are asked. */
const ASKED_MS = 5 * MINUTE;
/** Where only staff give places away, a person who got a place from the line after the start has this long to come. */
const GRACE_MS = 10 * MINUTE;
/** So much longer the place of somebody is kept who says that they are coming. */
const KEPT_MS = 15 * MINUTE;

type Facts = Pick<
  FestivalEvent,
  'startTime' | 'lateMinutes' | 'duration' | 'status' | 'bracketDrawn' | 'bracketDecided' | 'releaseAfter'
>;
/** `askedAt`: when they were asked whether they come, or told of a place from the line, ISO 8601 UTC; null for neither. */
type Place = Pick<Rsvp, 'checkedIn' | 'coming'> & { readonly askedAt: string | null };

/** Not of a drawn tournament, whose players are in its bracket, and not of what is over. */
const givesPlaces = (event: Facts, now: number): boolean =>
  event.status !== 'completed' && !event.bracketDrawn && !isEnded(event, new Date(now).toISOString());

/**
 * Milliseconds since 1970. A person who got the place after the start has the same time, counted from when they were asked. Where
 * the event gives no places away by itself, staff may do it from the start on.
 */
export const keptUntil = (event: Facts, { coming, askedAt }: Place): number => {
  const kept = coming ? KEPT_MS : 0;
  const asked = askedAt === null ? null : Date.parse(askedAt);
  if (event.releaseAfter === null)
    return Math.max(startOf(event), asked !== null && asked > startOf(event) ? asked + GRACE_MS : 0) + kept;
  if (asked === null) return Number.POSITIVE_INFINITY;
  return Math.max(startOf(event), asked) + event.releaseAfter * MINUTE + kept;
};

/** From when on people are asked, ISO 8601 UTC; null where they are not asked now. Those who get a place later are asked then. */
export function askingSince(event: Facts, now: number): string | null {
  const since = startOf(event) - ASKED_MS;
  return event.releaseAfter !== null && givesPlaces(event, now) && now >= since ? new Date(since).toISOString() : null;
}

/** The places whose people are missing, where others were checked in. */
export const noShows = <P extends Place>(event: Facts, places: readonly P[], now: number): P[] =>
  givesPlaces(event, now) && places.some(({ checkedIn }) => checkedIn)
    ? places.filter((place) => !place.checkedIn && keptUntil(event, place) <= now)
    : [];

export const whyNotKeep = (event: Facts, now: number): Verdict => {
  if (event.releaseAfter === null) return new Refusal('SWITCHED_OFF', 'This event gives no places away.');
  if (now < startOf(event) - ASKED_MS)
    return new Refusal('SWITCHED_OFF', 'Places are kept from five minutes before the start on.');
  return givesPlaces(event, now) ? null : new Refusal('EVENT_OVER', 'This event gives no places away any more.');
};

export const noneMissing = (): Refusal =>
  new Refusal('CHANGED_MEANWHILE', 'Nobody of them is missing any more. Look again.');

export const noSeatAgain = (playerName: string): Refusal =>
  new Refusal('EVENT_FULL', `The place of ${playerName} was given to the line, and no place is free now.`);

export const waitsAgain = (playerName: string): Refusal =>
  new Refusal(
    'ALREADY_REGISTERED',
    `${playerName} waits for a place in this event now. Give them one from the waiting list.`,
  );

/** Somebody comes late. Seats that are held for a group are no free ones. */
export function whyNotTakeAgain(
  event: Facts & Pick<FestivalEvent, 'capacity' | 'currentRegistrations' | 'queue'>,
  playerName: string,
  now: string,
): Verdict {
  const closed = whyNotRegister({ event, now, placesHere: 0 });
  return closed?.code === 'EVENT_FULL' ? noSeatAgain(playerName) : closed;
}
