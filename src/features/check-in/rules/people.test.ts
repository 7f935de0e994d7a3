import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { looseKey, nameKey } from '#platform/names.ts';
import { findOwnPlace, findPlace, nearPlaces, noRegistration, type Place } from './people.ts';

describe('whose place a name means', () => {
  const place = (name: string, checkedIn = false): Place => ({
    id: name,
    playerName: name,
    nameKey: nameKey(name),
    checkedIn,
  });
  const found = (names: readonly (string | Place)[], typed: string) =>
    findPlace(
      names.map((name) => (typeof name === 'string' ? place(name) : name)),
      typed,
    )?.id ?? null;

  it.each<[names: (string | Place)[], typed: string, expected: string | null]>([
    [['Zoë Müller', 'Sam'], 'zoë müller', 'Zoë Müller'],
    [['Zoë Müller', 'Sam'], 'zoe muller', 'Zoë Müller'],
    [["Sean O'Brien"], 'sean obrien', "Sean O'Brien"],
    [['Mary-Jane'], 'Mary Jane', 'Mary-Jane'],
    [['Jon'], 'John', null],
    [['Jon'], 'Jo', null],
    [[], 'Jon', null],
    // The exact name wins, though both match loosely.
    [['Zoe', 'Zoë'], 'Zoë', 'Zoë'],
    [['Zoe', 'Zoë'], 'Zo-e', null],
    // One of two is checked in already: another person with that name must be the other.
    [[place('Zoe', true), 'Zoë'], 'Zo-e', 'Zoë'],
    // The exact name, although a loose match is still awaited.
    [[place('Zoe', true), 'Zoë'], 'ZOE', 'Zoe'],
    // A second tap with the same spelling.
    [[place('Zoë', true)], 'Zoe', 'Zoë'],
    [[place('Zoe', true), place('Zoë', true)], 'Zo-e', null],
    // Between two digits a mark counts.
    [['Team 11'], 'Team 1-1', null],
    [['Team 1-1'], 'team 1 1', 'Team 1-1'],
    // First and last name, in any order; numbers are never left out.
    [['Robin de la Test', 'Robin'], 'test robin', 'Robin de la Test'],
    [['Robin de la Test', 'Robin la Test'], 'Robin Test', null],
    [['Robin de la Test', 'Test Robin'], 'Robin Test', null],
    [['Robin de la Test'], 'de la', null],
    [['Robin de la Test'], 'Robin Robin', null],
    [['Robin de la Test'], 'Robin', null],
    [['Robin de la Test'], 'Robin Test Jo', null],
    [['Team 11 Red'], 'Team 1 Red', null],
    [['Team 1 Red'], 'Team Red', null],
    // Vowel signs are letters.
    [['राम कुमार'], 'रीम कुमार', null],
    [['Þóra Weiß'], 'thora weiss', 'Þóra Weiß'],
    // Names with an empty loose key match only exactly.
    [['!!!', '???'], '...', null],
    [['!!!'], '...', null],
    [['!!!'], '!!!', '!!!'],
  ])('among %j, %s', (names, typed, expected) => {
    expect(found(names, typed)).toBe(expected);
  });

  it('is always a match, and never one of several', () => {
    const name = fc.constantFrom('Zoe', 'Zoë', 'ZO E', 'Jon', 'J.on', '!', '?', 'Łukasz', 'Lukasz');
    const guests = fc.uniqueArray(fc.tuple(name, fc.boolean()), { selector: ([one]) => nameKey(one) });
    fc.assert(
      fc.property(guests, name, (people, typed) => {
        const places = people.map(([one, checkedIn]) => place(one, checkedIn));
        const who = findPlace(places, typed);
        const exact = places.find((one) => one.nameKey === nameKey(typed));
        if (exact !== undefined) expect(who).toBe(exact);
        if (exact !== undefined || who === null) return;
        expect(looseKey(who.nameKey)).toBe(looseKey(typed));
        const alike = places.filter(
          (one) => looseKey(one.nameKey) === looseKey(typed) && one.checkedIn === who.checkedIn,
        );
        expect(alike).toEqual([who]);
      }),
    );
  });
});

it('repeats the typed name when nobody matches', () => {
  expect(noRegistration('Jon', 'Catan Open').body).toEqual({
    code: 'NOT_FOUND',
    message: "Nobody called 'Jon' has a place in Catan Open. Check the spelling or see event staff.",
    field: 'playerName',
  });
});

describe('findOwnPlace', () => {
  const place = (nameKey: string): Place => ({ id: nameKey, playerName: nameKey, nameKey, checkedIn: false });
  it.each([
    ['the own place of that name', ['zoe', 'sam'], 'zoe', 'zoe'],
    ['no own place when another device holds that name', ['zoé'], 'zoe', null],
    ['the only own loose match', ['zoé', 'sam'], null, 'zoé'],
    ['none of two loose matches', ['zoé', 'zoè'], null, null],
    ['none when the device holds none', [], 'zoe', null],
  ])('means %s', (_, own, exact, found) => {
    const places = own.map((key) => place(key));
    expect(findOwnPlace(places, exact === null ? null : { id: exact }, 'Zoe')?.id ?? null).toBe(found);
  });
});

describe('names near that of a walk-in', () => {
  const near = (typed: string, ...names: string[]) =>
    nearPlaces(
      names.map((playerName) => ({ playerName })),
      typed,
    ).map(({ playerName }) => playerName);

  it.each([
    ['the beginning', 'Ros', 'Rosa Lindqvist'],
    ['one of the names', 'lindqvist', 'Rosa Lindqvist'],
    ['the names in another order', 'Lindqvist, Rosa', 'Rosa Lindqvist'],
    ['a typo', 'Rosa Lindquist', 'Rosa Lindqvist'],
    ['a typo in a short name', 'Roza', 'Rosa'],
    ['no accents', 'Zoe Muller', 'Zoë Müller'],
    ['more than was registered', 'Rosa Lindqvist', 'Rosa'],
    ['an initial', 'Rosa L', 'Rosa Lindqvist'],
  ])('finds %s', (_, typed, known) => {
    expect(near(typed, known, 'Alex')).toEqual([known]);
  });

  it.each([
    ['another initial', 'Rosa M', 'Rosa Lindqvist'],
    ['a name that begins with an initial', 'Alex', 'Rosa A.'],
    ['a part within a word', 'Osa', 'Rosa'],
    ['signs alone', '!!', 'Rosa'],
    ['a name of signs', 'Rosa', '!!'],
  ])('leaves out %s', (_, typed, known) => {
    expect(near(typed, known)).toEqual([]);
  });
});
