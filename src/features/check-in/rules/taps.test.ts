import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  checkedInBy,
  checkedInSince,
  madeAt,
  noSuchPlace,
  TAP_WAITS_MS,
  type Tap,
  whyNotHere,
  whyTooOld,
} from './taps.ts';

const at = (minute: number): string => new Date(Date.UTC(2025, 10, 14, 17, minute)).toISOString();
const [inAt, undoAt] = [true, false].map(
  (checksIn) =>
    (minute: number): Tap => ({ checksIn, madeAt: at(minute) }),
) as [(minute: number) => Tap, (minute: number) => Tap];

/** Applies taps one after the other, as a single door with a network would. */
const replayed = (taps: readonly Tap[]): string | null => {
  let since: string | null = null;
  for (const tap of taps.toSorted((one, other) => (one.madeAt < other.madeAt ? -1 : 1))) {
    since = tap.checksIn ? (since ?? tap.madeAt) : null;
  }
  return since;
};

it.each([
  ['nothing', [], null],
  ['the earlier of two check-ins', [inAt(2), inAt(1)], at(1)],
  ['nothing after a later undo', [undoAt(2), inAt(1)], null],
  ['the check-in after an undo', [inAt(3), undoAt(2), inAt(1)], at(3)],
  ['another door’s check-in, made after the undo of a wrong one', [inAt(5), inAt(0), undoAt(2)], at(5)],
] as const)('checkedInSince returns %s', (_, taps, since) => {
  expect(checkedInSince(taps)).toBe(since);
});

it('checkedInSince is what one door would have got, in whatever order the taps of several arrive', () => {
  const made = fc.uniqueArray(fc.record({ minute: fc.integer({ min: 0, max: 59 }), checksIn: fc.boolean() }), {
    selector: ({ minute }) => minute,
    maxLength: 12,
  });
  fc.assert(
    fc.property(made, (list) => {
      const taps = list.map(({ minute, checksIn }): Tap => ({ checksIn, madeAt: at(minute) }));
      expect(checkedInSince(taps)).toBe(replayed(taps));
    }),
  );
});

it.each([
  ['another phone’s check-in that a tap confirms is the organiser’s', 'code', inAt(7), at(5), 'staff'],
  ['another phone’s check-in stays its own when the tap is overruled', 'code', inAt(3), at(5), 'code'],
  ['another phone’s check-in stays its own after an undo before it', 'code', undoAt(3), at(5), 'code'],
  ['the owner’s check-in stays the owner’s', 'owner', inAt(7), at(5), 'owner'],
  ['an earlier tap takes over', 'owner', inAt(3), at(3), 'staff'],
] as const)('checkedInBy says that %s', (_, by, tap, since, expected) => {
  const known = { checkedInAt: at(5), checkedInBy: by, checkedInByName: null };
  expect(checkedInBy(known, since, { ...tap, name: null }).by).toBe(expected);
});

it.each([
  ['gives the name of the tap that sets the time', null, null, at(5), inAt(5), 'Sam'],
  ['keeps the first name when a second tap comes later', at(5), 'Mira', at(5), inAt(7), 'Mira'],
  ['gives the name of an earlier tap that arrives late', at(5), 'Mira', at(3), inAt(3), 'Sam'],
  ['keeps the name after an undo from before the check-in', at(5), 'Mira', at(5), undoAt(3), 'Mira'],
  ['names nobody when an undo lets another tap decide', at(5), 'Mira', at(7), undoAt(6), null],
  ['names nobody after an undo', at(5), 'Mira', null, undoAt(6), null],
] as const)('checkedInBy: %s', (_, checkedInAt, checkedInByName, since, tap, name) => {
  const known = { checkedInAt, checkedInBy: checkedInAt === null ? null : ('staff' as const), checkedInByName };
  expect(checkedInBy(known, since, { ...tap, name: 'Sam' }).name).toBe(name);
});

it('checkedInBy gives the name of the tap that confirms another phone’s check-in', () => {
  const known = { checkedInAt: at(5), checkedInBy: 'code', checkedInByName: null } as const;
  expect(checkedInBy(known, at(5), { ...inAt(7), name: 'Sam' })).toEqual({ by: 'staff', name: 'Sam' });
});

it('madeAt is when a tap that waited says, whatever is known', () => {
  expect(madeAt({ id: null, madeAt: at(8) }, [inAt(9)], at(10))).toBe(at(8));
});

it.each([
  ['did not wait', null],
  ['is of the future', at(11)],
])('madeAt puts a tap that %s after all known ones', (_, made) => {
  expect(madeAt({ id: null, madeAt: made }, [inAt(9)], at(10))).toBe(at(10));
  expect(madeAt({ id: null, madeAt: made }, [inAt(10)], at(10))).toBe(at(10).replace('000Z', '001Z'));
});

it('refusals refuse a tap that waited longer than a day', () => {
  const now = new Date(Date.parse(at(0)) + TAP_WAITS_MS).toISOString();
  expect(whyTooOld({ id: null, madeAt: null }, now)).toBeNull();
  expect(whyTooOld({ id: null, madeAt: at(0) }, now)).toBeNull();
  expect(whyTooOld({ id: null, madeAt: at(-1) }, now)?.code).toBe('GONE');
});

it('refusals refuse a tap at the door that the place was moved from', () => {
  const uno = { id: 'uno', title: 'Uno' };
  expect(whyNotHere(uno, null)).toBeNull();
  expect(whyNotHere(uno, 'uno')).toBeNull();
  expect(whyNotHere(uno, 'catan')?.message).toBe('This place was moved to Uno.');
});

it('refusals tell a cancelled event from a cancelled place', () => {
  expect(noSuchPlace({ eventId: 'uno', isEventThere: false }).message).toBe('This event was cancelled.');
  expect(noSuchPlace({ eventId: 'uno', isEventThere: true }).message).toBe('This place was cancelled.');
  expect(noSuchPlace({ eventId: null, isEventThere: false }).message).toBe('This place was cancelled.');
});
