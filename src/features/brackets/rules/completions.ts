import type { EventStatus } from '#features/events/contract.ts';
import { STATUS_WORDS } from '#features/events/rules/status.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { State } from '../engine/state.ts';

/** Asks before an event is completed whose bracket is undecided; null for an event without a bracket. */
export const whyNotComplete = (bracket: Pick<State, 'over' | 'matches'> | null): Verdict => {
  if (bracket === null || bracket.over) return null;
  const open = bracket.matches.filter(({ status }) => status === 'waiting' || status === 'ready');
  const missing = open.every(({ match }) => match.bracket === 'third-place') ? 'third place' : 'final';
  return new Refusal('UNDECIDED', `The ${missing} is not decided. Complete anyway?`);
};

export const whyNotUndo = (status: EventStatus): Refusal =>
  new Refusal(
    'STATUS_ORDER',
    status === 'completed'
      ? 'This event was completed more than a minute ago and stays completed.'
      : `This event is ${STATUS_WORDS[status]} and was not completed.`,
  );
