import { expect, it } from 'vitest';
import { drawPlaces, type Held, type Request, type ToDraw } from './rules.ts';

const at = (hour: number) => `2025-11-14T${String(hour).padStart(2, '0')}:00:00.000Z`;
const one = (id: string): Request => ({ id, groupId: null, nameKey: id.replace(/\d/, '') });
const group = (...ids: string[]): Request[] => ids.map((id) => ({ ...one(id), groupId: ids[0] ?? null }));
const anEvent = (id: string, seats: number, requests: readonly Request[], hour = 9): ToDraw => ({
  ...{ id, seats, requests, startTime: at(hour), duration: 60 },
});
/** Lots in the order of the ids, unless this says otherwise. */
const draw = (events: readonly ToDraw[], held: readonly Held[] = [], lots: Record<string, string> = {}) =>
  Object.fromEntries([...drawPlaces(events, held, (id) => lots[id] ?? id)].map(([id, order]) => [id, order.join(' ')]));

it('gives the places in the order of the lots, and lines up the rest in it', () => {
  const asked = ['d', 'b', 'a', 'c'].map(one);
  expect(draw([anEvent('cup', 2, asked)])).toEqual({ cup: 'a b c d' });
  expect(draw([anEvent('cup', 2, asked)], [], { a: 'z' })).toEqual({ cup: 'b c d a' });
  expect(draw([anEvent('cup', 9, asked)])).toEqual({ cup: 'a b c d' });
  expect(draw([anEvent('cup', 0, asked)])).toEqual({ cup: 'a b c d' });
  expect(draw([anEvent('cup', 2, [])])).toEqual({ cup: '' });
});

it('draws a group as one, whole, and passes over one that does not fit', () => {
  const asked = [...group('b', 'f', 'g'), one('a'), one('c'), one('d')];
  expect(draw([anEvent('cup', 3, asked)])).toEqual({ cup: 'a c d b f g' });
  expect(draw([anEvent('cup', 4, asked)])).toEqual({ cup: 'a b f g c d' });
  expect(draw([anEvent('cup', 2, [...group('a', 'e', 'f'), ...group('b', 'g', 'h')])])).toEqual({
    cup: 'a e f b g h',
  });
});

it.each<[string, ToDraw[], Held[], Record<string, string>]>([
  [
    'nobody twice at one time while others have none',
    [anEvent('1', 1, [one('ann'), one('bo')]), anEvent('2', 1, [one('ann2'), one('bo2')])],
    [],
    { 1: 'ann bo', 2: 'bo2 ann2' },
  ],
  [
    'twice where nobody else asks',
    [anEvent('1', 1, [one('ann')]), anEvent('2', 2, [one('ann2'), one('bo2')])],
    [],
    { 1: 'ann', 2: 'bo2 ann2' },
  ],
  [
    'twice at different times',
    [anEvent('1', 1, [one('ann'), one('bo')]), anEvent('2', 1, [one('ann2'), one('bo2')], 10)],
    [],
    { 1: 'ann bo', 2: 'ann2 bo2' },
  ],
  [
    'one after who has no place, who has one in an event without a draw',
    [anEvent('1', 1, [one('ann'), one('bo')])],
    [{ nameKey: 'ann', event: { startTime: at(9), duration: 10 } }],
    { 1: 'bo ann' },
  ],
  [
    'a group of which one is busy after the others',
    [anEvent('1', 2, [...group('ann', 'eve'), ...group('bo', 'cy')])],
    [{ nameKey: 'eve', event: { startTime: at(9), duration: 10 } }],
    { 1: 'bo cy ann eve' },
  ],
])('gives places to %s', (_, events, held, expected) => {
  expect(draw(events, held)).toEqual(expected);
});

it('does not depend on the order in which events and people came', () => {
  const people = ['d', 'b', 'a', 'c'].map(one);
  const events = [anEvent('1', 2, people), anEvent('2', 1, people.toReversed())];
  const turned = events.toReversed().map((event) => ({ ...event, requests: event.requests.toReversed() }));
  expect(draw(turned)).toEqual(draw(events));
});
