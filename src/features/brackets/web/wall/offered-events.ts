/** What the big screen offers (spec section 2): which events, which of them comes first, and which follows which. */
import type { FestivalEvent } from '#features/events/contract.ts';

const STAGES = ['in-progress', 'upcoming', 'completed'] as const;

const urgency = ({ status, tournamentType }: FestivalEvent): number =>
  2 * STAGES.indexOf(status) + (tournamentType === null ? 1 : 0);

/** What is being played or is a tournament: played before to come before over, tournaments first, then as they were. */
export const offeredEvents = (events: readonly FestivalEvent[]): FestivalEvent[] =>
  events
    .filter(({ status, tournamentType }) => status === 'in-progress' || tournamentType !== null)
    .toSorted((one, other) => urgency(one) - urgency(other));

/** The event asked for as long as it exists, else the first that is offered; null where none is. */
export const displayedEvent = (events: readonly FestivalEvent[], wanted: string | null): FestivalEvent | null =>
  events.find(({ id }) => id === wanted) ?? offeredEvents(events)[0] ?? null;

const SHORTEST = 5;
const LONGEST = 3600;

/** `?rotate=20` and `?events=ID,ID` as anybody may write them. Null seconds: the display stays where it is. */
export const readRotation = (
  rotate: string | null,
  events: string | null,
): { seconds: number | null; ids: string[] } => {
  const seconds = Number.parseInt(rotate ?? '', 10);
  return {
    seconds: Number.isNaN(seconds) ? null : Math.min(LONGEST, Math.max(SHORTEST, seconds)),
    ids: (events ?? '').split(',').filter((id) => id !== ''),
  };
};

/** The events asked for, in that order; else those being played; else all that are offered. */
export const rotationOf = (events: readonly FestivalEvent[], ids: readonly string[]): FestivalEvent[] => {
  const named = [...new Set(ids)].flatMap((id) => events.find((event) => event.id === id) ?? []);
  if (named.length > 0) return named;
  const offered = offeredEvents(events);
  const played = offered.filter(({ status }) => status === 'in-progress');
  return played.length > 0 ? played : offered;
};

/** The event after this one, the first after the last; null where no other is. */
export const nextInRotation = (rotation: readonly FestivalEvent[], current: string | null): FestivalEvent | null => {
  const next = rotation[(rotation.findIndex(({ id }) => id === current) + 1) % rotation.length] ?? null;
  return next?.id === current ? null : next;
};
