import { expect, it } from 'vitest';
import { shownEvent } from '#testing/shown-event.ts';
import { nowAndNext, roomsNow } from './rooms.ts';

/** 4 PM; the sample event goes from 3 to 5 PM. */
const AT = '2025-11-13T21:00:00.000Z';
const on = shownEvent({ id: 'on', status: 'in-progress' });
const late = shownEvent({ id: 'late', startTime: '2025-11-13T22:00:00.000Z', lateMinutes: 90 });
const soon = shownEvent({ id: 'soon', startTime: '2025-11-13T23:00:00.000Z' });
const tomorrow = shownEvent({ id: 'tomorrow', startTime: '2025-11-14T20:00:00.000Z' });
const over = shownEvent({ id: 'over', startTime: '2025-11-13T15:00:00.000Z' });
const done = shownEvent({ id: 'done', status: 'completed' });
const elsewhere = shownEvent({ id: 'elsewhere', location: 'Room 10', status: 'in-progress' });
const second = shownEvent({ id: 'second', location: 'Room 2' });
const all = [soon, over, on, late, tomorrow, done, elsewhere];
const ids = (events: readonly { id: string }[]) => events.map(({ id }) => id);

it('finds what is on in a room and what comes next, as late as it is', () => {
  const { now, next } = nowAndNext(all, 'ballroom A ', AT);
  expect([ids(now), ids(next)]).toEqual([['on'], ['soon', 'late']]);
  expect(ids(nowAndNext(all, null, AT).now)).toEqual(['on', 'elsewhere']);
});

it('lists rooms by name, numbers as numbers, without those where nothing is near', () => {
  const lobby = shownEvent({ id: 'lobby', location: 'Lobby', status: 'completed' });
  expect(roomsNow([...all, second, lobby], AT).map(({ room }) => room)).toEqual(['Ballroom A', 'Room 2', 'Room 10']);
});
