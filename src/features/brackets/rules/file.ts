import type { ArchivedEvent } from '#features/events/contract.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import { drawnGraph } from '../engine/build.ts';
import { ENTRANTS_OF_A_TREE } from '../engine/elimination.ts';
import { enter, fold } from '../engine/fold.ts';
import type { DrawOptions } from '../engine/graph.ts';
import { whyNotEnter } from '../engine/results.ts';
import type { Entry } from '../engine/state.ts';
import type { ArchivedBracket } from './stored.ts';

type Stored = {
  readonly entrants: readonly unknown[];
  readonly options: DrawOptions;
  readonly entries: readonly Entry[];
};

/** Replays the list. Results that an entry cleared count as cleared on purpose. */
export function canBePlayed({ entrants, options, entries }: Stored): boolean {
  if (entrants.length - entries.filter(({ kind }) => kind === 'join').length < ENTRANTS_OF_A_TREE.min) return false;
  let state = fold(drawnGraph(entrants.length, options, entries), []);
  for (const entry of entries) {
    if (whyNotEnter(state, entry, { cascade: true }) !== null) return false;
    state = enter(state, entry);
  }
  return true;
}

const bad = (sentence: string): Refusal => new Refusal('BAD_INPUT', sentence, { field: 'brackets' });

type FileLists = { readonly events: readonly ArchivedEvent[]; readonly brackets: readonly ArchivedBracket[] };

export function checkBrackets({ events, brackets }: FileLists): Verdict {
  const undrawn = new Map(events.map((event) => [event.id, event]));
  const draws = new Set(brackets.map(({ drawId }) => drawId));
  if (draws.size < brackets.length) return bad('The file holds the same draw twice.');
  for (const bracket of brackets) {
    const event = undrawn.get(bracket.eventId);
    if (event === undefined)
      return bad(
        `The file holds two brackets of one event, or a bracket of an event that is not in it: ${bracket.eventId}.`,
      );
    undrawn.delete(bracket.eventId);
    if (event.tournamentType !== bracket.options.tournamentType) {
      return bad(`The bracket of ${event.title} has another tournament type than the event.`);
    }
    const entries = bracket.lines.map(({ entry }) => entry);
    if (!canBePlayed({ ...bracket, entries })) {
      return bad(`The bracket of ${event.title} has results that could not be entered.`);
    }
  }
  return null;
}
