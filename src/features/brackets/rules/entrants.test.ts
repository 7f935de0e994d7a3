import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dice, playOut } from '#testing/bracket.ts';
import { drawnOf, everySize } from '#testing/bracket-sizes.ts';
import { shownMatches } from '#testing/shown-bracket.ts';
import { ENTRANTS } from '../engine/seeding.ts';
import { standings } from '../engine/standings.ts';
import type { State } from '../engine/state.ts';
import {
  byesLeft,
  entrantsIn,
  hasPlayedIn,
  whyNotAddLate,
  whyNotReorder,
  whyNotSubstitute,
  withMoved,
} from './entrants.ts';

const OPTIONS = [{ tournamentType: 'single-elimination' }, { tournamentType: 'double-elimination' }] as const;

const firstRound = ({ matches }: State) =>
  matches.filter(({ match }) => match.bracket === 'winners' && match.round === 1).flatMap(({ players }) => players);

const named = (size: number) =>
  Array.from({ length: size }, (_, index) => ({ id: `rsvp-${index + 1}`, name: `P${index + 1}` }));
const before = { event: { status: 'in-progress' }, hasResults: false } as const;

describe('a late entrant', () => {
  it('fills one bye as the last seed, and everybody else keeps their slot, in brackets of every size', () => {
    everySize((size, seed) => {
      const [options = OPTIONS[0]] = seed % 2 === 0 ? OPTIONS : OPTIONS.toReversed();
      const late = { id: 'late', name: 'Late' };
      const verdict = whyNotAddLate({ ...before, entrants: named(size) }, late);
      expect([size, verdict?.code]).toEqual([size, byesLeft(size) === 0 ? 'TOO_MANY_PLAYERS' : undefined]);
      if (verdict !== null) return;
      const [was, is] = [firstRound(drawnOf(size, options)), drawnOf(size + 1, options)];
      const changed = firstRound(is).flatMap((player, slot) => (player === was[slot] ? [] : [[was[slot], player]]));
      expect([size, changed]).toEqual([size, [['void', size + 1]]]);
      const end = playOut(is, { random: dice(seed) });
      expect([size, end.over, end.champion === null, standings(end).length]).toEqual([size, true, false, size + 1]);
    });
  });

  it('is refused with a result, after the event, twice, and beyond the largest bracket', () => {
    const facts = { ...before, entrants: named(3) };
    const codeOf = (said: object, id: string | null = null) =>
      whyNotAddLate({ ...facts, ...said }, { id, name: 'Late' })?.code;
    expect([codeOf({ hasResults: true }), codeOf({ event: { status: 'completed' } }), codeOf({}, 'rsvp-2')]).toEqual([
      ...['RESULTS_EXIST', 'EVENT_OVER', 'ALREADY_REGISTERED'],
    ]);
    expect(codeOf({ entrants: named(ENTRANTS.max) })).toBe('TOO_MANY_PLAYERS');
  });
});

describe('an order of seeds', () => {
  it('holds every player once, whatever is moved where', () => {
    const list = fc.integer({ min: 2, max: 128 }).chain((size) =>
      fc.record({
        entrants: fc.constant(named(size)),
        moves: fc.array(fc.tuple(fc.nat({ max: size - 1 }), fc.nat({ max: size - 1 })), { maxLength: 20 }),
      }),
    );
    fc.assert(
      fc.property(list, ({ entrants, moves }) => {
        const order = moves.reduce(
          (ids, [from, to]) => {
            const after = withMoved(ids, from, to);
            expect(after[to]).toBe(ids[from]);
            expect(after.filter((id) => id !== ids[from])).toEqual(ids.filter((id) => id !== ids[from]));
            return after;
          },
          entrants.map(({ id }) => id),
        );
        expect(whyNotReorder({ ...before, entrants }, order)).toBeNull();
        expect(whyNotReorder({ ...before, entrants }, order.slice(1))?.code).toBe('BAD_INPUT');
        expect(whyNotReorder({ ...before, entrants }, order.with(0, order[1] ?? ''))?.code).toBe('BAD_INPUT');
        expect(whyNotReorder({ ...before, entrants }, order.with(0, 'stranger'))?.code).toBe('BAD_INPUT');
      }),
    );
  });

  it('stays once there is a result', () => {
    const order = ['rsvp-2', 'rsvp-1'];
    const codeOf = (said: object) => whyNotReorder({ ...before, entrants: named(2), ...said }, order)?.code;
    expect([codeOf({}), codeOf({ hasResults: true }), codeOf({ event: { status: 'completed' } })]).toEqual([
      ...[undefined, 'RESULTS_EXIST', 'EVENT_OVER'],
    ]);
  });
});

describe('a substitute', () => {
  it('is refused for who has played, and for who plays already', () => {
    const facts = { ...before, entrants: named(3) };
    const codeOf = (hasPlayed: boolean, id: string | null, said = {}) =>
      whyNotSubstitute({ ...facts, ...said }, { id: 'rsvp-1', name: 'P1', hasPlayed }, { id, name: 'New' })?.code;
    expect([codeOf(false, null), codeOf(false, 'place'), codeOf(true, null), codeOf(false, 'rsvp-2')]).toEqual([
      ...[undefined, undefined, 'RESULTS_EXIST', 'ALREADY_REGISTERED'],
    ]);
    expect(codeOf(false, null, { entrants: [...named(1), { id: 'gone', name: 'NEW' }] })).toBe('ALREADY_REGISTERED');
    expect(codeOf(false, null, { event: { status: 'completed' } })).toBe('EVENT_OVER');
  });
});

describe('what a screen knows of the players', () => {
  it('is their order by seed, and who has a result', () => {
    const names = ['Priya', 'Marcus', 'Lena', 'Jo', 'Kit'];
    const matches = shownMatches(names, [{ kind: 'score', match: 'W1-2', scores: [2, 0] }]);
    expect(entrantsIn(matches).map(({ name, seed }) => [seed, name])).toEqual(
      names.map((name, index) => [index + 1, name]),
    );
    const played = entrantsIn(matches).filter(({ id }) => hasPlayedIn(matches, id));
    expect(played.map(({ name }) => name)).toEqual(['Jo', 'Kit']);
  });
});
