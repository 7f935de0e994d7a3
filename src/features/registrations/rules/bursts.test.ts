import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE, SECOND } from '#platform/durations.ts';
import { countPerPhone, describeBurst, findBursts, isInBurst, type Thing } from './bursts.ts';
import { NONE } from './counts.ts';

const NOON = Date.parse('2025-11-14T17:00:00.000Z');

let made = 0;
const aPlace = (said: Partial<Thing> = {}): Thing => {
  made += 1;
  const at = said.at ?? NOON;
  return {
    kind: 'place',
    id: `place ${made}`,
    at,
    visitorId: `phone ${made}`,
    network: 'hotel',
    phoneSince: at,
    eventId: 'catan',
    proven: false,
    ...said,
  };
};

/** One place by each of `count` new phones, spread evenly over `within` milliseconds. */
const places = (count: number, within: number, said: Partial<Thing> = {}): Thing[] =>
  Array.from({ length: count }, (_, n) =>
    aPlace({ ...said, at: (said.at ?? NOON) + Math.floor((n * within) / Math.max(count - 1, 1)) }),
  );

const found = (things: readonly Thing[]) => findBursts(things).map(({ network, things: own }) => [network, own.length]);

it('findBursts finds 471 places that 471 new phones took in 6 seconds', () => {
  const [burst] = findBursts(places(471, 6 * SECOND));
  expect(burst).toMatchObject({ network: 'hotel', from: NOON, to: NOON + 6 * SECOND });
  expect(burst?.things).toHaveLength(471);
});

it.each([
  ['20 in 10 seconds', 20, 10 * SECOND, true],
  ['one fewer', 19, 10 * SECOND, false],
  ['60 in a minute', 60, MINUTE, true],
  ['one fewer', 59, MINUTE, false],
  ['forty people in a room who register within a minute', 40, MINUTE, false],
  ['the opening minute of a thousand phones behind one address', 1000, 10 * SECOND, true],
])('findBursts finds or ignores %s', (_, count, within, isBurst) => {
  expect(found(places(count, within))).toEqual(isBurst ? [['hotel', count]] : []);
});

it('findBursts finds accounts as well as places', () => {
  const mixed = places(21, 9 * SECOND).map((thing, n) => ({
    ...thing,
    kind: n % 3 === 0 ? ('account' as const) : ('place' as const),
  }));
  expect(found(mixed)).toEqual([['hotel', 21]]);
});

it('findBursts counts each network separately and ignores unknown ones', () => {
  const things = [
    ...places(15, 5 * SECOND, { network: 'hotel' }),
    ...places(15, 5 * SECOND, { network: 'mobile' }),
    ...places(100, 5 * SECOND, { network: null }),
  ];
  expect(found(things)).toEqual([]);
  expect(found([...things, ...places(5, SECOND, { network: 'mobile' })])).toEqual([['mobile', 20]]);
});

it('findBursts ignores phones that were first seen more than three hours before', () => {
  expect(found(places(100, 5 * SECOND, { phoneSince: NOON - 3 * HOUR - 1 }))).toEqual([]);
  expect(found(places(100, 5 * SECOND, { phoneSince: NOON - 2 * HOUR }))).toEqual([['hotel', 100]]);
});

it('findBursts continues over a pause of a minute and ends at a longer one', () => {
  const [first, near, far] = [0, SECOND + MINUTE, 2 * SECOND + MINUTE + MINUTE + 1].map((later) =>
    places(30, SECOND, { at: NOON + later }),
  ) as [Thing[], Thing[], Thing[]];
  expect(found([...first, ...near])).toEqual([['hotel', 60]]);
  expect(found([...far, ...first, ...near])).toEqual([
    ['hotel', 30],
    ['hotel', 60],
  ]);
});

it('findBursts contains only its fast part, not slower things before and after', () => {
  const before = aPlace({ at: NOON - 20 * SECOND });
  const after = aPlace({ at: NOON + 40 * SECOND });
  const [burst] = findBursts([before, after, ...places(30, 2 * SECOND)]);
  expect(burst?.things).toHaveLength(30);
  for (const guest of [before, after]) expect(isInBurst(guest, burst ?? never())).toBe(false);
});

it('findBursts contains exactly the things for which isInBurst is true', () => {
  const things = [
    ...places(40, 20 * SECOND),
    ...places(25, 3 * SECOND, { at: NOON + 50 * SECOND }),
    ...places(9, 3 * SECOND, { network: 'mobile' }),
    ...places(9, 3 * SECOND, { phoneSince: NOON - 4 * HOUR }),
  ];
  for (const burst of findBursts(things)) {
    const ids = (own: readonly Thing[]) => own.map(({ id }) => id).sort();
    expect(ids(burst.things)).toEqual(ids(things.filter((thing) => isInBurst(thing, burst))));
  }
});

describe('describeBurst', () => {
  const anEvent = (id: string, drawn = false) => [id, { id, title: `The ${id}`, drawn }] as const;
  const events = new Map([anEvent('azul'), anEvent('catan'), anEvent('drawn', true), anEvent('empty')]);
  const describeThings = (things: readonly Thing[], perPhone = countPerPhone(things)) =>
    describeBurst({ network: 'hotel', from: NOON, to: NOON + SECOND, things }, perPhone, events);

  it('counts things, phones and removable places by event, most first', () => {
    const things = [
      ...places(2, SECOND, { eventId: 'azul' }),
      ...places(3, SECOND, { eventId: 'catan' }),
      aPlace({ kind: 'account', eventId: null }),
    ];
    expect(describeThings(things)).toEqual({
      network: 'hotel',
      from: '2025-11-14T17:00:00.000Z',
      to: '2025-11-14T17:00:01.000Z',
      found: { ...NONE, places: 5, accounts: 1 },
      removable: { ...NONE, places: 5, accounts: 1 },
      phones: 6,
      activePhones: 0,
      events: [
        { id: 'catan', title: 'The catan', places: 3 },
        { id: 'azul', title: 'The azul', places: 2 },
      ],
    });
  });

  it('does not count what is proven or in a drawn bracket as removable', () => {
    const things = [
      aPlace({ eventId: 'drawn' }),
      aPlace({ proven: true }),
      aPlace({ kind: 'account', eventId: null, proven: true }),
      aPlace(),
    ];
    const { found: all, removable } = describeThings(things);
    expect(all).toEqual({ ...NONE, places: 3, accounts: 1 });
    expect(removable).toEqual({ ...NONE, places: 1 });
  });

  it('counts a phone as active when it made more than one thing, also outside the burst', () => {
    const inside = [aPlace({ visitorId: 'guest' }), aPlace({ visitorId: 'script' })];
    const later = aPlace({ visitorId: 'guest', at: NOON + HOUR });
    expect(describeThings(inside, countPerPhone([...inside, later])).activePhones).toBe(1);
  });
});

const never = (): never => {
  throw new Error('no burst was found');
};
