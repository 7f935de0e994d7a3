import { describe, expect, it } from 'vitest';
import type { Holding } from './contract.ts';
import { isChosenFirst, readCode, sortHoldings } from './rules.ts';

it.each([
  'ABCD2345',
  ' abcd-2345 ',
  'ABCD\u20132345.',
  '\u201cabcd 2345\u201d',
  'https://fest.example/join#ABCD2345',
  'https://fest.example/join%23ABCD2345',
  '#ABCD2345)',
])('reads a code from %j', (typed) => expect(readCode(typed)).toBe('ABCD2345'));

it.each(['', 'ABCD234', 'ABCD23456', 'ABCD234O', 'code ABCD2345', 'https://fest.example/join'])(
  'reads no code from %j',
  (typed) => expect(readCode(typed)).toBeNull(),
);

describe('what can be handed over', () => {
  const holding = (id: string, phone: number | null, named = true): Holding => ({
    ...{ id, phone, named, playerName: 'Rosa', title: 'Catan', startTime: `2025-11-14T1${id.length}:00:00.000Z` },
    ...{ waits: false, since: null, lastUsed: null },
  });
  const [own, theo, stranger, walkIn] = [holding('own', 0), holding('t', 0, false), holding('s', 1), holding('', null)];

  it('is sorted by phone, then by name and time', () => {
    const early = holding('e', 0);
    const sorted = sortHoldings([walkIn, stranger, theo, own, early]);
    expect(sorted).toEqual([early, own, theo, stranger, walkIn]);
  });

  it.each([
    ['what has the name on the phone asked for', [own, theo, stranger, walkIn], [own]],
    ['nothing of two phones with an equal name', [stranger, holding('z', 2)], []],
    ['nothing where one of them may be a walk-in', [stranger, walkIn], []],
    ['what has the name on the only phone', [stranger, holding('x', 1, false)], [stranger]],
    ['a walk-in that was asked for', [walkIn], [walkIn]],
  ])('is chosen at first: %s', (_, all, chosen) => {
    expect(all.filter((one) => isChosenFirst(one, all))).toEqual(chosen);
  });
});
