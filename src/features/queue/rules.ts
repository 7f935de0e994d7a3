/** Numbers of a queue: who is next, and about when (docs/behaviour.md "Queue"). */

import type { FestivalEvent } from '#features/events/contract.ts';
import { phaseOf } from '#features/events/rules/clock.ts';
import { type RegisterFacts, whyNotOpenYet } from '#features/rsvps/rules.ts';
import { MINUTE } from '#platform/durations.ts';
import { isolated } from '#platform/names.ts';
import { ordinal } from '#platform/numbers.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { QueueEntry, QueueState } from './contract.ts';
import { OPEN_IN_QUEUE, OPEN_PER_PHONE } from './limits.ts';

/** Times are ISO 8601 UTC. */
export type StoredEntry = {
  readonly id: string;
  readonly name: string;
  readonly note: string | null;
  readonly state: QueueState;
  /** Lower is earlier. */
  readonly rank: number;
  readonly absences: number;
  readonly calledAt: string | null;
  readonly doneAt: string | null;
  readonly seen: boolean;
};

const SERVED = { counted: 10, least: 3 } as const;

/** Minutes from call to done, the mean of the last ten; null before three. */
export function minutesEach(entries: readonly StoredEntry[]): number | null {
  const served = entries
    .flatMap(({ state, calledAt, doneAt }) => (state === 'done' && calledAt && doneAt ? [{ calledAt, doneAt }] : []))
    .toSorted((one, other) => (one.doneAt < other.doneAt ? 1 : -1))
    .slice(0, SERVED.counted);
  if (served.length < SERVED.least) return null;
  const total = served.reduce((sum, { calledAt, doneAt }) => sum + Date.parse(doneAt) - Date.parse(calledAt), 0);
  return total / served.length / MINUTE;
}

export const inLine = (entries: readonly StoredEntry[]): StoredEntry[] =>
  entries.filter(({ state }) => state === 'waiting').toSorted((one, other) => one.rank - other.rank);

const ORDER: readonly QueueState[] = ['called', 'waiting', 'done', 'gone'];

/** As everybody reads it: who is up, who waits, then who was up. */
export function asQueue(entries: readonly StoredEntry[]): QueueEntry[] {
  const each = minutesEach(entries);
  const waiting = inLine(entries);
  return entries
    .toSorted((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state) || one.rank - other.rank)
    .map((entry) => {
      const position = waiting.indexOf(entry) + 1 || null;
      const about = position !== null && each !== null ? Math.max(1, Math.round(position * each)) : null;
      const { id, name, note, state, seen, absences } = entry;
      return { id, position, about, name, note, state, seen, absences };
    });
}

/** "4th, about 12 minutes" */
export const positionWords = ({ position, about, state }: Pick<QueueEntry, 'position' | 'about' | 'state'>): string => {
  if (state === 'called') return 'You are up now';
  if (position === null) return 'Not in the queue';
  return `${ordinal(position)}${about === null ? '' : `, about ${about === 1 ? '1 minute' : `${about} minutes`}`}`;
};

type Facts = {
  readonly event: Pick<
    FestivalEvent,
    'queue' | 'queuePaused' | 'status' | 'startTime' | 'lateMinutes' | 'duration' | 'bracketDrawn' | 'bracketDecided'
  > & { readonly draft?: boolean };
  readonly now: string;
  readonly festival?: RegisterFacts['festival'];
  /** Open entries of this device, and of the queue. */
  readonly own: number;
  readonly open: number;
  readonly isNameTaken: boolean;
};

export function whyNotTakeNumber({ event, now, festival, own, open, isNameTaken }: Facts, playerName: string): Verdict {
  const closed = whyNotOpenYet(event, festival, now);
  if (closed !== null) return closed;
  if (!event.queue) return new Refusal('SWITCHED_OFF', 'This event has no queue.');
  if (phaseOf(event, now) === 'completed' || phaseOf(event, now) === 'ended')
    return new Refusal('EVENT_OVER', 'This event is over.');
  if (event.queuePaused) return new Refusal('SWITCHED_OFF', 'The queue is paused. Come back in a while.');
  if (isNameTaken)
    return new Refusal('ALREADY_REGISTERED', `${isolated(playerName)} waits in this queue already.`, {
      field: 'playerName',
    });
  if (own >= OPEN_PER_PHONE)
    return new Refusal(
      'TOO_MANY_HERE',
      `${OPEN_PER_PHONE} people of this phone wait already. Take more when one had their turn.`,
    );
  return open >= OPEN_IN_QUEUE ? new Refusal('EVENT_FULL', 'Very many people wait already.') : null;
}

export const noSuchEntry = (): Refusal => new Refusal('NOT_FOUND', 'This number is not in the queue any more.');
export const nobodyWaits = (): Refusal => new Refusal('NOT_FOUND', 'Nobody waits in this queue.');

/** A press of a host. */
export type Press = {
  readonly act: 'next' | 'done' | 'absent';
  readonly eventId: string;
  readonly entryId: string;
  /** As the host saw it. */
  readonly absences: number;
};

/** The queue as it will be when these presses have reached the server. */
export const withPresses = (queue: readonly QueueEntry[], presses: readonly Press[]): QueueEntry[] =>
  presses.reduce<QueueEntry[]>(
    (shown, { act, entryId }) => {
      const entry = shown.find(({ id }) => id === entryId);
      if (entry === undefined) return shown;
      const others = shown.filter((other) => other !== entry);
      if (act === 'done' || (act === 'absent' && entry.absences > 0)) return others;
      const [up, line] = [
        others.filter(({ state }) => state === 'called'),
        others.filter(({ state }) => state === 'waiting'),
      ];
      const after =
        act === 'next'
          ? [...up, { ...entry, state: 'called' as const }, ...line]
          : [...up, ...line.toSpliced(BACK, 0, { ...entry, state: 'waiting' as const, absences: 1 })];
      let position = 0;
      return after.map((one) =>
        one.state === 'waiting' ? { ...one, position: ++position } : { ...one, position: null },
      );
    },
    [...queue],
  );

/** A person who was not here is called again after so many others. */
export const BACK = 2;

/** Events whose queue goes on. */
export const withQueue = <E extends Pick<FestivalEvent, 'queue' | 'status'>>(events: readonly E[]): E[] =>
  events.filter(({ queue, status }) => queue && status !== 'completed');
