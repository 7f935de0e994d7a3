import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { EventStatus } from '../contract.ts';
import {
  closedWord,
  endOf,
  hasLine,
  isCompletionUndoable,
  isEnded,
  lateWords,
  likelyEvent,
  mayWait,
  overlap,
  phaseOf,
  startOf,
  type Timed,
} from './clock.ts';

const event = (status: EventStatus, bracket: 'drawn' | 'decided' | null = null) => ({
  startTime: '2025-11-14T15:00:00.000Z',
  duration: 120,
  status,
  bracketDrawn: bracket !== null,
  bracketDecided: bracket === 'decided',
});
const BEFORE = '2025-11-14T16:59:59.999Z';
const END = '2025-11-14T17:00:00.000Z';

it.each(['upcoming', 'in-progress'] as const)('phaseOf turns an event that is %s into ended at its end', (status) => {
  expect([phaseOf(event(status), BEFORE), phaseOf(event(status), END)]).toEqual([status, 'ended']);
});

it('phaseOf leaves a completed event completed', () => {
  expect(phaseOf(event('completed'), END)).toBe('completed');
});

it('phaseOf leaves a tournament in progress after its end while its bracket is undecided', () => {
  expect(phaseOf(event('in-progress', 'drawn'), END)).toBe('in-progress');
  expect(isEnded(event('upcoming', 'drawn'), END)).toBe(false);
});

it('phaseOf ends a tournament at its end when its bracket is decided', () => {
  const decided = event('in-progress', 'decided');
  expect([phaseOf(decided, BEFORE), phaseOf(decided, END)]).toEqual(['in-progress', 'ended']);
});

it.each([
  ['upcoming', 1, BEFORE, true],
  ['upcoming', 0, BEFORE, false],
  ['in-progress', 1, END, false],
] as const)('hasLine of an event %s with %i in line', (status, waiting, now, has) => {
  expect(hasLine({ ...event(status), waiting }, now)).toBe(has);
});

it('people may wait for an event whose places are to be drawn, until it ends, without a line', () => {
  const drawn = { ...event('upcoming'), waiting: 0, lottery: true };
  expect([mayWait(drawn, BEFORE), mayWait(drawn, END), hasLine(drawn, BEFORE)]).toEqual([true, false, false]);
});

it.each([
  ['a completed event', event('completed', 'drawn'), 'Finished'],
  ['an event past its end', event('in-progress'), 'Ended'],
  ['a drawn tournament', event('upcoming', 'drawn'), 'Started'],
  ['a decided tournament past its end', event('in-progress', 'decided'), 'Ended'],
] as const)('closedWord names %s', (_, closed, word) => {
  expect(closedWord(closed, END)).toBe(word);
});

it('closedWord is null while people may still join', () => {
  expect(closedWord(event('in-progress'), BEFORE)).toBeNull();
});

it('begins and ends an event as late as it is', () => {
  const late = { ...event('in-progress'), lateMinutes: 25 };
  expect([startOf(late), endOf(late)].map((moment) => new Date(moment).toISOString())).toEqual([
    '2025-11-14T15:25:00.000Z',
    '2025-11-14T17:25:00.000Z',
  ]);
  expect([isEnded(late, END), isEnded(late, '2025-11-14T17:25:00.000Z')]).toEqual([false, true]);
});

it('lets a completion be undone until it is final', () => {
  expect([isCompletionUndoable({ completedAt: END }), isCompletionUndoable({ completedAt: null })]).toEqual([
    true,
    false,
  ]);
});

it('says how late an event is until it is completed', () => {
  const late = { lateMinutes: 25, status: 'upcoming' } as const;
  expect([
    lateWords(late),
    lateWords({ ...late, status: 'completed' }),
    lateWords({ ...late, lateMinutes: 0 }),
  ]).toEqual(['about 25 min late', null, null]);
});

const at = (startTime: string, duration = 60): Timed => ({ startTime: `2025-11-${startTime}:00.000Z`, duration });

it.each([
  ['two at the same time', at('14T10:00'), at('14T10:00'), true],
  ['one within another', at('14T10:00', 240), at('14T11:00'), true],
  ['a minute', at('14T10:00', 61), at('14T11:00'), true],
  ['one right after another', at('14T10:00'), at('14T11:00'), false],
  ['one long after another', at('14T10:00'), at('15T10:00'), false],
  ['karaoke that goes on after midnight', at('14T23:30', 120), at('15T00:30'), true],
])('an overlap is found for %s', (_, one, other, expected) => {
  expect([overlap(one, other), overlap(other, one)]).toEqual([expected, expected]);
});

it('an overlap means a minute that both share', () => {
  const span = fc.record({ start: fc.nat(300), duration: fc.integer({ min: 1, max: 60 }) });
  const asTimed = ({ start, duration }: { start: number; duration: number }): Timed => ({
    startTime: new Date(start * 60_000).toISOString(),
    duration,
  });
  fc.assert(
    fc.property(span, span, (one, other) => {
      const minutes = new Set(Array.from({ length: one.duration }, (_, minute) => one.start + minute));
      const shared = Array.from({ length: other.duration }, (_, minute) => other.start + minute);
      expect(overlap(asTimed(one), asTimed(other))).toBe(shared.some((minute) => minutes.has(minute)));
    }),
  );
});

it.each([
  ['what goes on', ['completed', 'upcoming', 'in-progress'], 2],
  ['what is next when nothing goes on', ['completed', 'upcoming', 'upcoming'], 1],
  ['the first when all are over', ['completed', 'completed'], 0],
] as const)('takes %s as the likely event', (_, statuses, index) => {
  const events = statuses.map((status) => event(status));
  expect(likelyEvent(events, BEFORE)).toBe(events[index]);
});

it('takes an event that ended days ago as the likely one only when there is no other', () => {
  const old = { ...event('in-progress'), startTime: '2025-11-12T15:00:00.000Z' };
  const next = event('upcoming');
  expect([likelyEvent([old, next], BEFORE), likelyEvent([old], BEFORE), likelyEvent([], BEFORE)]).toEqual([
    next,
    old,
    undefined,
  ]);
});
