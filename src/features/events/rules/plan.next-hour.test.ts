import { expect, it } from 'vitest';
import { shownEvent } from '#testing/shown-event.ts';
import { nextHourByRoom } from './plan.ts';

const NOW = '2025-11-13T18:00:00.000Z';
const at = (id: string, startTime: string, location: string, more: Parameters<typeof shownEvent>[0] = {}) =>
  shownEvent({ id, startTime: `2025-11-13T${startTime}:00.000Z`, location, duration: 60, ...more });
const rooms = (...events: Parameters<typeof nextHourByRoom>[0]) =>
  nextHourByRoom(events, NOW).map(({ room, events: inRoom }) => [room, ...inRoom.map(({ id }) => id)]);

it('groups what begins within 60 minutes by room, the room that is next first, however the room is spelled', () => {
  const shown = [
    at('c', '18:50', 'ballroom a'),
    at('b', '18:30', 'Arcade'),
    at('a', '18:10', 'Ballroom A'),
    at('hour', '19:00', 'Deck'),
    at('later', '19:01', 'Deck'),
  ];
  expect(rooms(...shown)).toEqual([
    ['Ballroom A', 'a', 'c'],
    ['Arcade', 'b'],
    ['Deck', 'hour'],
  ]);
});

it('counts lateness, and keeps what should have begun until its end', () => {
  const shown = [
    at('moved away', '18:50', 'Deck', { lateMinutes: 20 }),
    at('unstarted', '17:30', 'Arcade'),
    at('over', '17:00', 'Pier'),
    at('live', '18:10', 'Hall', { status: 'in-progress' }),
    at('done', '18:20', 'Hall', { status: 'completed' }),
  ];
  expect(rooms(...shown)).toEqual([['Arcade', 'unstarted']]);
});
