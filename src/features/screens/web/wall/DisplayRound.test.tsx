import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Entry } from '#features/brackets/engine/state.ts';
import { renderInPage } from '#testing/page.tsx';
import { shownMatches } from '#testing/shown-bracket.ts';
import { DisplayRound, presentRound } from './DisplayRound.tsx';

const names = Array.from({ length: 26 }, (_, index) => `P${index + 1}`);

it('shows who plays where in the round that is open: tables, heats, who has no match, and results', () => {
  const round: Entry = {
    kind: 'round',
    round: 1,
    matches: [
      [1, 2, 3],
      [4, 5, 6],
    ],
    bye: null,
  };
  const places: Entry = { kind: 'places', match: 'R1-1', places: [2, 1, 0] };
  const matches = shownMatches(names.slice(0, 6), [round, places], { tournamentType: 'heats' }).map((match) =>
    match.position === 2 ? { ...match, call: { table: '7', calledAt: '2025-11-13T17:00:00.000Z' } } : match,
  );
  renderInPage(<DisplayRound matches={matches} />);
  const cards = within(screen.getByRole('region', { name: 'Round 1' })).getAllByRole('listitem');
  expect(
    cards.map((card) => [...card.querySelectorAll('[aria-hidden]')].map(({ textContent }) => textContent)),
  ).toEqual([
    ['Heat 1', 'P12nd', 'P21st', 'P3'],
    ['Table 7', 'P4', 'P5', 'P6'],
  ]);
  expect(cards.map((card) => card.querySelector('.sr-only')?.textContent)).toEqual([
    'Heat 1: P2 1st, P1 2nd, P3 absent.',
    'Table 7: P4, P5 and P6, ready now.',
  ]);
});

it('goes on with the round that is open, and shows twelve pairs at a time', () => {
  const pairs = (round: number): Entry => ({
    ...{ kind: 'round', round, bye: null },
    matches: Array.from({ length: 13 }, (_, index) => [2 * index + 1, 2 * index + 2]),
  });
  const results = Array.from(
    { length: 13 },
    (_, index): Entry => ({ kind: 'winner', match: `R1-${index + 1}`, winner: 1 }),
  );
  const swiss = { tournamentType: 'swiss' };
  const first = shownMatches(names, [pairs(1), ...results.slice(1)], swiss);
  expect(new Set(presentRound(first).map(({ round }) => round))).toEqual(new Set([1]));
  const second = shownMatches(names, [pairs(1), ...results, pairs(2)], swiss);
  expect(new Set(presentRound(second).map(({ round }) => round))).toEqual(new Set([2]));
  renderInPage(<DisplayRound matches={second} />);
  expect(screen.getAllByRole('listitem')).toHaveLength(12);
  screen.getByText('1 of 2');
});
