import { expect, it } from 'vitest';
import { HOUR, MINUTE, SECOND } from '#platform/durations.ts';
import { findBursts, isByNewPhone, type Thing } from './bursts.ts';

const NOON = Date.parse('2025-11-14T17:00:00.000Z');

/** `count` things, spread evenly over `within` milliseconds. */
const things = (count: number, within: number, { at = NOON, network = 'hotel' } = {}): Thing[] =>
  Array.from({ length: count }, (_, n) => ({ network, at: at + Math.floor((n * within) / Math.max(count - 1, 1)) }));

/** '471 hotel 17:00' */
const found = (made: readonly Thing[]) =>
  findBursts(made).map((burst) => `${burst.things} ${burst.network} ${burst.since.slice(11, 16)}`);

it.each([
  ['471 in 6 seconds', 471, 6 * SECOND, true],
  ['30 in a minute', 30, MINUTE, true],
  ['one fewer', 29, MINUTE, false],
  ['30 in more than a minute', 30, MINUTE + 1, false],
  ['a hundred in ten minutes', 100, 10 * MINUTE, false],
  ['the opening minute of a thousand phones behind one address', 1000, 10 * SECOND, true],
])('findBursts finds or ignores %s', (_, count, within, isBurst) => {
  expect(found(things(count, within))).toEqual(isBurst ? [`${count} hotel 17:00`] : []);
});

it('findBursts says since which whole minute and until when it was that fast', () => {
  const slow = things(3, MINUTE, { at: NOON + 2 * MINUTE });
  expect(findBursts([...things(60, 30 * SECOND, { at: NOON + 40 * SECOND }), ...slow])).toEqual([
    { network: 'hotel', since: '2025-11-14T17:00:00.000Z', until: '2025-11-14T17:01:10.000Z', things: 63 },
  ]);
});

it('findBursts counts all since the minute in which it began, and nothing from before', () => {
  const before = things(5, 0, { at: NOON - 1 });
  const sameMinute = things(5, 0);
  const fast = things(30, 20 * SECOND, { at: NOON + 59 * SECOND });
  const after = things(5, 2 * HOUR, { at: NOON + HOUR });
  const made = [...after, ...fast, ...before, ...sameMinute];
  expect(found(made)).toEqual(['40 hotel 17:00']);
});

it('findBursts counts each network separately', () => {
  const made = [...things(29, SECOND), ...things(29, SECOND, { network: 'mobile' })];
  expect(found(made)).toEqual([]);
  expect(found([...made, ...things(1, 0, { network: 'mobile' })])).toEqual(['30 mobile 17:00']);
});

it('findBursts begins another burst after more than ten quiet minutes, which the earlier one contains', () => {
  const first = things(100, SECOND);
  const near = things(30, SECOND, { at: NOON + SECOND + 10 * MINUTE });
  const far = things(40, SECOND, { at: NOON + 2 * HOUR });
  expect(found([...first, ...near])).toEqual(['130 hotel 17:00']);
  expect(found([...far, ...near, ...first])).toEqual(['40 hotel 19:00', '170 hotel 17:00']);
  expect(found([...first, ...things(30, SECOND, { at: NOON + SECOND + 10 * MINUTE + 1 })])).toHaveLength(2);
});

it('a phone is new for three hours', () => {
  expect([isByNewPhone(NOON + 3 * HOUR, NOON), isByNewPhone(NOON + 3 * HOUR + 1, NOON)]).toEqual([true, false]);
});
