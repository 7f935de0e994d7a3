import { expect, it } from 'vitest';
import { staffPlace } from '#testing/staff-place.ts';
import { type DoorTap, isWalkIn, warningFor, withTaps } from './taps.ts';

const NOON = Date.parse('2025-11-14T17:00:00.000Z');
const tap = (playerName: string, said: Partial<DoorTap> = {}, id = `tap on ${playerName}`) => ({
  id,
  body: {
    ...{ eventId: 'catan', title: 'Catan Open', placeId: playerName, playerName, checksIn: true, tappedAt: NOON },
    ...said,
  },
});
const there = { checkedIn: true, checkedInAt: '2025-11-14T16:00:00.000Z', checkedInBy: 'staff' } as const;

it('withTaps returns the same list when nothing waits, and the same rows without a tap', () => {
  const list = [staffPlace('Alex'), staffPlace('Sam')];
  expect(withTaps(list, [])).toBe(list);
  expect(withTaps(list, [tap('Sam')])[0]).toBe(list[0]);
});

it('withTaps shows a place as its latest tap leaves it', () => {
  const [alex, sam] = withTaps(
    [staffPlace('Alex'), staffPlace('Sam', there)],
    [tap('Alex'), tap('Sam', { checksIn: false }), tap('Alex', { checksIn: false }), tap('Alex', {}, 'last')],
  );
  expect(alex).toMatchObject({ checkedIn: true, checkedInAt: '2025-11-14T17:00:00.000Z', waiting: { id: 'last' } });
  expect(sam).toMatchObject({ checkedIn: false, checkedInAt: null, checkedInBy: null });
});

it('withTaps lists walk-ins by name among the places', () => {
  const walkIns = ['zoe', 'Öbo', 'Bo'].map((name) => tap(name, { placeId: null }));
  const rows = withTaps([staffPlace('Alex'), staffPlace('Sam')], walkIns);
  expect(rows.map(({ playerName }) => playerName)).toEqual(['Alex', 'Bo', 'Öbo', 'Sam', 'zoe']);
  expect(rows.map(isWalkIn)).toEqual([false, true, true, false, true]);
});

it.each([
  ['nothing when the tap did what was tapped', tap('Alex'), staffPlace('Alex', there), null],
  ['a later undo', tap('Alex'), staffPlace('Alex'), 'Not checked in: another organiser undid it later.'],
  [
    'a later check-in',
    tap('Alex', { checksIn: false }),
    staffPlace('Alex', there),
    'Still checked in: somebody checked them in later.',
  ],
  [
    'a bracket drawn without them',
    tap('Alex'),
    { ...staffPlace('Alex', there), leftOut: true as const },
    'They are checked in, but the bracket was drawn without them.',
  ],
  ['another name', tap('Alex'), staffPlace('Alexa', there), 'They are called Alexa now, and the tap counts.'],
])('warningFor tells %s', (_, made, now, sentence) => {
  expect(warningFor(made.body, now)).toBe(sentence);
});
