import { expect, it } from 'vitest';
import { shownMatches } from '#testing/shown-bracket.ts';
import { ENTRANTS_OF_A_TREE } from '../engine/elimination.ts';
import { kindOf } from '../engine/kinds.ts';
import { entrantsIn, hasPlayedIn, whyNotAddLate, whyNotReorder, whyNotSubstitute } from './entrants.ts';

const named = (size: number) =>
  Array.from({ length: size }, (_, index) => ({ id: `rsvp-${index + 1}`, name: `P${index + 1}` }));
const before = {
  event: { status: 'in-progress', bracketDrawn: true, bracketDecided: false },
  hasResults: false,
} as const;

it('a late entrant is refused with a result, after the event, twice, and beyond the largest bracket', () => {
  const facts = { ...before, entrants: named(3) };
  const codeOf = (said: object, id: string | null = null) =>
    whyNotAddLate({ ...facts, ...said }, { id, name: 'Late' }, kindOf('single-elimination'))?.code;
  expect([codeOf({ hasResults: true }), codeOf({ event: { status: 'completed' } }), codeOf({}, 'rsvp-2')]).toEqual([
    ...['RESULTS_EXIST', 'EVENT_OVER', 'ALREADY_REGISTERED'],
  ]);
  expect(codeOf({ entrants: named(ENTRANTS_OF_A_TREE.max) })).toBe('TOO_MANY_PLAYERS');
});

it('an order of seeds stays once there is a result', () => {
  const order = ['rsvp-2', 'rsvp-1'];
  const codeOf = (said: object) => whyNotReorder({ ...before, entrants: named(2), ...said }, order)?.code;
  expect([codeOf({}), codeOf({ hasResults: true }), codeOf({ event: { status: 'completed' } })]).toEqual([
    ...[undefined, 'RESULTS_EXIST', 'EVENT_OVER'],
  ]);
});

it('a substitute is refused for who has played, and for who plays already', () => {
  const facts = { ...before, entrants: named(3) };
  const codeOf = (hasPlayed: boolean, id: string | null, said = {}) =>
    whyNotSubstitute({ ...facts, ...said }, { id: 'rsvp-1', name: 'P1', hasPlayed }, { id, name: 'New' })?.code;
  expect([codeOf(false, null), codeOf(false, 'place'), codeOf(true, null), codeOf(false, 'rsvp-2')]).toEqual([
    ...[undefined, undefined, 'RESULTS_EXIST', 'ALREADY_REGISTERED'],
  ]);
  expect(codeOf(false, null, { entrants: [...named(1), { id: 'gone', name: 'NEW' }] })).toBe('ALREADY_REGISTERED');
  expect(codeOf(false, null, { event: { status: 'completed' } })).toBe('EVENT_OVER');
});

it('a substitute is refused when the bracket is decided, also for who has not played', () => {
  const event = { status: 'in-progress', bracketDrawn: true, bracketDecided: true } as const;
  const leaving = { id: 'rsvp-1', name: 'P1', hasPlayed: false };
  expect(whyNotSubstitute({ event, entrants: named(3) }, leaving, { id: null, name: 'New' })).toMatchObject({
    ...{ code: 'EVENT_OVER', message: 'Nothing of this bracket is left to play.' },
  });
});

it('what a screen knows of the players is their order by seed, and who has a result', () => {
  const names = ['Priya', 'Marcus', 'Lena', 'Jo', 'Kit'];
  const matches = shownMatches(names, [{ kind: 'score', match: 'W1-2', scores: [2, 0] }]);
  expect(entrantsIn(matches).map(({ name, seed }) => [seed, name])).toEqual(
    names.map((name, index) => [index + 1, name]),
  );
  const played = entrantsIn(matches).filter(({ id }) => hasPlayedIn(matches, id));
  expect(played.map(({ name }) => name)).toEqual(['Jo', 'Kit']);
});
