import { expect, it } from 'vitest';
import { looseKey, nameKey } from '#platform/names.ts';
import { win } from '#testing/bracket.ts';
import type { Entry } from '../engine/state.ts';
import { stateOf } from './bracket.ts';
import { accountFinder, awardsByRank, awardsForTakingPart } from './completions.ts';

const TABLE = { title: 'Catan Cup', points: { places: [10, 5, 3], takingPart: 1 } };
const entrants = ['Rosa', 'Gus', 'Ana', 'Bo'].map((name) => ({ id: name, name, userId: null, visitorId: null }));
const options = { tournamentType: 'single-elimination' as const };
const awardsAfter = (...entries: Entry[]) =>
  awardsByRank(TABLE, stateOf({ entrants, options, lines: entries.map((entry) => ({ entry })) }), entrants, []).map(
    ({ name, points, reason }) => `${name} ${points}: ${reason}`,
  );

it('gives by rank, and equals the points of their rank', () => {
  expect(awardsAfter(win('W1-1', 1), win('W1-2', 1), win('W2-1', 2))).toEqual([
    'Gus 11: 1st in Catan Cup',
    'Rosa 6: 2nd in Catan Cup',
    'Ana 4: 3rd in Catan Cup',
    'Bo 4: 3rd in Catan Cup',
  ]);
});

it('gives nothing before the first result, to who never came, or to who is disqualified', () => {
  expect(awardsAfter()).toEqual([]);
  const noShow = { kind: 'forfeit', match: 'W1-1', player: 2 } as const;
  const cheat = { kind: 'disqualification', match: 'W2-1', player: 1 } as const;
  expect(awardsAfter(noShow, win('W1-2', 1), cheat)).toEqual(['Gus 11: 1st in Catan Cup', 'Ana 4: 3rd in Catan Cup']);
});

it('gives for taking part below the places', () => {
  const table = { title: 'Catan Cup', points: { places: [0, 5], takingPart: 2 } };
  const lines = [win('W1-1', 1), win('W1-2', 1), win('W2-1', 1)].map((entry) => ({ entry }));
  expect(
    awardsByRank(table, stateOf({ entrants, options, lines }), entrants, []).map(({ points, reason }) => [
      points,
      reason,
    ]),
  ).toEqual([
    [2, 'Took part in Catan Cup'],
    [7, '2nd in Catan Cup'],
    [2, 'Took part in Catan Cup'],
    [2, 'Took part in Catan Cup'],
  ]);
});

it('finds an account of the draw or of the name, never one of another phone', () => {
  const account = (id: string, nameKey: string, visitorId: string | null) => ({
    id,
    nameKey,
    looseKey: nameKey,
    visitorId,
  });
  const accountOf = accountFinder([
    account('a', 'gus', 'phone'),
    account('b', 'ana', null),
    account('c', 'old', 'phone'),
  ]);
  const of = (name: string, visitorId: string | null, userId: string | null = null) =>
    accountOf({ id: name, name, visitorId, userId });
  expect([of('GUS', 'phone'), of('Gus', 'stranger'), of('Gus', null), of('Gus', 'stranger', 'a')]).toEqual([
    ...['a', null, null, null],
  ]);
  expect([of('Ana', 'phone'), of('Ana', null), of('New name', 'phone', 'c'), of('Nobody', null)]).toEqual([
    ...['b', 'b', 'c', null],
  ]);
});

it('gives an account the points of its exact name, and leaves those of a name like it to nobody', () => {
  const account = { id: 'u-zoe', nameKey: nameKey('Zoë'), looseKey: looseKey('Zoë'), visitorId: null };
  const people = ['Zoe', 'Zoë', 'ZOE', 'Bo'].map((name) => ({ id: name, name, userId: null, visitorId: null }));
  const given = (chosen: ReadonlyMap<string, string>) =>
    awardsForTakingPart(TABLE, people, [account], chosen).map(({ userId }) => userId);
  expect(given(new Map())).toEqual([null, 'u-zoe', null, null]);
  expect(given(new Map([['ZOE', 'u-zoe']]))).toEqual([null, null, 'u-zoe', null]);
});

it('gives nothing to who was at no table of heats', () => {
  const round: Entry = { kind: 'round', round: 1, matches: [[1, 2, 3, 4]], bye: null };
  const places: Entry = { kind: 'places', match: 'R1-1', places: [0, 1, 2, 3] };
  const lines = [round, places].map((entry) => ({ entry }));
  const state = stateOf({ entrants, options: { tournamentType: 'heats', rounds: 1 }, lines });
  expect(awardsByRank(TABLE, state, entrants, []).map(({ name }) => name)).toEqual(['Gus', 'Ana', 'Bo']);
});
