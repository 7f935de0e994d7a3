/** `now` is ISO 8601. */
import { MINUTE } from '#platform/durations.ts';
import { isolated } from '#platform/names.ts';
import { timeRange } from '#platform/time.ts';
import type { EventStatus, FestivalEvent } from '../contract.ts';

export type Timed = Pick<FestivalEvent, 'startTime' | 'duration'> & Partial<Pick<FestivalEvent, 'lateMinutes'>>;
export type Clocked = Timed & Pick<FestivalEvent, 'status' | 'bracketDrawn' | 'bracketDecided'>;

/** Milliseconds since 1970, as late as the event is. */
export const startOf = ({ startTime, lateMinutes = 0 }: Omit<Timed, 'duration'>): number =>
  Date.parse(startTime) + lateMinutes * MINUTE;
export const endOf = (event: Timed): number => startOf(event) + event.duration * MINUTE;

/** Back to back is no overlap. */
export const overlap = (one: Timed, other: Timed): boolean =>
  startOf(one) < endOf(other) && startOf(other) < endOf(one);

/** 'about 25 min late', or 'as planned'. */
export const delayWords = (lateMinutes: number): string =>
  lateMinutes === 0 ? 'as planned' : `about ${lateMinutes} min late`;

/** Null for an event that is on time or over. */
export const lateWords = ({ lateMinutes, status }: Pick<FestivalEvent, 'lateMinutes' | 'status'>): string | null =>
  lateMinutes === 0 || status === 'completed' ? null : delayWords(lateMinutes);

/** '3:00–5:00 PM, about 25 min late' */
export const plannedTime = (event: FestivalEvent, zone: string): string =>
  [timeRange(event.startTime, event.duration, zone), lateWords(event)].filter((part) => part !== null).join(', ');

/** '4:00–5:00 PM Chess, 4:30–6:00 PM Karaoke' */
export const timesOf = (events: readonly FestivalEvent[], zone: string): string =>
  events.map((event) => `${timeRange(event.startTime, event.duration, zone)} ${isolated(event.title)}`).join(', ');

/** A tournament goes on until its bracket is decided. */
export const isEnded = (event: Clocked, now: string): boolean =>
  event.status !== 'completed' && (!event.bracketDrawn || event.bracketDecided) && endOf(event) <= Date.parse(now);

/** Whether it is completed, or nobody has done that yet. */
export const isOver = (event: Clocked, now: string): boolean => event.status === 'completed' || isEnded(event, now);

/** Whether places are still to be drawn; missing in earlier festival files. */
export type Drawable = { readonly lottery?: boolean };

/** Entries of an ended event are kept until it is completed, but wait for nothing. */
export const hasLine = (event: Clocked & Pick<FestivalEvent, 'waiting'>, now: string): boolean =>
  event.waiting > 0 && !isEnded(event, now);

/** Whether people wait, or may have asked for places that are drawn. */
export const mayWait = (event: Clocked & Pick<FestivalEvent, 'waiting'> & Drawable, now: string): boolean =>
  hasLine(event, now) || (event.lottery === true && !isEnded(event, now));

/** The server clears `completedAt` once a completion is final. */
export const isCompletionUndoable = ({ completedAt }: Pick<FestivalEvent, 'completedAt'>): boolean =>
  completedAt !== null;

export const phaseOf = (event: Clocked, now: string): EventStatus | 'ended' =>
  isEnded(event, now) ? 'ended' : event.status;

/** In progress and not ended, else the next one, else the first in the list. */
export const likelyEvent = <E extends Clocked>(sorted: readonly E[], now: string): E | undefined => {
  const current = sorted.filter((event) => event.status !== 'completed' && !isEnded(event, now));
  return current.find(({ status }) => status === 'in-progress') ?? current[0] ?? sorted[0];
};

/** Whether or not the event is full; null while it takes places. */
export const closedWord = (event: Clocked, now: string): 'Finished' | 'Ended' | 'Started' | null => {
  if (event.status === 'completed') return 'Finished';
  if (isEnded(event, now)) return 'Ended';
  return event.bracketDrawn ? 'Started' : null;
};
