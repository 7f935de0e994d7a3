import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { looseKey, nameKey, plainKey } from '#platform/names.ts';
import { madeByCode } from './rules/check-ins.ts';
import { codeText, nameBudgets, readCode, whyClosed } from './rules/codes.ts';
import { findOwnPlace, findPlace, nearPlaces, noRegistration, type Place } from './rules/people.ts';
import { alarmWarning } from './rules/warnings.ts';

const SIGNATURE = 'A'.repeat(43);

describe('a code', () => {
  it('is parsed as it was written, for any event id', () => {
    const ids = fc.stringMatching(/^[\w-]{1,64}$/);
    fc.assert(
      fc.property(ids, fc.integer({ min: 1, max: 999_999_999 }), (eventId, generation) => {
        const token = `${codeText({ eventId, generation })}.${SIGNATURE}`;
        expect(readCode(token)).toEqual({ eventId, generation, signature: SIGNATURE });
        // Needs no escaping in an address.
        expect(encodeURIComponent(token)).toBe(token);
      }),
    );
  });

  it.each([
    ['nothing', ''],
    ['words', 'let me in'],
    ['another version', `2.check-in.catan.1.${SIGNATURE}`],
    ['another purpose', `1.admin.catan.1.${SIGNATURE}`],
    ['no event', `1.check-in..1.${SIGNATURE}`],
    ['an event with a dot', `1.check-in.a.b.1.${SIGNATURE}`],
    ['generation 0', `1.check-in.catan.0.${SIGNATURE}`],
    ['a generation with a zero in front', `1.check-in.catan.01.${SIGNATURE}`],
    ['a negative generation', `1.check-in.catan.-1.${SIGNATURE}`],
    ['no signature', '1.check-in.catan.1.'],
    ['a short signature', `1.check-in.catan.1.${SIGNATURE.slice(1)}`],
    ['a long signature', `1.check-in.catan.1.${SIGNATURE}A`],
    ['padding', `1.check-in.catan.1.${SIGNATURE.slice(1)}=`],
    ['a line end after it', `1.check-in.catan.1.${SIGNATURE}\n`],
    ['a letter that is none of base64url', `1.check-in.catan.1.${SIGNATURE.slice(1)}é`],
    ['a very long text', 'x'.repeat(100_000)],
  ])('is not %s', (_, token) => {
    expect(readCode(token)).toBeNull();
  });

  it('is not parsed from anything else', () => {
    const near = fc.stringMatching(/^[12]\.check-in\.[\w.-]{0,9}\.\d{0,2}\.[\w=]{40,42}$/);
    fc.assert(
      fc.property(fc.oneof(fc.string(), near), (token) => {
        expect(readCode(token)).toBeNull();
      }),
    );
  });
});

describe('the window', () => {
  const ZONE = 'America/New_York';
  const catan = { title: 'Catan Open', startTime: '2025-11-14T23:00:00.000Z', duration: 120 };
  const window = { opensMinutesBefore: 30, closesMinutesAfter: 15 };
  const at = (now: string) => whyClosed(catan, window, now, ZONE)?.body ?? 'open';
  const early = { code: 'CODE_CLOSED', message: 'Check-in for Catan Open opens on Friday, Nov 14 at 5:30 PM.' };
  const late = { code: 'CODE_CLOSED', message: 'Check-in for Catan Open closed on Friday, Nov 14 at 8:15 PM.' };

  it.each([
    ['2025-11-14T22:29:59.999Z', early],
    ['2025-11-14T22:30:00.000Z', 'open'],
    ['2025-11-15T01:15:00.000Z', 'open'],
    ['2025-11-15T01:15:00.001Z', late],
  ])('at %s', (now, expected) => {
    expect(at(now)).toEqual(expected);
  });

  it('is always open without a setting', () => {
    expect(whyClosed(catan, null, '2031-01-01T00:00:00.000Z', ZONE)).toBeNull();
  });
});

describe('whose place a name means', () => {
  const place = (name: string, checkedIn = false): Place => ({ id: name, nameKey: nameKey(name), checkedIn });
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
    // Look-alike letters of two scripts count as one name; an older name matches its own letters first.
    [['Аdmin'], 'Admin', 'Аdmin'],
    [['Admin'], 'аdmin', 'Admin'],
    [['Admin', { id: 'old', nameKey: plainKey('Аdmin'), checkedIn: false }], 'Аdmin', 'old'],
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
    message: "No registration for 'Jon' at Catan Open. Check the spelling or see event staff.",
    field: 'playerName',
  });
});

describe('findOwnPlace', () => {
  const place = (nameKey: string, checkedIn = false): Place => ({ id: nameKey, nameKey, checkedIn });
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

describe('nameBudgets', () => {
  const code = { eventId: 'catan', generation: 2 };

  it('counts by code and network, and by code alone with sixty times the allowance', () => {
    expect(nameBudgets(code, { narrow: 'n', wide: null }, 10)).toEqual([
      { name: 'check-in catan 2 n', perMinute: 10 },
      { name: 'check-in catan 2', perMinute: 600 },
    ]);
  });

  it('counts an IPv6 /48 too, with four times the allowance of a /64', () => {
    expect(nameBudgets(code, { narrow: 'n', wide: 'w' }, 10)[1]).toEqual({ name: 'check-in catan 2 w', perMinute: 40 });
  });
});

describe('madeByCode', () => {
  const now = '2025-11-14T17:00:00.000Z';
  const made = (checkedInBy: 'owner' | 'code' | 'staff' | null, checkedInAt: string | null) => ({
    checkedInBy,
    checkedInAt,
  });

  it('finds what other devices checked in during the last minutes, and nothing else', () => {
    const inTime = made('code', '2025-11-14T16:55:00.000Z');
    const early = made('code', '2025-11-14T16:54:59.999Z');
    const others = [made('owner', now), made('staff', now), made(null, now), made(null, null)];
    expect(madeByCode([inTime, early, ...others], 5, now)).toEqual([inTime]);
    expect(madeByCode([inTime, early, ...others], 15, now)).toEqual([inTime, early]);
  });
});

it('alarmWarning names the event and the time in the festival’s zone, and links to its tab', () => {
  const alarm = { eventId: 'catan', title: 'Catan Open', at: '2025-11-14T16:02:00.000Z' };
  expect(alarmWarning(alarm, 'America/New_York')).toEqual({
    id: 'check-in catan',
    text:
      'Someone tried many names with the check-in code of Catan Open (11:02 AM). In QR Check-In, make a new code and undo ' +
      'the check-ins by other phones. Then check people in from the staff list, or let them scan the new code.',
    link: { label: 'QR Check-In', to: '/admin/check-in?event=catan' },
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
