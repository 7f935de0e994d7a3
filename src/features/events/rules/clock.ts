/** What the clock says of an event. Every rule takes the current time as ISO 8601. */
import type { EventStatus, FestivalEvent } from '../contract.ts';

const MINUTE = 60_000;

type Timed = Pick<FestivalEvent, 'startTime' | 'duration'>;
type Clocked = Timed & Pick<FestivalEvent, 'status' | 'bracketDrawn'>;

/** Milliseconds since 1970. */
export const startOf = ({ startTime }: Pick<Timed, 'startTime'>): number => Date.parse(startTime);
export const endOf = (event: Timed): number => startOf(event) + event.duration * MINUTE;

/** Whether the event's end has passed without anybody completing it. A tournament goes on until it is completed. */
export const isEnded = (event: Clocked, now: string): boolean =>
  event.status !== 'completed' && !event.bracketDrawn && endOf(event) <= Date.parse(now);

/** The status as people see it. */
export const phaseOf = (event: Clocked, now: string): EventStatus | 'ended' =>
  isEnded(event, now) ? 'ended' : event.status;

/** Returns the word for an event that takes no more places, whether or not it is full; null while it takes some. */
export const closedWord = (event: Clocked, now: string): 'Finished' | 'Ended' | 'Draw made' | null => {
  if (event.status === 'completed') return 'Finished';
  if (isEnded(event, now)) return 'Ended';
  return event.bracketDrawn ? 'Draw made' : null;
};
