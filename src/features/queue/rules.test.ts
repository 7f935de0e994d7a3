import { expect, it } from 'vitest';
import { shownEvent } from '#testing/shown-event.ts';
import { asQueue, minutesEach, positionWords, type StoredEntry, whyNotTakeNumber, withPresses } from './rules.ts';

const at = (minute: number) => new Date(Date.parse('2025-11-13T20:00:00.000Z') + minute * 60_000).toISOString();
const entry = (id: string, more: Partial<StoredEntry> = {}): StoredEntry => ({
  ...{ id, name: id, note: null, state: 'waiting', rank: 1, absences: 0, calledAt: null, doneAt: null, seen: false },
  ...more,
});
const served = (id: string, from: number, to: number) =>
  entry(id, { state: 'done', calledAt: at(from), doneAt: at(to) });

it('tells how long each takes from the last ten, and nothing before three', () => {
  const two = [served('a', 0, 4), served('b', 4, 8)];
  expect(minutesEach(two)).toBeNull();
  expect(minutesEach([...two, served('c', 8, 18)])).toBe(6);
  const many = Array.from({ length: 10 }, (_, index) => served(`n${index}`, 100 + index, 103 + index));
  expect(minutesEach([served('old', 0, 90), ...many])).toBe(3);
  expect(minutesEach([...two, entry('gone', { state: 'gone', calledAt: at(0) })])).toBeNull();
});

it('says at least a minute, also after turns of seconds', () => {
  const quick = [1, 2, 3].map((minute) => served(`q${minute}`, minute, minute));
  expect(asQueue([...quick, entry('first')])[0]).toMatchObject({ position: 1, about: 1 });
});

it('counts positions of those who wait by rank, behind who is up and before who was up', () => {
  const queue = asQueue([
    served('a', 0, 4),
    served('b', 4, 8),
    served('c', 8, 12),
    entry('second', { rank: 9 }),
    entry('first', { rank: 5 }),
    entry('up', { state: 'called', calledAt: at(12) }),
  ]);
  expect(queue.map(({ id, position, about }) => [id, position, about])).toEqual([
    ['up', null, null],
    ['first', 1, 4],
    ['second', 2, 8],
    ['a', null, null],
    ['b', null, null],
    ['c', null, null],
  ]);
});

it.each([
  [{ position: 4, about: 12, state: 'waiting' }, '4th, about 12 minutes'],
  [{ position: 1, about: 1, state: 'waiting' }, '1st, about 1 minute'],
  [{ position: 2, about: null, state: 'waiting' }, '2nd'],
  [{ position: null, about: null, state: 'called' }, 'You are up now'],
] as const)('%o reads %s', (state, words) => {
  expect(positionWords(state)).toBe(words);
});

const event = shownEvent({ queue: true });
const facts = { event, now: event.startTime, own: 0, open: 0, isNameTaken: false };
it.each([
  ['null', facts, undefined],
  ['an event without a queue', { ...facts, event: shownEvent() }, 'SWITCHED_OFF'],
  ['a paused queue', { ...facts, event: { ...event, queuePaused: true } }, 'SWITCHED_OFF'],
  ['an event that has ended', { ...facts, now: '2025-11-14T20:00:00.000Z' }, 'EVENT_OVER'],
  ['a name that waits', { ...facts, isNameTaken: true }, 'ALREADY_REGISTERED'],
  ['a fourth of one phone', { ...facts, own: 3 }, 'TOO_MANY_HERE'],
  ['a queue of 500', { ...facts, open: 500 }, 'EVENT_FULL'],
])('gives no number for %s', (_, given, code) => {
  expect(whyNotTakeNumber(given, 'Rosa')?.code).toBe(code);
});

it('shows presses that wait for the network as they will be, in their order', () => {
  const queue = asQueue(['a', 'b', 'c', 'd'].map((id, rank) => entry(id, { rank })));
  const press = (act: 'next' | 'done' | 'absent', entryId: string) => ({ act, entryId, eventId: 'e', absences: 0 });
  const shown = (...presses: ReturnType<typeof press>[]) =>
    withPresses(queue, presses).map(({ id, position, state }) => `${id} ${position ?? state}`);
  expect(shown(press('next', 'a'))).toEqual(['a called', 'b 1', 'c 2', 'd 3']);
  expect(shown(press('next', 'a'), press('done', 'a'), press('next', 'b'))).toEqual(['b called', 'c 1', 'd 2']);
  expect(shown(press('next', 'a'), press('absent', 'a'))).toEqual(['b 1', 'c 2', 'a 3', 'd 4']);
  const back = ['b', 'c', 'a'].map((id) => press('next', id));
  expect(shown(press('next', 'a'), press('absent', 'a'), ...back, press('absent', 'a'))).toEqual([
    'b called',
    'c called',
    'd 1',
  ]);
  expect(shown(press('done', 'gone'))).toEqual(['a 1', 'b 2', 'c 3', 'd 4']);
});
