/** A bracket's matches as a screen receives them, made by the engine from players and entries. */
import type { Match } from '#features/brackets/contract.ts';
import type { DrawOptions } from '#features/brackets/engine/graph.ts';
import type { Entry, State } from '#features/brackets/engine/state.ts';
import { asBracket } from '#features/brackets/rules/bracket.ts';
import { asMatches } from '#features/brackets/rules/wire.ts';

export const DRAWN_AT = '2025-11-13T17:00:00.000Z';

/** The first name is seed 1 with the id 'rsvp-1'. Each entry comes a minute after the one before. */
export const shownMatches = (
  names: readonly string[],
  entries: readonly Entry[] = [],
  options: DrawOptions = { tournamentType: 'double-elimination' },
): Match[] =>
  asMatches(
    asBracket(
      {
        eventId: 'catan',
        drawId: 'draw',
        entrants: names.map((name, index) => ({ id: `rsvp-${index + 1}`, userId: null, name })),
        options,
        drawnAt: DRAWN_AT,
        drawnBy: null,
        drawnRevision: 1,
        lines: entries.map((entry, index) => ({
          entry,
          enteredBy: null,
          enteredAt: new Date(Date.parse(DRAWN_AT) + (index + 1) * 60_000).toISOString(),
        })),
      },
      { byRsvp: new Map(), byUser: new Map(), visitors: new Map() },
    ),
  );

/** The matches of a state as a screen receives them. The players are P1, P2 and so on. */
export const asShown = ({ graph, entries }: State): Match[] => {
  const names = Array.from({ length: graph.entrants }, (_, index) => `P${index + 1}`);
  return shownMatches(names, entries, graph.options);
};
