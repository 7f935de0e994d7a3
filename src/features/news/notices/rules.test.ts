import { expect, it } from 'vitest';
import type { EventState, NoticeKind } from './contract.ts';
import {
  cancellations,
  cancelledEvents,
  droppedBefore,
  isNews,
  isWorthPush,
  mergedSince,
  noticeWords,
  pushEndsAt,
  pushWords,
  sentenceOf,
  startsSoon,
} from './rules.ts';

const ZONE = 'America/New_York';
const trains: EventState = {
  title: 'Train games',
  startTime: '2025-11-14T18:00:00.000Z',
  location: 'Ballroom A',
  cancelled: false,
};
const said = (was: EventState, is: EventState, kind: NoticeKind = 'event') =>
  sentenceOf(noticeWords({ kind, playerName: kind === 'event' ? null : 'Rosa', was, is }, ZONE));

it.each([
  ['the time', { startTime: '2025-11-14T19:00:00.000Z' }, 'Train games: 1:00 PM → 2:00 PM'],
  ['the room', { location: 'Game Library' }, 'Train games: Ballroom A → Game Library'],
  [
    'both',
    { startTime: '2025-11-14T19:00:00.000Z', location: 'Game Library' },
    'Train games: 1:00 PM → 2:00 PM, Ballroom A → Game Library',
  ],
  ['the day', { startTime: '2025-11-15T18:00:00.000Z' }, 'Train games: Nov 14, 1:00 PM → Nov 15, 1:00 PM'],
  ['that it is late', { lateMinutes: 25 }, 'Train games: as planned → about 25 min late'],
  ['the title', { title: 'Rail games' }, 'Train games → Rail games'],
  ['title and room', { title: 'Rail games', location: 'Arcade' }, 'Train games → Rail games, Ballroom A → Arcade'],
  ['that it is cancelled', { cancelled: true }, 'Train games is cancelled.'],
])('noticeWords says %s', (_, change, sentence) => {
  expect(said(trains, { ...trains, ...change })).toBe(sentence);
});

it('noticeWords keeps a title from right to left from tearing the times apart', () => {
  const night = { ...trains, title: 'ערב משחקים 3', location: 'אולם 2' };
  const title = '\u2068ערב משחקים 3\u2069';
  expect(said(night, { ...night, startTime: '2025-11-14T19:00:00.000Z', location: 'אולם 5' })).toBe(
    `${title}: 1:00 PM → 2:00 PM, \u2068אולם 2\u2069 → \u2068אולם 5\u2069`,
  );
  expect(said(night, night, 'promoted')).toBe(`Rosa has a place in ${title} now: Nov 14, 1:00 PM, \u2068אולם 2\u2069.`);
});

it('says that a draw gave no place, also on a locked screen without the name', () => {
  const inLine = { ...trains, says: 'in-line' as const };
  const sentence = 'The places in Train games are drawn. Rosa is in the line, and moves up when a place is free.';
  expect(said(trains, inLine, 'moved')).toBe(sentence);
  expect(pushWords({ kind: 'moved', was: trains, is: inLine }, ZONE)).toEqual({
    title: 'Train games',
    body: 'The places are drawn. You are in the line, and move up when a place is free.',
  });
});

it('noticeWords says that a cancelled event takes place after all', () => {
  expect(said({ ...trains, cancelled: true }, trains)).toBe(
    'Train games takes place after all: Nov 14, 1:00 PM, Ballroom A.',
  );
});

it('noticeWords names what a place from the waiting list overlaps', () => {
  const overlaps = [
    { title: 'Chess before coffee', startTime: '2025-11-14T17:00:00.000Z' },
    { title: 'Go', startTime: '2025-11-14T18:30:00.000Z' },
  ];
  expect(said(trains, { ...trains, overlaps }, 'promoted')).toBe(
    'Rosa has a place in Train games now: Nov 14, 1:00 PM, Ballroom A. Overlaps with Chess before coffee, 12:00 PM; Go, 1:30 PM.',
  );
});

it.each([
  ['promoted', 'Rosa has a place in Rail games now: Nov 14, 1:00 PM, Ballroom A.'],
  ['moved', 'An organiser moved Rosa from Train games to Rail games: Nov 14, 1:00 PM, Ballroom A.'],
  ['removed', 'An organiser removed Rosa from Rail games.'],
  ['handed-over', 'Rosa’s place in Rail games is on another phone now. An organiser handed it over.'],
] as const)('noticeWords names the person of a place that was %s', (kind, sentence) => {
  expect(said(trains, { ...trains, title: 'Rail games' }, kind)).toBe(sentence);
});

it('is no news when title, time and room are the same', () => {
  const more = { ...trains, description: 'new' };
  expect([isNews(trains, more), isNews(trains, { ...trains, location: 'Arcade' })]).toEqual([false, true]);
});

it('takes changes of five minutes together', () => {
  expect(mergedSince(new Date('2025-11-14T17:05:00.000Z'))).toBe('2025-11-14T17:00:00.000Z');
});

it('drops notices a day old once the last festival day has ended', () => {
  const festival = { lastDay: '2025-11-16', timeZone: ZONE };
  expect(droppedBefore(festival, new Date('2025-11-17T09:59:59.999Z'))).toBeNull();
  expect(droppedBefore(festival, new Date('2025-11-17T10:00:00.000Z'))).toBe('2025-11-16T10:00:00.000Z');
});

it('lists cancelled events until the end of their festival day', () => {
  const notice = (startTime: string, cancelled = true) =>
    ({ kind: 'event', eventId: startTime, is: { ...trains, startTime, cancelled } }) as const;
  const karaoke = notice('2025-11-15T05:30:00.000Z');
  const others = [notice('2025-11-14T05:00:00.000Z'), notice('2025-11-15T18:00:00.000Z', false)];
  const shownAt = (now: string) => cancelledEvents([karaoke, ...others], { zone: ZONE, now });
  expect(shownAt('2025-11-15T09:59:00.000Z')).toEqual([karaoke]);
  expect(shownAt('2025-11-15T10:00:00.000Z')).toEqual([]);
});

it('lists an event as cancelled once, and only when its newest notice says so', () => {
  const notice = (id: string, eventId: string, cancelled: boolean) =>
    ({ id, eventId, kind: 'event', is: { ...trains, cancelled } }) as const;
  const promoted = { ...notice('n6', 'twice', false), kind: 'promoted' } as const;
  const twice = [promoted, notice('n5', 'twice', true), notice('n4', 'twice', false), notice('n3', 'twice', true)];
  const restored = [notice('n2', 'restored', false), notice('n1', 'restored', true)];
  expect(cancellations([...twice, ...restored]).map(({ id }) => id)).toEqual(['n5']);
});

it.each([
  ['event', { startTime: '2025-11-14T19:00:00.000Z' }, 'Train games', 'Train games: 1:00 PM → 2:00 PM'],
  ['event', { cancelled: true }, 'Train games', 'Train games is cancelled.'],
  ['promoted', {}, 'You have a place in Train games', 'Nov 14, 1:00 PM, Ballroom A'],
  ['moved', { title: 'Go' }, 'Your place is in Go now', 'Nov 14, 1:00 PM, Ballroom A'],
  ['removed', {}, 'Train games', 'An organiser removed your place.'],
  ['handed-over', {}, 'Train games', 'Your place is on another phone now.'],
] as const)('what phones are told of %s with %o names nobody', (kind, change, title, body) => {
  expect(pushWords({ kind, was: trains, is: { ...trains, ...change } }, ZONE)).toEqual({ title, body });
});

it('what phones are told leaves out another title', () => {
  const changes = [{ title: 'Rail games' }, { location: 'Arcade' }, { lateMinutes: 5 }, { cancelled: true }];
  expect(changes.map((change) => isWorthPush(trains, { ...trains, ...change }))).toEqual([false, true, true, true]);
});

it.each([
  ['before it', '17:00', '18:00'],
  ['shortly before it', '17:50', '18:05'],
  ['in it', '18:30', '18:45'],
  ['after it', '19:00', null],
])('what phones are told ends with the start, or a quarter of an hour later %s', (_, now, expected) => {
  const at = (time: string) => `2025-11-14T${time}:00.000Z`;
  expect(pushEndsAt({ startTime: trains.startTime, duration: 60 }, new Date(at(now)))).toBe(expected && at(expected));
});

it.each([
  ['upcoming', 0, '17:44:59', false],
  ['upcoming', 0, '17:45:00', true],
  ['upcoming', 0, '17:59:59', true],
  ['upcoming', 0, '18:00:00', false],
  ['upcoming', 30, '17:50:00', false],
  ['upcoming', 30, '18:15:00', true],
  ['in-progress', 0, '17:50:00', false],
  ['completed', 0, '17:50:00', false],
] as const)('what phones are told starts soon: %s, %i min late, at %s: %s', (status, lateMinutes, now, expected) => {
  const event = { ...trains, duration: 60, lateMinutes, status };
  expect(startsSoon(event, new Date(`2025-11-14T${now}.000Z`))).toBe(expected);
});
