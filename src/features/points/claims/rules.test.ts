import { describe, expect, it } from 'vitest';
import type { Claim } from './contract.ts';
import { MOST_OPEN } from './limits.ts';
import { checkClaims, claimWords, pointsFor, pushWords, whyNotClaim, worthOf } from './rules.ts';

const mission = { id: 'wave', task: 'Wave', points: 3, limit: 1 };
const NOTHING = { approved: 0, open: 0, openOfAll: 0 };
const aClaim = (said: Partial<Claim> = {}): Claim => ({
  ...{
    id: 'c',
    userId: 'u',
    userName: 'Rosa',
    missionId: 'wave',
    task: 'Wave',
    worth: 3,
    note: null,
    state: 'claimed',
  },
  ...{ points: null, reason: null, by: null, createdAt: '2025-11-14T17:00:00.000Z', decidedAt: null },
  ...said,
});

it.each([
  ['a mission for the first time', {}, {}, undefined],
  ['one that waits already', {}, { open: 1 }, 'ALREADY_CLAIMED'],
  ['one that was approved', {}, { approved: 1 }, 'TOO_MANY_HERE'],
  ['one that counts twice, once approved', { limit: 2 }, { approved: 1 }, undefined],
  ['one that counts twice, twice approved', { limit: 2 }, { approved: 2 }, 'TOO_MANY_HERE'],
  ['one without a limit', { limit: null }, { approved: 99 }, undefined],
  ['with one claim less than may wait', {}, { openOfAll: MOST_OPEN - 1 }, undefined],
  ['with as many as may wait', {}, { openOfAll: MOST_OPEN }, 'TOO_MANY_HERE'],
])('a claim of %s', (_, of, claimed, code) =>
  expect(whyNotClaim({ claims: true }, { ...mission, ...of }, { ...NOTHING, ...claimed })?.code).toBe(code),
);

it('a claim is refused while claims are off, and of a mission that is gone', () => {
  expect(whyNotClaim({}, mission, NOTHING)?.code).toBe('NOT_FOUND');
  expect(whyNotClaim({ claims: true }, null, NOTHING)?.code).toBe('NOT_FOUND');
});

it.each([
  [3, undefined, 3],
  [3, 5, 5],
  ['1 per color', 2, 2],
  ['1 per color', undefined, 'BAD_INPUT'],
])('a claim: worth %s with %s typed gives %s', (worth, typed, given) => {
  const points = pointsFor(aClaim({ worth }), typed);
  expect(typeof points === 'number' ? points : points.code).toBe(given);
});

it.each(['refused', 'undone'] as const)('a claim that was %s gives nothing', (state) =>
  expect(pointsFor(aClaim({ state, reason: 'Nobody saw it' }), 3)).toMatchObject({ code: 'CHANGED_MEANWHILE' }),
);

it('takes points typed as a text of digits for a number', () =>
  expect([worthOf({ points: '5' }), worthOf({ points: 5 }), worthOf({ points: '1 per color' })]).toEqual([
    5,
    5,
    '1 per color',
  ]));

it('tells no points in a freeze', () => {
  const told = { task: 'Wave', points: 3, reason: null };
  expect(pushWords(told, false)).toEqual({ title: '+3: Wave', body: 'Your claim is approved.' });
  expect(JSON.stringify(pushWords(told, true))).not.toMatch(/\d/);
  expect(pushWords({ ...told, points: null, reason: 'Nobody saw it' }, true)).toEqual({
    title: 'Not this time',
    body: 'Wave: Nobody saw it',
  });
  expect(claimWords({ state: 'approved', points: null, reason: null })).toBe('Counts at the ceremony');
});

describe('the claims of a festival’s file', () => {
  const at = '2025-11-14T17:00:00.000Z';
  const claim = (id: string, said: object = {}) => ({
    ...{ id, userId: 'u', missionId: 'wave', task: 'Wave', worth: 3, note: null, state: 'claimed' },
    ...{ entryId: null, reason: null, createdAt: at, decidedAt: null },
    ...said,
  });
  const approved = { state: 'approved', entryId: 'e', decidedAt: at };
  const points = [
    { id: 'e', userId: 'u', points: 3, kind: 'mission', reason: 'Wave', missionId: 'wave', undoes: null },
  ];
  it.each([
    ['one that waits and one that was approved', [claim('a'), claim('b', approved)], true],
    ['two that wait for the same', [claim('a'), claim('b')], false],
    ['two of one id', [claim('a'), claim('a', { missionId: 'sing' })], false],
    ['nobody’s', [claim('a', { userId: 'x' })], false],
    ['approved without an entry', [claim('a', { ...approved, entryId: null })], false],
    ['approved with the entry of another mission', [claim('a', { ...approved, missionId: 'sing' })], false],
    ['two with one entry', [claim('a', approved), claim('b', approved)], false],
    ['decided without a time', [claim('a', { ...approved, decidedAt: null })], false],
    ['waiting with an entry', [claim('a', { entryId: 'e' })], false],
  ])('are checked: %s', (_, claims, isGood) => {
    const file = { claims, users: [{ id: 'u' }], points } as unknown as Parameters<typeof checkClaims>[0];
    expect(checkClaims(file) === null).toBe(isGood);
  });
});
