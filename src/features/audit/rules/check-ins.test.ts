import { expect, it } from 'vitest';
import { checkInWords, foldCheckIns, type Group, placedAmong } from './check-ins.ts';

const CATAN = { eventId: 'catan', title: 'Catan Open', location: 'Ballroom A', hour: '2025-11-14T23' };
const group = (
  by: Group['by'],
  name: string | null,
  count: number,
  minute: number,
  said: Partial<Group> = {},
): Group => ({
  ...CATAN,
  ...{ by, name, count, lastAt: `2025-11-14T23:${String(minute).padStart(2, '0')}:00.000Z` },
  ...said,
});
const said = (...groups: Group[]) => foldCheckIns(groups).map(checkInWords);

it('foldCheckIns is one line an hour and event, with the time of its last check-in, newest first', () => {
  const lines = foldCheckIns([
    group('staff', 'Mira', 20, 21),
    group('owner', null, 14, 40),
    group('owner', null, 1, 50, { eventId: 'uno', title: 'Uno' }),
    group('owner', null, 2, 59, { hour: '2025-11-14T22', lastAt: '2025-11-14T22:59:00.000Z' }),
  ]);
  expect(lines.map(({ title, count, lastAt }) => [title, count, lastAt.slice(11, 16)])).toEqual([
    ['Uno', 1, '23:50'],
    ['Catan Open', 34, '23:40'],
    ['Catan Open', 2, '22:59'],
  ]);
});

it('foldCheckIns says who: staff by name with the busiest first, staff without a name, and the QR code', () => {
  expect(said(group('staff', 'Mira', 20, 1), group('owner', null, 10, 2), group('code', null, 4, 3))).toEqual([
    '34 checked in at Ballroom A, by Mira and the QR code',
  ]);
  expect(said(group('staff', 'Sam', 1, 1), group('staff', null, 3, 3), group('staff', 'Mira', 2, 2))).toEqual([
    '6 checked in at Ballroom A, by Mira, Sam and an organiser',
  ]);
  expect(said(group(null, null, 1, 1))).toEqual(['1 checked in at Ballroom A']);
});

it('placedAmong puts each line where its last check-in was among the changes', () => {
  const changes = ['2025-11-14T23:45:00.000Z', '2025-11-14T23:15:00.000Z'].map((at) => ({ at }));
  const lines = foldCheckIns([group('owner', null, 2, 30), group('owner', null, 1, 50, { eventId: 'uno' })]);
  expect(placedAmong(changes, lines).map((row) => ('at' in row ? row.at : row.lastAt).slice(14, 16))).toEqual([
    '50',
    '45',
    '30',
    '15',
  ]);
});
