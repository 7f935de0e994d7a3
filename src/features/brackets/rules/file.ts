/** Checks the brackets of a festival file: one per tournament of the file, with results that could be entered. */

import type { ArchivedEvent } from '#features/events/contract.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { ArchivedBracket } from '../contract.ts';
import { canBePlayed } from '../engine/replay.ts';

const bad = (sentence: string): Refusal => new Refusal('BAD_INPUT', sentence, { field: 'brackets' });

/** Yields where the work may be interrupted. */
type Festival = { readonly events: readonly ArchivedEvent[]; readonly brackets: readonly ArchivedBracket[] };

export function* checkBrackets({ events, brackets }: Festival): Generator<void, Verdict, void> {
  const without = new Map(events.map((event) => [event.id, event]));
  const draws = new Set(brackets.map(({ drawId }) => drawId));
  if (draws.size < brackets.length) return bad('The file holds the same draw twice.');
  for (const bracket of brackets) {
    yield;
    const event = without.get(bracket.eventId);
    if (event === undefined)
      return bad(
        `The file holds two brackets of one event, or a bracket of an event that is not in it: ${bracket.eventId}.`,
      );
    without.delete(bracket.eventId);
    if (event.tournamentType !== bracket.options.tournamentType) {
      return bad(`The bracket of ${event.title} has another tournament type than the event.`);
    }
    const entries = bracket.lines.map(({ entry }) => entry);
    if (!(yield* canBePlayed({ ...bracket, entries }))) {
      return bad(`The bracket of ${event.title} has results that could not be entered.`);
    }
  }
  return null;
}
