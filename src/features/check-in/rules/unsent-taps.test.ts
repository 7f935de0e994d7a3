import { expect, it } from 'vitest';
import type { StaffRsvp } from '../contract.ts';
import { type DoorTap, isWalkIn, warningFor, withTaps } from './unsent-taps.ts';

const NOON = Date.parse('2025-11-14T17:00:00.000Z');
const place = (playerName: string, said: Partial<StaffRsvp> = {}): StaffRsvp => ({
  ...{
    id: playerName,
    eventId: 'catan',
    playerName,
    checkedIn: false,
    checkedInAt: null,
    checkedInBy: null,
    checkedInByName: null,
  },
  createdAt: '2025-11-13T12:00:00.000Z',
  ...said,
});
const tap = (playerName: string, said: Partial<DoorTap> = {}, id = `tap on ${playerName}`) => ({
  id,
  body: {
    ...{ eventId: 'catan', title: 'Catan Open', placeId: playerName, playerName, checksIn: true, tappedAt: NOON },
    ...said,
  },
});
const there = { checkedIn: true, checkedInAt: '2025-11-14T16:00:00.000Z', checkedInBy: 'staff' } as const;

it('withTaps returns the same list when nothing waits, and the same rows without a tap', () => {
  const list = [place('Alex'), place('Sam')];
  expect(withTaps(list, [])).toBe(list);
  expect(withTaps(list, [tap('Sam')])[0]).toBe(list[0]);
});

it('withTaps shows a place as its latest tap leaves it', () => {
  const [alex, sam] = withTaps(
    [place('Alex'), place('Sam', there)],
    [tap('Alex'), tap('Sam', { checksIn: false }), tap('Alex', { checksIn: false }), tap('Alex', {}, 'last')],
  );
  expect(alex).toMatchObject({ checkedIn: true, checkedInAt: '2025-11-14T17:00:00.000Z', waiting: { id: 'last' } });
  expect(sam).toMatchObject({ checkedIn: false, checkedInAt: null, checkedInBy: null });
});

it('withTaps lists walk-ins by name among the places', () => {
  const walkIns = ['zoe', 'Öbo', 'Bo'].map((name) => tap(name, { placeId: null }));
  const rows = withTaps([place('Alex'), place('Sam')], walkIns);
  expect(rows.map(({ playerName }) => playerName)).toEqual(['Alex', 'Bo', 'Öbo', 'Sam', 'zoe']);
  expect(rows.map(isWalkIn)).toEqual([false, true, true, false, true]);
});

it.each([
  ['nothing when the tap did what was tapped', tap('Alex'), place('Alex', there), null],
  ['a later undo', tap('Alex'), place('Alex'), 'Not checked in: another organiser undid it later.'],
  [
    'a later check-in',
    tap('Alex', { checksIn: false }),
    place('Alex', there),
    'Still checked in: somebody checked them in later.',
  ],
  [
    'a bracket drawn without them',
    tap('Alex'),
    { ...place('Alex', there), leftOut: true as const },
    'They are checked in, but the bracket was drawn without them.',
  ],
  ['another name', tap('Alex'), place('Alexa', there), 'They are called Alexa now, and the tap counts.'],
])('warningFor tells %s', (_, made, now, sentence) => {
  expect(warningFor(made.body, now)).toBe(sentence);
});
