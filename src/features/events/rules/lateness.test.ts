import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followersOf, latenessAfter, whyNotSayLate } from './lateness.ts';

const NOON = Date.parse('2025-11-14T17:00:00.000Z');
const at = (minutes: number): string => new Date(NOON + minutes * 60_000).toISOString();
type Said = { duration?: number; late?: number; location?: string; status?: 'upcoming' | 'in-progress' | 'completed' };
const event = (id: string, start: number, { duration = 60, late = 0, location = 'Hall', ...said }: Said = {}) => ({
  ...{ id, startTime: at(start), duration, lateMinutes: late, location },
  status: said.status ?? ('upcoming' as const),
});
type Event = ReturnType<typeof event>;
const ids = (events: readonly Event[]) => events.map(({ id }) => id);
const late = (first: Event, minutes: number, followers: readonly Event[]) =>
  Object.fromEntries(latenessAfter(first, minutes, followersOf(first, followers)));

describe('followersOf', () => {
  it('finds what comes later in the room and has not begun, soonest first', () => {
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
});

describe('latenessAfter', () => {
  it('carries a delay on until gaps have taken it up', () => {
    const rest = [event('b', 60), event('c', 130), event('d', 205), event('e', 300)];
    expect(late(event('a', 0), 25, rest)).toEqual({ a: 25, b: 25, c: 15 });
  });

  it('drops what it delayed when it is on time again, and nothing else', () => {
    const rest = [event('b', 60, { late: 25 }), event('c', 120, { late: 60 })];
    expect(late(event('a', 0, { late: 25 }), 0, rest)).toEqual({ a: 0, b: 0 });
    expect(late(event('b', 60, { late: 25 }), 0, [event('c', 120, { late: 25 })])).toEqual({ b: 0, c: 0 });
  });

  it('leaves a follower alone that was said to be later, and delays the next by that', () => {
    const rest = [event('b', 60, { late: 40 }), event('c', 120, { late: 40 })];
    expect(late(event('a', 0), 25, rest)).toEqual({ a: 25 });
    expect(late(event('a', 0), 50, rest)).toEqual({ a: 50, b: 50, c: 50 });
  });

  it('delays two events at one time by what is before both, and neither by the other', () => {
    expect(late(event('a', 0), 25, [event('b', 60), event('c', 90)])).toEqual({ a: 25, b: 25 });
  });

  const rooms = fc
    .array(fc.record({ start: fc.integer({ min: 60, max: 700 }), duration: fc.integer({ min: 15, max: 240 }) }), {
      maxLength: 8,
    })
    .map((starts) => starts.map(({ start, duration }, index) => event(`e${index}`, start, { duration })));
  const minutes = fc.integer({ min: 0, max: 180 });
  const withLate = (events: readonly Event[], said: ReadonlyMap<string, number>) =>
    events.map((one) => ({ ...one, lateMinutes: said.get(one.id) ?? one.lateMinutes }));

  it('starts nothing before what is planned before it is over, and delays nothing by more than was said', () => {
    fc.assert(
      fc.property(rooms, minutes, (room, said) => {
        const first = event('a', 0);
        const all = withLate([first, ...room], latenessAfter(first, said, followersOf(first, room)));
        const start = (one: Event) => Date.parse(one.startTime) + one.lateMinutes * 60_000;
        for (const one of all) {
          expect(one.lateMinutes).toBeLessThanOrEqual(said);
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
      fc.property(rooms, minutes, minutes, (room, before, said) => {
        const first = event('a', 0);
        const once = latenessAfter(first, before, followersOf(first, room));
        const [again, ...rest] = withLate([first, ...room], once);
        if (again === undefined) return;
        const twice = withLate([again, ...rest], latenessAfter(again, said, followersOf(again, rest)));
        expect(twice).toEqual(withLate([first, ...room], latenessAfter(first, said, followersOf(first, room))));
      }),
    );
  });
});

describe('whyNotSayLate', () => {
  it.each([
    ['starts in 12 hours', event('a', 720), null],
    ['starts later', event('a', 721), 'NOT_TODAY'],
    ['was never started', event('a', -721), 'NOT_TODAY'],
    ['is live since yesterday', event('a', -2000, { status: 'in-progress' }), null],
    ['is completed', event('a', 0, { status: 'completed' }), 'EVENT_OVER'],
  ])('decides for an event that %s', (_, one, code) => {
    expect(whyNotSayLate(one, at(0))?.code ?? null).toBe(code);
  });
});
