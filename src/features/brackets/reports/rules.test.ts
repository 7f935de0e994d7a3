import { expect, it } from 'vitest';
import type { PlayedEntry } from '../engine/state.ts';
import { agreedOn, isForJudge, isSame, type Phone, resultWords, type Said, stateOf } from './rules.ts';

const score = (...scores: [number, number]): PlayedEntry => ({ kind: 'score', match: 'W1-1', scores });
const won = (winner: 1 | 2 | 'draw'): PlayedEntry => ({ kind: 'winner', match: 'W1-1', winner });
const places = (places: number[], scores?: (number | null)[]): PlayedEntry => ({
  ...{ kind: 'places', match: 'T1-1', places },
  ...(scores && { scores }),
});
const ROSA: Phone = { visitorId: 'v-rosa', people: [{ id: 'r-rosa', name: 'Rosa' }], isSure: true };
const WANDA: Phone = { visitorId: 'v-wanda', people: [{ id: 'r-wanda', name: 'Wanda' }], isSure: true };
const said = (phone: Phone, entry: PlayedEntry, at = '2025-11-14T17:00:00.000Z'): Said => ({ phone, entry, at });

it.each([
  ['the same score', score(3, 1), score(3, 1), true],
  ['a score of another number', score(3, 1), score(3, 0), false],
  ['who won, and a score of the same', won(1), score(3, 1), true],
  ['who won, and a score of the other', won(2), score(3, 1), false],
  ['a draw without and with scores', won('draw'), score(2, 2), true],
  ['a draw and a winner', won('draw'), won(1), false],
  ['the same places', places([1, 2, 2]), places([1, 2, 2]), true],
  ['other places', places([1, 2, 3]), places([2, 1, 3]), false],
  ['the same places, one with scores', places([1, 2, 3], [9, 8, null]), places([1, 2, 3]), true],
  ['the same places with other scores', places([1, 2, 3], [9, 8, 1]), places([1, 2, 3], [9, 7, 1]), false],
])('%s: whether they agree', (_, one, other, same) => {
  expect([isSame(one, other), isSame(other, one)]).toEqual([same, same]);
});

it('two phones that say the same agree, one does not, and what differs is disputed', () => {
  expect(stateOf([said(ROSA, won(1))])).toBe('reported');
  expect(stateOf([said(ROSA, won(1)), said(WANDA, score(3, 1))])).toBe('agreed');
  expect(stateOf([said(ROSA, won(1)), said(WANDA, won(2))])).toBe('disputed');
});

it('of three at a table, two agree, and one who says otherwise disputes', () => {
  const mo = { ...ROSA, visitorId: 'v-mo' };
  const two = [said(ROSA, places([1, 2, 3])), said(WANDA, places([1, 2, 3]))];
  expect(stateOf(two)).toBe('agreed');
  expect(stateOf([said(mo, places([2, 1, 3])), ...two])).toBe('disputed');
});

it('a phone that was given its place by staff does not make a result count', () => {
  expect(stateOf([said(ROSA, won(1)), said({ ...WANDA, isSure: false }, won(1))])).toBe('reported');
});

it('what was said first is entered, so that nobody adds a score to it', () => {
  expect(agreedOn([said(WANDA, score(1, 3)), said(ROSA, won(2))])).toEqual(score(1, 3));
  expect(agreedOn([said(WANDA, won(1)), said(ROSA, score(999, 0))])).toEqual(won(1));
});

const after = (minutes: number) => new Date(Date.parse('2025-11-14T17:00:00.000Z') + minutes * 60_000);

it('the judges see what is not answered after ten minutes, and at once what nobody can make count', () => {
  const phones = [ROSA, WANDA];
  const one = [said(ROSA, won(1))];
  expect([isForJudge([], phones, after(60)), isForJudge(one, phones, after(9.9))]).toEqual([false, false]);
  expect(isForJudge(one, phones, after(10))).toBe(true);
  expect(isForJudge([...one, said(WANDA, won(2))], phones, after(0))).toBe(true);
  expect(isForJudge(one, [ROSA], after(0))).toBe(true);
  expect(isForJudge(one, [ROSA, { ...WANDA, isSure: false }], after(0))).toBe(true);
  expect(isForJudge([said({ ...ROSA, isSure: false }, won(1))], phones, after(0))).toBe(true);
});

it('says a result in words', () => {
  const player = (id: string, name: string) => ({ id, name, seed: 1, score: null, place: null });
  const [rosa, wanda] = [player('r-rosa', 'Rosa'), player('r-wanda', 'Wanda')];
  const match = { player1: rosa, player2: wanda, players: [rosa, wanda] };
  const words = (result: Parameters<typeof resultWords>[0]) =>
    resultWords(result, match).replaceAll(/[\u2068\u2069]/g, '');
  expect(words({ player1Score: 3, player2Score: 1 })).toBe('Rosa 3 : 1 Wanda');
  expect(words({ winner: 2 })).toBe('Wanda won');
  expect(words({ winner: 'draw' })).toBe('a draw');
  expect(
    words({
      places: [
        { id: 'r-rosa', place: 2 },
        { id: 'r-wanda', place: 1, score: 9 },
      ],
    }),
  ).toBe('1st Wanda with 9 and 2nd Rosa');
});
