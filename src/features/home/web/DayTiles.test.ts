import { expect, it } from 'vitest';
import { comingThings, pointsLines, whenWords } from '#features/home/web/DayTiles.tsx';
import { joinSchedule } from '#features/rsvps/rules.ts';
import { shownEvent } from '#testing/shown-event.ts';

const zone = 'America/New_York';
const at = { zone, now: '2025-11-13T20:30:00.000Z' };

it('takes what is not over: first what runs, then the rest by its start, late or not', () => {
  const events = [
    shownEvent({ id: 'over', startTime: '2025-11-13T15:00:00.000Z' }),
    shownEvent({ id: 'late', startTime: '2025-11-13T21:00:00.000Z', lateMinutes: 90 }),
    shownEvent({ id: 'soon', startTime: '2025-11-13T22:00:00.000Z' }),
    shownEvent({ id: 'started', startTime: '2025-11-13T23:00:00.000Z', status: 'in-progress' }),
    shownEvent({ id: 'done', startTime: '2025-11-13T23:30:00.000Z', status: 'completed' }),
  ];
  const place = (eventId: string, playerName: string) => ({
    id: `${eventId} ${playerName}`,
    ...{ eventId, playerName, checkedIn: false },
  });
  const rsvps = [...events.map(({ id }) => place(id, 'Rosa')), place('soon', 'Gus')];
  const things = comingThings(joinSchedule(rsvps, events), at);
  expect(things.map(({ event, state, places }) => [event.id, state, places.length])).toEqual([
    ['started', 'now', 1],
    ['soon', 'coming', 2],
    ['late', 'coming', 1],
  ]);
});

it.each([
  ['Now, until 5:00 PM', {}, 'now'],
  ['Now', { duration: 15, bracketDrawn: true, status: 'in-progress' }, 'now'],
  ['3:00 PM', {}, 'coming'],
  ['12:30 AM', { startTime: '2025-11-14T05:30:00.000Z' }, 'coming'],
  ['Fri 14, 9:00 AM', { startTime: '2025-11-14T14:00:00.000Z' }, 'coming'],
] as const)('says when: %s', (words, said, state) => {
  expect(whenWords({ event: shownEvent(said), state }, at)).toBe(words);
});

it('says points and rank, by name where there are several, and no rank without points', () => {
  const rosa = { name: 'Rosa', score: 1204, rank: 3 };
  expect(pointsLines([])).toEqual(['No points yet']);
  expect(pointsLines([rosa])).toEqual(['1,204 points, 3rd']);
  expect(pointsLines([{ ...rosa, score: 1 }])).toEqual(['1 point, 3rd']);
  expect(pointsLines([rosa], '4:00 PM')).toEqual(['1,204 points, 3rd', 'at 4:00 PM']);
  expect(pointsLines([rosa, { name: 'Gus', score: 0, rank: 9 }])).toEqual(['1,204, 3rd: Rosa', '0: Gus']);
});
