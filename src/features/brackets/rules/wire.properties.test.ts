/** What a screen shows that only hears of changed matches, while results are entered, corrected, cleared and undone at random. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changeOf, withChanges } from '#platform/live.ts';
import { dice, pick, roughly } from '#testing/bracket.ts';
import type { Match } from '../contract.ts';
import { whyNotEnter } from '../engine/results.ts';
import type { Entry } from '../engine/state.ts';
import { asBracket, type Bracket } from './bracket.ts';
import { asMatches, changedIds } from './wire.ts';

const NO_NAMES = { byRsvp: new Map<string, string>(), byUser: new Map<string, string>(), visitors: new Map() };
const OPTIONS = [
  { tournamentType: 'double-elimination' },
  { tournamentType: 'single-elimination', thirdPlace: true },
] as const;

const withEntries = (size: number, seed: number, entries: readonly Entry[]): Bracket =>
  asBracket(
    {
      ...{ eventId: 'e', drawId: 'd', drawnAt: 'at the draw', drawnBy: null, drawnRevision: 4 },
      entrants: Array.from({ length: size }, (_, index) => ({ id: `r${index}`, userId: null, name: `P${index}` })),
      options: pick(OPTIONS, dice(seed)),
      lines: entries.map((entry, index) => ({ entry, enteredAt: `at ${index}`, enteredBy: null })),
    },
    NO_NAMES,
  );

const byId = (matches: readonly Match[]) => matches.toSorted((one, other) => (one.id < other.id ? -1 : 1));

const nextEntry = ({ state }: Bracket, random: () => number): Entry => {
  const match = pick(state.matches, random);
  const kind = random();
  if (kind < 0.1) return { kind: 'undo' };
  return kind < 0.2 ? { kind: 'clear', match: match.match.id } : roughly(match, random);
};

it('the changed matches, and those that are gone, make the former list the present one', () => {
  let ended = 0;
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 6 }), fc.integer(), (size, seed) => {
      const random = dice(seed);
      const entries: Entry[] = [];
      let bracket = withEntries(size, seed, entries);
      let shown = asMatches(bracket);
      for (let act = 0; act < 40; act += 1) {
        const entry = nextEntry(bracket, random);
        if (whyNotEnter(bracket.state, entry, { cascade: true }) !== null) continue;
        entries.push(entry);
        const after = withEntries(size, seed, entries);
        const ids = changedIds(bracket, after);
        const before = new Map(shown.map((match) => [match.id, match]));
        const rows = asMatches(after).filter(({ id }) => ids.includes(id));
        const gone = ids.filter((id) => !rows.some((row) => row.id === id));
        const changes = rows.flatMap((row) => changeOf(before.get(row.id), row) ?? []);
        ended += gone.length;
        shown = withChanges(shown, { topic: 'matches:e', rows: changes, gone }) ?? [];
        if (JSON.stringify(byId(shown)) !== JSON.stringify(byId(asMatches(after)))) {
          expect(byId(shown), `after ${JSON.stringify(entries)}`).toEqual(byId(asMatches(after)));
        }
        bracket = after;
      }
    }),
    { numRuns: 200 },
  );
  expect(ended).toBeGreaterThan(10);
});
