import { limitProblem, readWhole } from '#platform/numbers.ts';
import type { FestivalEvent } from '../contract.ts';
import { LATE } from '../limits.ts';
import { whyNotSayLate } from './lateness.ts';
import { whyNotDraft } from './status.ts';

/** What is done for several events at once, beside points and print. */
export type SeveralAct = 'delay' | 'room' | 'message' | 'publish' | 'draft';

/** Returns the events for which an act on several makes sense: late, those near now; to publish, drafts; to take out of the programme, those without people; else those that are not over. */
export const withAct = (act: SeveralAct, events: readonly FestivalEvent[], now: string): FestivalEvent[] =>
  events.filter((event) => {
    if (act === 'publish') return event.draft;
    if (act === 'draft') return !event.draft && whyNotDraft({ ...event, draft: true }, { hasNumbers: false }) === null;
    return act === 'delay' ? whyNotSayLate(event, now) === null : event.status !== 'completed';
  });

export function whyNotSeveral(act: SeveralAct, typed: string): string | undefined {
  if (act === 'delay') {
    const minutes = readWhole(typed);
    const isMinutes = minutes !== null && limitProblem(minutes, LATE) === null;
    return isMinutes ? undefined : `Say how late they are, from 0 to ${LATE.max} minutes.`;
  }
  if (act === 'publish' || act === 'draft' || typed.trim() !== '') return undefined;
  return act === 'room' ? 'Type the room first.' : 'Write the message first.';
}
