import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followersOf, followersOfEither, latenessAfter, whyNotSayLate } from './lateness.ts';

const NOON = Date.parse('2025-11-14T17:00:00.000Z');
const at = (minutes: number): string => new Date(NOON + minutes * 60_000).toISOString();
type Said = { duration?: number; late?: number; location?: string; status?: 'upcoming' | 'in-progress' | 'completed' };
const event = (id: string, start: number, { duration = 60, late = 0, location = 'Hall', ...said }: Said = {}) => ({
  ...{ id, startTime: at(start), duration, lateMinutes: late, location },
  status: said.status ?? ('upcoming' as const),
});
type Event = ReturnType<typeof event>;
const ids = (events: readonly Event[]) => events.map(({ id }) => id);
const said = (first: Event, lateMinutes: number, rest: readonly Event[]) =>
  latenessAfter(first, { ...first, lateMinutes }, followersOf(first, rest));
const late = (...given: Parameters<typeof said>) => Object.fromEntries(said(...given));

it('followersOf finds what comes later in the room and has not begun, soonest first', () => {
  const events = [
    event('later', 200, { location: ' háll' }),
    event('next', 60),
    event('itself', 0),
    event('same time', 30),
    event('before', -60),
    event('begun', 60, { status: 'in-progress' }),
    event('elsewhere', 60, { location: 'Hall 2' }),
    event('tomorrow', 12 * 60 + 1),
  ];
  expect(ids(followersOf(event('itself', 0), events))).toEqual(['next', 'later']);
});

describe('latenessAfter', () => {
  it('carries a delay on until gaps have taken it up', () => {
    const rest = [event('b', 60), event('c', 130), event('d', 205), event('e', 300)];
    expect(late(event('a', 0), 25, rest)).toEqual({ b: 25, c: 15 });
  });

  it('drops what it delayed when it is on time again, and nothing else', () => {
    const rest = [event('b', 60, { late: 25 }), event('c', 120, { late: 60 })];
    expect(late(event('a', 0, { late: 25 }), 0, rest)).toEqual({ b: 0 });
    expect(late(event('b', 60, { late: 25 }), 0, [event('c', 120, { late: 25 })])).toEqual({ c: 0 });
  });

  it('leaves a follower alone that was said to be later, and delays the next by that', () => {
    const rest = [event('b', 60, { late: 40 }), event('c', 120, { late: 40 })];
    expect(late(event('a', 0), 25, rest)).toEqual({});
    expect(late(event('a', 0), 50, rest)).toEqual({ b: 50, c: 50 });
  });

  it('delays two events at one time by what is before both, and neither by the other', () => {
    expect(late(event('a', 0), 25, [event('b', 60), event('c', 90)])).toEqual({ b: 25 });
  });

  it.each([
    ['shorter', 60, [event('b', 60, { late: 30 }), event('c', 120, { late: 30 })], 30, { b: 0, c: 0 }],
    ['longer, until the next', 30, [event('b', 60)], 60, { b: 30 }],
    ['longer than until the next', 60, [event('b', 60, { late: 30 })], 90, { b: 0 }],
    ['shorter, and the next follows it now', 90, [event('b', 60)], 60, { b: 30 }],
  ])('delays what follows by the new end when a late event is %s', (_, was, rest, duration, then) => {
    const first = event('a', 0, { duration: was, late: 30 });
    const timing = { duration, lateMinutes: 30 };
    expect(Object.fromEntries(latenessAfter(first, timing, followersOfEither(first, timing, rest)))).toEqual(then);
  });

  const rooms = fc
    .array(fc.record({ start: fc.integer({ min: 60, max: 700 }), duration: fc.integer({ min: 15, max: 240 }) }), {
      maxLength: 8,
    })
    .map((starts) => starts.map(({ start, duration }, index) => event(`e${index}`, start, { duration })));
  const minutes = fc.integer({ min: 0, max: 180 });
  const toldLate = (first: Event, lateMinutes: number, rest: readonly Event[]) => {
    const changed = said(first, lateMinutes, rest);
    const others = rest.map((one) => ({ ...one, lateMinutes: changed.get(one.id) ?? one.lateMinutes }));
    return [{ ...first, lateMinutes }, ...others] as const;
  };

  it('never starts a follower before its predecessor ends, nor delays it by more than the given minutes', () => {
    fc.assert(
      fc.property(rooms, minutes, (room, most) => {
        const all = toldLate(event('a', 0), most, room);
        const start = (one: Event) => Date.parse(one.startTime) + one.lateMinutes * 60_000;
        for (const one of all) {
          expect(one.lateMinutes).toBeLessThanOrEqual(most);
          for (const other of all) {
            if (Date.parse(other.startTime) + other.duration * 60_000 > Date.parse(one.startTime)) continue;
            expect(start(one)).toBeGreaterThanOrEqual(start(other) + other.duration * 60_000);
          }
        }
      }),
    );
  });

  it('depends on what was said last only', () => {
    fc.assert(
      fc.property(rooms, minutes, minutes, (room, before, last) => {
        const [first, ...rest] = toldLate(event('a', 0), before, room);
        expect(toldLate(first, last, rest)).toEqual(toldLate(event('a', 0), last, room));
      }),
    );
  });
});

it.each([
  ['starts in 12 hours', event('a', 720), null],
  ['starts later', event('a', 721), 'NOT_TODAY'],
  ['was never started', event('a', -721), 'NOT_TODAY'],
  ['is live since yesterday', event('a', -2000, { status: 'in-progress' }), null],
  ['is completed', event('a', 0, { status: 'completed' }), 'EVENT_OVER'],
])('whyNotSayLate decides for an event that %s', (_, one, code) => {
  expect(whyNotSayLate(one, at(0))?.code ?? null).toBe(code);
});
