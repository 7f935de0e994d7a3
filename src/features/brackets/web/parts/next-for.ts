import type { Match } from '../../contract.ts';
import { calledWords } from '../../rules/called.ts';
import { isIn } from '../../rules/entrants.ts';
import { championOf, nextMatchOf } from './rounds.ts';
import { nextWords } from './sentence.ts';

export type Next = { readonly state: 'called' | 'ready' | 'waiting' | 'out' | 'champion'; readonly words: string };

const URGENCY: readonly Next['state'][] = ['called', 'ready', 'waiting', 'champion', 'out'];

/** What to do now comes first. */
export const byUrgency = (one: Pick<Next, 'state'>, other: Pick<Next, 'state'>): number =>
  URGENCY.indexOf(one.state) - URGENCY.indexOf(other.state);

/** Returns a player’s next step in words for their own phone; null when the bracket does not have the player. */
export const nextFor = (matches: readonly Match[], entrantId: string, name: string | undefined): Next | null => {
  const next = nextMatchOf(matches, entrantId);
  if (next?.call) {
    const opponents = [next.player1, next.player2].flatMap((one) => (one && one.id !== entrantId ? one.name : []));
    const words = calledWords(next.call.table, opponents);
    return { state: 'called', words: name === undefined ? words : `${name}: ${words}` };
  }
  if (next !== undefined) {
    const words = `${name === undefined ? 'Your next match' : `Next match of ${name}`}: ${nextWords(next, entrantId)}`;
    return { state: next.status === 'ready' ? 'ready' : 'waiting', words };
  }
  if (!matches.some((match) => isIn(match, entrantId))) return null;
  if (championOf(matches)?.id === entrantId) {
    return { state: 'champion', words: name === undefined ? 'You are the champion!' : `${name} is the champion!` };
  }
  return { state: 'out', words: name === undefined ? 'You are out.' : `${name} is out.` };
};
