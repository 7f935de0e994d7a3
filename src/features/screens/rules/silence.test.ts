import { expect, it } from 'vitest';
import type { StaffScreen } from '../contract.ts';
import { isSilent, silenceWarnings } from './silence.ts';

const NOW = '2025-11-14T17:00:00.000Z';
const seenAt = (name: string, lastSeenAt: string | null, strangerSeenAt: string | null = null): StaffScreen => ({
  ...{
    name,
    lastSeenAt,
    strangerSeenAt,
    isPaired: true,
    location: null,
    pages: [],
    now: null,
    revision: 1,
    shows: null,
  },
});

it('takes a wall as silent that was heard of more than two minutes ago', () => {
  expect(
    ['2025-11-14T16:58:00.000Z', '2025-11-14T16:57:59.000Z', null].map((at) =>
      isSilent({ isPaired: true, lastSeenAt: at }, NOW),
    ),
  ).toEqual([false, true, false]);
  expect(isSilent({ isPaired: false, lastSeenAt: '2025-11-14T16:00:00.000Z' }, NOW)).toBe(false);
});

it('warns once of all silent walls, and of none that was away for a day', () => {
  const screens = [
    seenAt('arcade', '2025-11-14T16:50:00.000Z'),
    seenAt('lobby', '2025-11-14T16:51:00.000Z'),
    seenAt('stage', '2025-11-14T16:59:00.000Z'),
    seenAt('old', '2025-11-13T17:00:00.000Z'),
  ];
  expect(silenceWarnings(screens, NOW).map(({ text }) => text)).toEqual([
    'Screens were not heard of for more than two minutes: arcade and lobby. Is the computer on, and does it have network?',
  ]);
  expect(silenceWarnings(screens.slice(2), NOW)).toEqual([]);
});

it('says of a silent wall that a computer shows it which is not paired', () => {
  const screens = [seenAt('hall', '2025-11-14T16:50:00.000Z', '2025-11-14T16:59:50.000Z')];
  expect(silenceWarnings(screens, NOW).map(({ text }) => text)).toEqual([
    'A screen was not heard of for more than two minutes: hall (shown on a computer that is not paired). Is the computer on, and does it have network?',
  ]);
});
