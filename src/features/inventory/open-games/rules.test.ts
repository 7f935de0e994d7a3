import { describe, expect, it } from 'vitest';
import type { OpenGame } from './contract.ts';
import {
  freeWords,
  hasEnded,
  isOver,
  openAt,
  reportWarnings,
  timesAhead,
  whenWords,
  whyNotEndGame,
  whyNotJoin,
  whyNotOpen,
} from './rules.ts';

const NOW = '2025-11-14T17:00:00.000Z';
const ago = (minutes: number) => new Date(Date.parse(NOW) - minutes * 60_000).toISOString();
const game = (said: Partial<OpenGame> = {}): OpenGame => ({
  id: 'azul',
  game: 'Azul',
  location: 'Ballroom A',
  free: 2,
  at: null,
  note: null,
  host: 'Rosa',
  createdAt: ago(10),
  ...said,
});

describe('a game', () => {
  it.each<[what: string, said: Partial<OpenGame>, ended: boolean, over: boolean]>([
    ['for now', {}, false, false],
    ['for now, a moment before two hours', { createdAt: ago(119.99) }, false, false],
    ['for now, after two hours', { createdAt: ago(120) }, true, true],
    ['for now, full', { free: 0 }, false, true],
    ['for later', { at: ago(-60) }, false, false],
    ['for later, full', { at: ago(-60), free: 0 }, false, false],
    ['full, that begins this moment', { at: NOW, free: 0 }, false, true],
    ['two hours after its time, made long before', { at: ago(120), createdAt: ago(600) }, true, true],
    ['an hour after its time, made long before', { at: ago(60), createdAt: ago(600) }, false, false],
  ])('%s ends and is over by the clock', (_, said, ended, over) => {
    expect([hasEnded(game(said), NOW), isOver(game(said), NOW)]).toEqual([ended, over]);
  });

  it('that looks for players is listed by its start, then by id', () => {
    const games = [
      game({ id: 'later', at: ago(-90) }),
      game({ id: 'over', createdAt: ago(121) }),
      game({ id: 'b' }),
      game({ id: 'full', free: 0 }),
      game({ id: 'a' }),
    ];
    expect(openAt(games, NOW).map(({ id }) => id)).toEqual(['a', 'b', 'later']);
  });
});

it.each<[at: string | undefined, hasOne: boolean, code: string | undefined]>([
  [undefined, false, undefined],
  [undefined, true, 'TOO_MANY_HERE'],
  [ago(10), false, undefined],
  [ago(10.1), false, 'BAD_INPUT'],
  [ago(-24 * 60), false, undefined],
  [ago(-24 * 60 - 1), false, 'BAD_INPUT'],
])('a game at %s, by a device that has one: %s, is refused with %s', (at, hasOne, code) => {
  expect(whyNotOpen(at, NOW, hasOne)?.code).toBe(code);
});

it.each<[said: Partial<OpenGame>, taken: boolean, code: string | undefined]>([
  [{}, false, undefined],
  [{}, true, 'NAME_TAKEN'],
  [{ free: 0 }, true, 'GAME_FULL'],
  [{ free: 0, at: ago(-30) }, false, 'GAME_FULL'],
  [{ createdAt: ago(120) }, false, 'NOT_FOUND'],
])('joining %j where the name is taken: %s, is refused with %s', (said, taken, code) => {
  expect(whyNotJoin(game(said), NOW, 'Theo', taken)?.code).toBe(code);
});

it.each([
  [true, null, undefined],
  [false, null, 'NOT_YOURS'],
  [false, 'organiser', undefined],
  [false, 'library', undefined],
  [false, 'host', undefined],
  [false, 'points', undefined],
  [false, 'door', 'NOT_YOURS'],
  [false, 'judge', 'NOT_YOURS'],
] as const)('ending a game: its own device %s, at work as %s, is refused with %s', (mine, role, code) => {
  expect(whyNotEndGame({ mine, staff: role && { role } })?.code).toBe(code);
});

it('says when it begins, how many are wanted, and which half hours are to come', () => {
  const when = (said: Partial<OpenGame>) => whenWords(game(said), NOW, 'America/New_York');
  expect([when({}), when({ at: ago(-90) }), when({ at: ago(-17 * 60) })]).toEqual([
    'Now, since 11:50 AM',
    '1:30 PM',
    'Sat 15, 5:00 AM',
  ]);
  expect([2, 1, 0].map((free) => freeWords({ free }))).toEqual(['2 players wanted', '1 player wanted', 'Full']);
  const times = timesAhead('2025-11-14T17:10:00.000Z');
  expect([times[0], times.at(-1), times.length]).toEqual(['2025-11-14T17:30:00.000Z', '2025-11-15T05:00:00.000Z', 24]);
});

it('tells staff of each reported game, with the way to it', () => {
  expect(reportWarnings([{ ...game(), reports: 2 }])).toEqual([
    {
      id: 'open-game azul',
      text: 'Open game Azul of Rosa: reported by 2 phones.',
      link: { label: 'Look', to: '/inventory#open-games' },
    },
  ]);
});
