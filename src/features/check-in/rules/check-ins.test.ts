import { expect, it } from 'vitest';
import { madeByCode } from './check-ins.ts';

const now = '2025-11-14T17:00:00.000Z';
const made = (checkedInBy: 'owner' | 'code' | 'staff' | null, checkedInAt: string | null) => ({
  checkedInBy,
  checkedInAt,
});

it('madeByCode finds what other devices checked in during the last minutes, and nothing else', () => {
  const inTime = made('code', '2025-11-14T16:55:00.000Z');
  const early = made('code', '2025-11-14T16:54:59.999Z');
  const others = [made('owner', now), made('staff', now), made(null, now), made(null, null)];
  expect(madeByCode([inTime, early, ...others], 5, now)).toEqual([inTime]);
  expect(madeByCode([inTime, early, ...others], 15, now)).toEqual([inTime, early]);
});
