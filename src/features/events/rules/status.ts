/** An event's status: upcoming, in progress, completed. */

import { MINUTE } from '#platform/durations.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { EventStatus, FestivalEvent } from '../contract.ts';
import { type Clocked, endOf, isEnded, startOf, type Timed } from './clock.ts';

const NEXT: Readonly<Record<EventStatus, EventStatus | null>> = {
  upcoming: 'in-progress',
  'in-progress': 'completed',
  completed: null,
};

/** Statuses as shown. */
export const STATUS_WORDS: Readonly<Record<EventStatus, string>> = {
  upcoming: 'upcoming',
  'in-progress': 'in progress',
  completed: 'completed',
};

/** Whether an event starts now where events start by themselves: one that has ended before somebody looked does not. */
export const isDue = (event: Timed & Pick<FestivalEvent, 'status'>, now: string): boolean =>
  event.status === 'upcoming' && startOf(event) <= Date.parse(now) && endOf(event) > Date.parse(now);

/** How long an event may go on after its end before it is completed by itself. */
const GRACE_MS = 15 * MINUTE;

/**
 * Whether an event is completed now where events end by themselves: after its end, late as it is, a tournament once its bracket is decided.
 * Who completes one that gives points looks at them first.
 */
export const isDueToEnd = (event: Clocked & Pick<FestivalEvent, 'tournamentType' | 'points'>, now: string): boolean =>
  event.status === 'in-progress' &&
  event.points === null &&
  (event.tournamentType === null || event.bracketDecided === true) &&
  isEnded(event, new Date(Date.parse(now) - GRACE_MS).toISOString());

export const nextStatus = (status: EventStatus): EventStatus | null => NEXT[status];

/** Returns EVENT_OVER for a completed event, else null. */
export const whyOver = ({ status }: Pick<FestivalEvent, 'status'>): Verdict =>
  status === 'completed' ? new Refusal('EVENT_OVER', 'This event is over.') : null;

/** Allows one step forward or the same status; refuses everything else, naming both. */
export const whyNotMoveTo = (from: EventStatus, to: EventStatus): Verdict => {
  if (from === to || NEXT[from] === to) return null;
  const way =
    from === 'upcoming'
      ? `can't become ${STATUS_WORDS[to]} before it was ${STATUS_WORDS['in-progress']}`
      : `can't go back to ${STATUS_WORDS[to]}`;
  return new Refusal('STATUS_ORDER', `This event is ${STATUS_WORDS[from]} and ${way}.`, { field: 'status' });
};
