import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownEvent } from '#testing/shown-event.ts';
import { type EventOutline, FIRST_SHOWN, firstIds, isFestivalOver, isOffered, programmeSizes } from './first-events.ts';
import { FINISHED } from './programme.ts';

const AT = { zone: 'America/New_York', now: '2025-11-14T17:00:00.000Z' };
const DAYS = ['2025-11-13', '2025-11-14', '2025-11-15'] as const;
const TYPES = ['course', 'board-game', 'card-game', 'video-game'] as const;

const outline = (id: string, said: Partial<EventOutline> = {}): EventOutline => ({
  ...{ id, title: `Event ${id}`, status: 'upcoming', eventType: 'course', bracketDrawn: false, bracketDecided: false },
  ...{ startTime: '2025-11-14T20:00:00.000Z', duration: 60, location: 'Hall', lateMinutes: 0 },
  ...said,
});

const programmes = fc
  .array(
    fc.record({
      startTime: fc.constantFrom(...DAYS).map((day) => `${day}T20:00:00.000Z`),
      eventType: fc.constantFrom(...TYPES),
      status: fc.constantFrom('upcoming', 'in-progress', 'completed'),
    }),
    { maxLength: 120 },
  )
  .map((events) => events.map((said, index) => outline(`e${index}`, said)));
const choices = fc.record({
  type: fc.constantFrom(null, ...TYPES),
  day: fc.constantFrom(null, FINISHED, ...DAYS),
  part: fc.integer({ min: 1, max: 5 }),
});

const cards = (...given: Parameters<typeof firstIds>): readonly string[] => {
  const { ids, shown } = firstIds(...given);
  return ids.slice(0, shown);
};

it('the first events of a page are each event once over all parts, at most FIRST_SHOWN in each', () => {
  fc.assert(
    fc.property(programmes, (events) => {
      const seen: string[] = [];
      for (let part = 1, more = true; more; part += 1) {
        const choice = { type: null, day: null, part };
        const shown = cards(events, choice, AT);
        expect(shown.length).toBeLessThanOrEqual(FIRST_SHOWN);
        seen.push(...shown);
        more = firstIds(events, choice, AT).more;
      }
      expect(seen.toSorted()).toEqual(events.map(({ id }) => id).toSorted());
    }),
  );
});

it('the first events of a page has cards exactly for what is offered, except in an empty first part', () => {
  fc.assert(
    fc.property(programmes, choices, (events, choice) => {
      const offered = isOffered(choice, programmeSizes(events, AT));
      // A day that the programme does not have is ignored, so every day would be shown.
      const isKnown = choice.day === null || choice.day in programmeSizes(events, AT);
      if (choice.part > 1 && isKnown) expect(offered).toBe(cards(events, choice, AT).length > 0);
      if (choice.part === 1) expect(offered).toBe(isKnown);
      if (!isKnown) expect(offered).toBe(false);
    }),
  );
});

it('the first events of a page begin with today, go on with later and earlier days, and end with what is finished', () => {
  const events = [
    outline('over', { status: 'completed' }),
    outline('yesterday', { startTime: '2025-11-13T20:00:00.000Z' }),
    outline('today'),
    outline('tomorrow', { startTime: '2025-11-15T20:00:00.000Z' }),
  ];
  const choice = { type: null, day: null, part: 1 };
  expect(cards(events, choice, AT)).toEqual(['today', 'tomorrow', 'yesterday', 'over']);
  expect(firstIds(events, choice, AT).days).toEqual(['2025-11-14', '2025-11-15', '2025-11-13', FINISHED]);
  const after = { ...AT, now: '2025-12-24T17:00:00.000Z' };
  expect(cards(events, choice, after)).toEqual(['yesterday', 'today', 'tomorrow', 'over']);
  // Of the whole programme, also where the page has no cards.
  expect([AT, after].map((at) => firstIds(events, null, at).isDay)).toEqual([true, false]);
});

it('the first events of a page begin with what runs and what starts within an hour', () => {
  const events = [
    outline('breakfast', { startTime: '2025-11-14T13:00:00.000Z' }),
    outline('soon', { startTime: '2025-11-14T17:45:00.000Z' }),
    outline('running', { startTime: '2025-11-14T16:30:00.000Z' }),
    outline('evening'),
  ];
  const choice = { type: null, day: null, part: 1 };
  expect(cards(events, choice, AT)).toEqual(['running', 'soon', 'breakfast', 'evening']);
  const today = { ...choice, day: '2025-11-14' };
  expect(cards(events, today, AT)).toEqual(['breakfast', 'running', 'soon', 'evening']);
});

it('the first events of a page have the events of the ticker and of the visitor besides the cards, each once', () => {
  const events = Array.from({ length: 60 }, (_, index) => outline(`e${index}`, { title: `${index}`.padStart(2, '0') }));
  expect(firstIds(events, null, AT, ['e50', 'e3'])).toMatchObject({
    ids: ['e0', 'e1', 'e2', 'e3', 'e4', 'e5', 'e6', 'e7', 'e8', 'e9', 'e50'],
    shown: 0,
    count: 60,
  });
});

describe('isFestivalOver', () => {
  const at = { zone: 'America/New_York', now: '2025-11-16T23:00:00.000Z' };
  const done = shownEvent({ status: 'completed' });
  const drawn = { bracketDrawn: true, bracketDecided: false, status: 'in-progress' } as const;
  it.each([
    ['without a programme', [], false],
    ['when all are completed', [done], true],
    ['when the last has ended and nobody completed it', [done, shownEvent({ status: 'in-progress' })], true],
    ['before the last planned end', [done, shownEvent({ startTime: '2025-11-16T22:30:00.000Z' })], false],
    ['after an early completion, before its planned end', [{ ...done, startTime: '2025-11-16T22:30:00.000Z' }], false],
    [
      'while a tournament of today is undecided',
      [shownEvent({ ...drawn, startTime: '2025-11-16T18:00:00.000Z' })],
      false,
    ],
    ['when one of an earlier day was forgotten', [shownEvent(drawn)], true],
  ] as const)('%s: %s', (_, events, isOver) => expect(isFestivalOver(events, at)).toBe(isOver));
});
