import fc from 'fast-check';
import { expect, it } from 'vitest';
import { podiumOf, type Standing, standings, standingsOf, starsOf } from './standings.ts';

const scored = (...scores: number[]) =>
  scores.map((score, index) => ({ id: `u${index}`, name: `User ${index}`, score, revision: 1 }));
const ranksOf = (...scores: number[]) => standings(scored(...scores)).map(({ rank }) => rank);

it.each([
  ['', ''],
  ['7', '1'],
  ['1204 1180 1122 998 977 977 941', '1 2 3 4 5 5 7'],
  ['5 5 5 4', '1 1 1 4'],
  ['0 0', '1 1'],
  ['3 0 -2', '1 2 3'],
])('ranks of scores %j are %j', (scores, ranks) => {
  expect(ranksOf(...scores.split(' ').filter(Boolean).map(Number)).join(' ')).toBe(ranks);
});

it('ranks go to the highest first, and keep the given order for equal scores', () => {
  expect(standings(scored(3, 9, 3)).map(({ id, rank }) => `${id} ${rank}`)).toEqual(['u1 1', 'u0 2', 'u2 2']);
});

it('ranks are one more than the number of better scores, for everybody', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -5, max: 5 })), (scores) => {
      const users = scored(...scores);
      const ranked = standings(users);
      expect(ranked.map(({ id }) => id).sort()).toEqual(users.map(({ id }) => id).sort());
      for (const { score, rank } of ranked) expect(rank).toBe(1 + scores.filter((other) => other > score).length);
    }),
  );
});

it('stars are for the first three ranks, and need a point', () => {
  expect(standings(scored(9, 8, 7, 6)).map(starsOf)).toEqual([3, 2, 1, 0]);
  expect(standings(scored(9, 9, 9, 9)).map(starsOf)).toEqual([3, 3, 3, 3]);
  expect(standings(scored(9, 0, -1)).map(starsOf)).toEqual([3, 0, 0]);
});

it('the podium holds three at most, and only those with stars', () => {
  const held = (...scores: number[]) => podiumOf(standings(scored(...scores))).map(({ id }) => id);
  expect([held(), held(0, 0, 0), held(5), held(5, 0)]).toEqual([[], [], ['u0'], ['u0']]);
  for (const four of [held(9, 9, 9, 9), held(9, 8, 8, 8)]) expect(four).toEqual(['u0', 'u1', 'u2']);
});

const named = (...names: string[]): Standing[] =>
  standings(names.map((name, index) => ({ id: name, name, score: names.length - index, revision: 1 })));

it('mine are the accounts of this device, not others of the same name', () => {
  const ranked = named('Alex', 'ALEX B', 'Älex', 'Jo');
  const mine = (...ids: string[]) =>
    standingsOf(
      ranked,
      ids.map((id) => ({ id })),
    ).map(({ name }) => name);
  expect([mine(), mine('Alex', 'nobody'), mine('Jo', 'ALEX B'), mine('alex')]).toEqual([
    [],
    ['Alex'],
    ['ALEX B', 'Jo'],
    [],
  ]);
});
