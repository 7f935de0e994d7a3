/** Whether the brackets of a festival's file can be: of its own tournaments, one each, with results that could be entered. */
import { build } from '#features/brackets/rules/build.ts';
import { enter, fold } from '#features/brackets/rules/fold.ts';
import { canEnter } from '#features/brackets/rules/results.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { FestivalFile } from '../contract.ts';

type ArchivedBracket = FestivalFile['brackets'][number];

const bad = (sentence: string): Refusal => new Refusal('BAD_INPUT', sentence, { field: 'brackets' });

/** Plays the list from the draw on. What it cleared on the way it was allowed to. */
const canBePlayed = ({ entrants, options, lines }: ArchivedBracket): boolean => {
  let state = fold(build(entrants.length, options), []);
  for (const { entry } of lines) {
    if (canEnter(state, entry, { cascade: true }) !== null) return false;
    state = enter(state, entry);
  }
  return true;
};

export function areSoundBrackets({ brackets, events }: Pick<FestivalFile, 'brackets' | 'events'>): Verdict {
  const without = new Map(events.map((event) => [event.id, event]));
  const draws = new Set(brackets.map(({ drawId }) => drawId));
  if (draws.size < brackets.length) return bad('The file holds the same draw twice.');
  for (const bracket of brackets) {
    const event = without.get(bracket.eventId);
    if (event === undefined) return bad(`The file holds a bracket too many, or of no event, ${bracket.eventId}.`);
    without.delete(bracket.eventId);
    if (event.tournamentType !== bracket.options.tournamentType) {
      return bad(`The bracket of ${event.title} is not of its kind of tournament.`);
    }
    if (!canBePlayed(bracket)) return bad(`The bracket of ${event.title} has results that could not be entered.`);
  }
  return null;
}
