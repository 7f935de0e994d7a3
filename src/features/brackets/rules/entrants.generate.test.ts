import { describe, expect, it } from 'vitest';
import { dice } from '#testing/bracket.ts';
import { type GenerateFacts, seeded, shuffled, whyNotGenerate } from './entrants.ts';

it('seeds by score, then by who registered earlier', () => {
  const player = (name: string, score: number, registeredAt: string) => ({ name, score, registeredAt });
  const players = [
    player('late', 0, '2025-11-13T10:00:00.000Z'),
    player('early', 0, '2025-11-12T10:00:00.000Z'),
    player('below zero', -5, '2025-11-01T10:00:00.000Z'),
    player('strong', 90, '2025-11-14T10:00:00.000Z'),
  ];
  expect(seeded(players).map(({ name }) => name)).toEqual(['strong', 'early', 'late', 'below zero']);
});

it('shuffles into every order about equally often, and does not change the list', () => {
  const list = ['a', 'b', 'c'];
  const random = dice(7);
  const orders = Array.from({ length: 6000 }, () => shuffled(list, random).join(''));
  const times = Object.values(Object.groupBy(orders, (order) => order)).map((group) => group?.length ?? 0);
  expect(times).toHaveLength(6);
  expect(Math.min(...times)).toBeGreaterThan(850);
  expect(list).toEqual(['a', 'b', 'c']);
});

describe('a bracket', () => {
  const facts: GenerateFacts = {
    event: { status: 'upcoming', tournamentType: 'single-elimination' },
    checkedIn: 2,
    missing: [],
    everybody: true,
    without: [],
    hasResults: false,
    replace: false,
  };
  const told = (change: Partial<GenerateFacts>) => whyNotGenerate({ ...facts, ...change })?.body ?? null;
  const absent = (...names: string[]) => names.map((name) => ({ id: `id of ${name}`, name }));

  it('is allowed for 2 to 256 players, before the first result or with `replace`', () => {
    expect(told({})).toBeNull();
    expect(told({ checkedIn: 256 })).toBeNull();
    expect(told({ hasResults: true, replace: true })).toBeNull();
    expect(told({ missing: absent('Rosa'), everybody: false })).toBeNull();
    expect(told({ missing: absent('Rosa'), without: ['id of Rosa', 'id of Jo'] })).toBeNull();
  });

  it.each<[Partial<GenerateFacts>, string, string]>([
    [
      { checkedIn: 1 },
      'TOO_FEW_PLAYERS',
      'Failed to generate bracket. Make sure players are checked in. At least 2 are needed, and only 1 is checked in.',
    ],
    [
      { checkedIn: 0, missing: absent('Rosa') },
      'TOO_FEW_PLAYERS',
      'Failed to generate bracket. Make sure players are checked in. At least 2 are needed, and nobody is checked in.',
    ],
    [{ missing: absent('Rosa') }, 'PLAYERS_MISSING', '2 players are checked in. Draw without Rosa?'],
    [{ missing: absent('Rosa', 'Jo') }, 'PLAYERS_MISSING', '2 players are checked in. Draw without Rosa and Jo?'],
    [
      { missing: absent(...Array.from({ length: 14 }, (_, index) => `P${index}`)) },
      'PLAYERS_MISSING',
      '2 players are checked in. Draw without P0, P1, P2, P3, P4, P5, P6, P7, P8, P9, P10, P11 and 2 others?',
    ],
    [{ checkedIn: 257 }, 'TOO_MANY_PLAYERS', 'A bracket holds at most 256 players, and 257 are checked in.'],
    [
      { hasResults: true },
      'RESULTS_EXIST',
      'This bracket already has results. Replace it to start again without them.',
    ],
    [{ event: { status: 'upcoming', tournamentType: null } }, 'NO_TOURNAMENT', 'This event is not a tournament.'],
    [{ event: { ...facts.event, status: 'completed' } }, 'EVENT_OVER', 'This event is over.'],
  ])('is refused for %o', (change, code, message) => {
    expect(told(change)).toMatchObject({ code, message });
  });

  it('names the places that the organiser is asked about, and asks again about others', () => {
    const change = { missing: absent('Rosa', 'Jo'), without: ['id of Rosa'] };
    expect(told(change)).toMatchObject({ code: 'PLAYERS_MISSING', missing: ['id of Rosa', 'id of Jo'] });
  });
});
