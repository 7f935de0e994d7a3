import { expect, it } from 'vitest';
import { shownEvent } from '#testing/shown-event.ts';
import { askingSince, keptUntil, noShows, whyNotKeep } from './rules.ts';

const START = Date.parse('2025-11-13T20:00:00.000Z');
const after = (minutes: number) => START + minutes * 60_000;
const event = shownEvent({ releaseAfter: 10, status: 'in-progress' });
const askedAt = new Date(after(-5)).toISOString();
const [there, missing] = [
  { checkedIn: true, askedAt: null },
  { checkedIn: false, askedAt },
];
const coming = { ...missing, coming: true } as const;
const [unasked, promoted] = [
  { checkedIn: false, askedAt: null },
  { checkedIn: false, askedAt: new Date(after(12)).toISOString() },
];

it.each([
  ['nobody before the time', event, [there, missing], 9.9, 0],
  ['who is missing at the time', event, [there, missing], 10, 1],
  ['who said that they come, a quarter of an hour later', event, [there, coming], 25, 1],
  ['nobody who said that they come before', event, [there, coming], 24.9, 0],
  ['nobody who was not asked', event, [there, unasked], 30, 0],
  ['nobody who came from the line and was asked then', event, [there, promoted], 21.9, 0],
  ['who came from the line and did not come in time either', event, [there, promoted], 22, 1],
  ['nobody where check-in did not begin', event, [missing, missing], 30, 0],
  ['nobody in a drawn tournament', { ...event, bracketDrawn: true }, [there, missing], 30, 0],
  ['nobody in an event that is over', { ...event, status: 'completed' as const }, [there, missing], 30, 0],
  ['nobody after the end', event, [there, missing], 120, 0],
  ['from the start on where only staff give places away', { ...event, releaseAfter: null }, [there, unasked], 0, 1],
  [
    'nobody who came from the line ten minutes ago, where only staff give places away',
    { ...event, releaseAfter: null },
    [there, promoted],
    21.9,
    0,
  ],
  [
    'who came from the line and did not come in ten minutes',
    { ...event, releaseAfter: null },
    [there, promoted],
    22,
    1,
  ],
  ['later where the event is late', { ...event, lateMinutes: 20 }, [there, missing], 29.9, 0],
])('no-shows are %s', (_, of, places, minutes, missed) => {
  expect(noShows(of, places, after(minutes))).toHaveLength(missed);
});

it('people are asked from five minutes before the start on, where places are given away', () => {
  const since = new Date(after(-5)).toISOString();
  expect([-5.1, -5, 20].map((minutes) => askingSince(event, after(minutes)))).toEqual([null, since, since]);
  expect(askingSince({ ...event, releaseAfter: null }, after(0))).toBeNull();
  expect(keptUntil(event, coming)).toBe(after(25));
});

it('keeps no place of an event that gives none away, or of one that is over', () => {
  expect(whyNotKeep(event, after(0))).toBeNull();
  expect(whyNotKeep(event, after(-6))?.code).toBe('SWITCHED_OFF');
  expect(whyNotKeep({ ...event, releaseAfter: null }, after(0))?.code).toBe('SWITCHED_OFF');
  expect(whyNotKeep({ ...event, bracketDrawn: true }, after(0))?.code).toBe('EVENT_OVER');
});
