import { expect, it } from 'vitest';
import { shownEvent } from '#testing/shown-event.ts';
import { displayedEvent, nextInRotation, offeredEvents, readRotation, rotationOf } from './display-address.ts';

const course = shownEvent({ id: 'course' });
const over = shownEvent({ id: 'over', status: 'completed', tournamentType: 'single-elimination', bracketDrawn: true });
const playing = shownEvent({ id: 'playing', status: 'in-progress' });
const later = shownEvent({ id: 'later', tournamentType: 'double-elimination', bracketDrawn: true });
const undrawn = shownEvent({ id: 'undrawn', status: 'in-progress', tournamentType: 'double-elimination' });
const kart = shownEvent({ ...undrawn, id: 'kart', bracketDrawn: true });
const EVENTS = [course, undrawn, over, playing, later, kart];

const ids = (events: readonly { id: string }[]) => events.map(({ id }) => id);

it('events offered are what is in progress, drawn tournaments first, the other drawn tournaments, and those without a bracket that are not in progress', () => {
  expect(ids(offeredEvents(EVENTS))).toEqual(['kart', 'playing', 'undrawn', 'later', 'over']);
});

it('events offered keep their order among equals', () => {
  expect(ids(offeredEvents([later, { ...later, id: 'latest' }]))).toEqual(['later', 'latest']);
});

it.each([
  ['nobody chose', null, 'kart'],
  ['one was chosen', 'later', 'later'],
  ['the chosen one is offered no longer', 'course', 'course'],
  ['the chosen one is gone', 'deleted', 'kart'],
  ['one that is no tournament was chosen', 'playing', 'playing'],
])('the event displayed where %s', (_, wanted, shown) => {
  expect(displayedEvent(EVENTS, wanted)?.id).toBe(shown);
});

it('the event displayed is none when none is offered', () => {
  expect([displayedEvent([course], null), displayedEvent([], 'kart')]).toEqual([null, null]);
});

it.each([
  ['20', 20],
  ['1', 5],
  ['-3', 5],
  ['99999', 3600],
  ['1e400', 5],
  ['soon', null],
  ['', null],
  [null, null],
])('rotation reads %j as %j seconds', (said, seconds) => {
  expect(readRotation(said, 'a,,b')).toEqual({ seconds, ids: ['a', 'b'] });
});

it.each([
  ['those asked for, in that order and once', ['over', 'kart', 'gone', 'over'], EVENTS, ['over', 'kart']],
  ['tournaments being played', [], EVENTS, ['kart', 'undrawn']],
  ['tournaments being played where all asked for are gone', ['gone'], EVENTS, ['kart', 'undrawn']],
  ['all tournaments while none is played', [], [course, over, playing, later], ['later', 'over']],
  ['what else is in progress where there is no tournament', [], [course, playing], ['playing']],
])('rotation goes through %s', (_, asked, events, order) => {
  expect(ids(rotationOf(events, asked))).toEqual(order);
});

it.each([
  ['to the next', [kart, later], 'kart', 'later'],
  ['from the last to the first', [kart, later], 'later', 'kart'],
  ['to the first from an event outside', [kart, later], 'over', 'kart'],
  ['nowhere with one event', [kart], 'kart', undefined],
  ['nowhere without events', [], null, undefined],
])('rotation moves %s', (_, rotation, current, next) => {
  expect(nextInRotation(rotation, current)?.id).toBe(next);
});
