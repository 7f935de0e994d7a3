import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dice, playOut } from '#testing/bracket.ts';
import { drawnOf, everySize } from '#testing/bracket-sizes.ts';
import { kindOf } from '../engine/kinds.ts';
import { ranks } from '../engine/standings.ts';
import type { State } from '../engine/state.ts';
import { lateLeft, whyNotAddLate, whyNotReorder, withMoved } from './entrants.ts';

const OPTIONS = [{ tournamentType: 'single-elimination' }, { tournamentType: 'double-elimination' }] as const;

const firstRound = ({ matches }: State) =>
  matches.filter(({ match }) => match.bracket === 'winners' && match.round === 1).flatMap(({ players }) => players);

const named = (size: number) =>
  Array.from({ length: size }, (_, index) => ({ id: `rsvp-${index + 1}`, name: `P${index + 1}` }));
const before = { event: { status: 'in-progress' }, hasResults: false } as const;

it('a late entrant fills one bye as the last seed, and everybody else keeps their slot, in brackets of every size', () => {
  everySize((size, seed) => {
    const [options = OPTIONS[0]] = seed % 2 === 0 ? OPTIONS : OPTIONS.toReversed();
    const late = { id: 'late', name: 'Late' };
    const verdict = whyNotAddLate({ ...before, entrants: named(size) }, late, kindOf(options.tournamentType));
    expect([size, verdict?.code]).toEqual([
      size,
      lateLeft(kindOf(options.tournamentType), size) === 0 ? 'TOO_MANY_PLAYERS' : undefined,
    ]);
    if (verdict !== null) return;
    const [was, is] = [firstRound(drawnOf(size, options)), drawnOf(size + 1, options)];
    const changed = firstRound(is).flatMap((player, slot) => (player === was[slot] ? [] : [[was[slot], player]]));
    expect([size, changed]).toEqual([size, [['void', size + 1]]]);
    const end = playOut(is, { random: dice(seed) });
    expect([size, end.over, end.champion === null, ranks(end).length]).toEqual([size, true, false, size + 1]);
  });
});

it('an order of seeds holds every player once, whatever is moved where', () => {
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
