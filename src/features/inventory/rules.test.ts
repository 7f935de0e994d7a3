import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCsv, writeCsv } from '#platform/csv.ts';
import { PLAY_TIME } from './limits.ts';
import { gameTable, matchesFilter, readPlayTime, whyNotAddGame, whyNotRemoveGame } from './rules.ts';

it('a device may list fifty games', () => {
  expect([0, 49].map(whyNotAddGame)).toEqual([null, null]);
  expect([50, 51].map((count) => whyNotAddGame(count)?.body)).toEqual(
    Array(2).fill({ code: 'TOO_MANY_HERE', message: 'One person lists at most 50 games. Remove one first.' }),
  );
});

it.each([
  [true, true, undefined],
  [true, false, undefined],
  [false, true, undefined],
  [
    false,
    false,
    { code: 'NOT_YOURS', message: 'This game was added on another phone. Remove it there, or ask an organiser.' },
  ],
])('removing with mine %s and admin %s', (mine, admin, refusal) => {
  expect(whyNotRemoveGame({ mine, admin })?.body).toEqual(refusal);
});

describe('the filter', () => {
  const game = { name: 'Heat: Pedal to the Metal', owner: 'Zoë T.', gameType: 'board-game' } as const;
  it.each([
    ['', null, true],
    ['  ', 'board-game', true],
    ['PEDAL', null, true],
    ['metal heat', null, true],
    ['thé', null, true],
    [' zoë', null, true],
    ['ZOE', null, true],
    ['heat', 'card-game', false],
    ['tomás', null, false],
    ['heat zoë', null, false],
  ] as const)('%j of type %j finds it: %s', (q, type, found) => {
    expect(matchesFilter(game, { q, type })).toBe(found);
  });
});

it('a search over 500 code units finds nothing', () => {
  const game = { name: 'x'.repeat(600), owner: 'x'.repeat(600), gameType: 'board-game' } as const;
  const finds = (length: number) => matchesFilter(game, { q: 'x'.repeat(length), type: null });
  expect([finds(500), finds(501)]).toEqual([true, false]);
});

it.each([
  ['', { minutes: null }],
  ['  ', { minutes: null }],
  ['5', { minutes: 5 }],
  [' 60 ', { minutes: 60 }],
  ['1440', { minutes: 1440 }],
])('play time as typed: %j is %j', (typed, read) => expect(readPlayTime(typed)).toEqual(read));

it.each(['4', '0', '-5', '1441', '7.5', 'an hour', '1e9', 'Infinity', 'NaN'])(
  'play time as typed: %j is refused',
  (typed) => {
    expect(readPlayTime(typed)).toEqual({ problem: 'Whole minutes from 5 to 1,440, or nothing.' });
  },
);

it('play time as typed never returns a value the server would refuse', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double().map(String), fc.integer().map(String)), (typed) => {
      const read = readPlayTime(typed);
      if (!('minutes' in read) || read.minutes === null) return;
      expect(Number.isInteger(read.minutes)).toBe(true);
      expect(read.minutes).toBeGreaterThanOrEqual(PLAY_TIME.min);
      expect(read.minutes).toBeLessThanOrEqual(PLAY_TIME.max);
    }),
  );
});

it.each(['=', '+', '-', '@', '\t=', '\r=', '\n=', '\r\n@', '＝', '＋', '－', '＠'])(
  'defuses every text of the table that begins with %j',
  (start) => {
    const text = `${start}HYPERLINK("https://evil.example";"x")`;
    const typed = { name: text, owner: text, playerCount: text, description: text };
    const game = { id: 'g', gameType: 'card-game' as const, playTime: 45, available: true, lent: null, ...typed };
    const table = writeCsv(gameTable([game]));
    const begins = table.split('HYPERLINK').slice(0, -1);
    expect(begins).toHaveLength(4);
    for (const begin of begins) expect(begin).toMatch(/"'([\t\r\n]+')?[=+\-@＝＋－＠]$/);
    const read = readCsv(table);
    const cells = 'rows' in read ? read.rows.flatMap((row) => row.cells) : [];
    expect(cells.filter((cell) => cell === text.trim())).toHaveLength(4);
  },
);
