import type { FestivalEvent } from '#features/events/contract.ts';
import { isFull } from '#features/events/rules/seats.ts';
/** What a notice says of a write that waited for the network. */
import { isolated } from '#platform/isolated.ts';
import { OUTCOMES, sentenceOfEnd } from '#platform/web/unsent.ts';
import type { Act, EndedPlace } from './place-writes.ts';

const WORDS: Record<Act, { readonly is: string; readonly not: string }> = {
  register: { is: 'has a place in', not: 'was not registered for' },
  join: { is: 'is on the waiting list of', not: 'did not join the waiting list of' },
  cancel: { is: 'no longer has a place in', not: 'did not give up the place in' },
  leave: { is: 'no longer waits for', not: 'did not leave the waiting list of' },
};

const OF_SEVERAL: typeof WORDS = {
  ...WORDS,
  register: { is: 'have places in', not: 'were not registered for' },
  join: { is: 'are on the waiting list of', not: 'did not join the waiting list of' },
};

/** Returns the title of the toast about a write that ended. */
export const titleOf = ({ end }: EndedPlace): string => OUTCOMES[end.outcome].title;

/** Whether an event is full now. Where only some seats were missing for several people, nobody can wait. */
export const leadsToLine = ({ body, end }: EndedPlace, events: readonly FestivalEvent[] = []): boolean =>
  end.outcome === 'full' && events.some((event) => event.id === body.eventId && isFull(event));

/** Returns how a write ended: "Rosa was not registered for Train games. This event is full." */
export function wordsOf({ body: { act, playerName, playerNames, title }, end }: EndedPlace): string {
  const sentence = sentenceOfEnd(end);
  const words = (playerNames === undefined ? WORDS : OF_SEVERAL)[act];
  const is = `${playerName} ${words.is} ${title}.`;
  if (end.outcome === 'done') return is;
  if (end.outcome === 'unknown') return `It is not certain whether ${is} ${sentence}`;
  if (end.outcome === 'closed') return `${isolated(playerName)}, ${isolated(title)}: ${sentence}`;
  return `${playerName} ${words.not} ${title}. ${sentence}`;
}
