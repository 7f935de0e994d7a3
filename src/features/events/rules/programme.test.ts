import fc from 'fast-check';
import { expect, it } from 'vitest';
import { filterProgramme, groupByFestivalDay, NEXT_HOUR, NOW, programmeAt, sortByStart, TONIGHT } from './programme.ts';

const moment = fc
  .date({ min: new Date('2025-11-01T00:00:00Z'), max: new Date('2025-11-30T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());
const timed = fc.array(fc.record({ startTime: moment, id: fc.uuid() }), { maxLength: 40 });

it('days groups by day without losing, adding or reordering anything', () => {
  fc.assert(
    fc.property(timed, (events) => {
      const groups = groupByFestivalDay(events, 'America/New_York');
      expect(groups.flatMap((group) => group.items)).toEqual(sortByStart(events));
      expect(new Set(groups.map((group) => group.day)).size).toBe(groups.length);
    }),
  );
});

it('days counts karaoke after midnight to the evening before', () => {
  const afternoon = { startTime: '2025-11-13T20:00:00.000Z' };
  const karaoke = { startTime: '2025-11-14T05:30:00.000Z' };
  const breakfast = { startTime: '2025-11-14T13:00:00.000Z' };
  expect(groupByFestivalDay([breakfast, karaoke, afternoon], 'America/New_York')).toEqual([
    { day: '2025-11-13', items: [afternoon, karaoke] },
    { day: '2025-11-14', items: [breakfast] },
  ]);
});

const AT = { zone: 'America/New_York', now: '2025-11-14T17:00:00.000Z' };
type Status = 'upcoming' | 'in-progress' | 'completed';

const event = (
  id: string,
  startTime: string,
  said: { status?: Status; duration?: number; late?: number; drawn?: boolean | 'decided' } = {},
) => ({
  id,
  startTime: `2025-11-${startTime}:00.000Z`,
  duration: said.duration ?? 60,
  lateMinutes: said.late ?? 0,
  status: said.status ?? ('upcoming' as const),
  bracketDrawn: Boolean(said.drawn),
  bracketDecided: said.drawn === 'decided',
});
type Event = ReturnType<typeof event>;

const groups = (events: readonly Event[], now = AT.now, day: string | null = null) =>
  Object.fromEntries(
    filterProgramme(programmeAt(events, { ...AT, now }), day, () => true).shown.map((group) => [
      group.day,
      group.items.map(({ id }) => id),
    ]),
  );

it('what is current stands above its day: what runs, then what starts within an hour', () => {
  const events = [
    event('soon', '14T17:30'),
    event('running', '14T16:00', { status: 'in-progress', duration: 90 }),
    event('on the hour', '14T18:00'),
    event('late', '14T16:50', { late: 25 }),
    event('late for that', '14T17:50', { late: 25 }),
    event('later', '14T18:01'),
    event('begins now', '14T17:00'),
    event('tomorrow', '15T17:30'),
  ];
  expect(Object.entries(groups(events))).toEqual([
    [NOW, ['running', 'begins now']],
    [NEXT_HOUR, ['late', 'soon', 'on the hour']],
    ['2025-11-14', ['late for that', 'later']],
    ['2025-11-15', ['tomorrow']],
  ]);
});

it.each([
  ['nothing of days before', '13T17:00', {}],
  ['nothing that is completed', '14T16:30', { status: 'completed' }],
  ['nothing whose end has passed', '14T15:00', { status: 'in-progress' }],
  ['nothing that ended as it begins', '14T16:00', {}],
  ['no tournament that is decided by its end', '14T15:00', { status: 'in-progress', drawn: 'decided' }],
  ['no drawn tournament of another day', '13T15:00', { status: 'in-progress', drawn: true }],
  ['nothing of another day that was started early', '15T17:30', { status: 'in-progress' }],
] as const)('what is current holds %s', (_, start, said) => {
  expect(Object.keys(groups([event('one', start, said)])).filter((day) => day === NOW || day === NEXT_HOUR)).toEqual(
    [],
  );
});

it.each([
  ['a tournament that takes longer than planned', '14T15:00', { status: 'in-progress', drawn: true }],
  ['what an organiser started early', '14T19:00', { status: 'in-progress' }],
  ['what was started the day before and goes on', '13T20:00', { status: 'in-progress', duration: 1440 }],
  ['what nobody has started in time', '14T16:30', {}],
] as const)('what is current holds %s', (_, start, said) => {
  expect(groups([event('one', start, said)])).toEqual({ [NOW]: ['one'] });
});

it('what is current goes on over midnight, and into the next festival day', () => {
  const karaoke = event('karaoke', '15T04:30', { duration: 120 });
  const sunrise = event('sunrise', '15T10:15');
  expect(groups([karaoke, sunrise], '2025-11-15T05:00:00.000Z')).toMatchObject({ [NOW]: ['karaoke'] });
  expect(groups([karaoke, sunrise], '2025-11-15T09:30:00.000Z')).toMatchObject({ [NEXT_HOUR]: ['sunrise'] });
});

it('what is current changes nothing on other days than those of the events', () => {
  const events = [event('one', '14T17:30'), event('other', '15T17:30')];
  for (const now of ['2025-11-12T17:00:00.000Z', '2025-12-24T17:00:00.000Z']) {
    expect(Object.keys(groups(events, now))).toEqual(['2025-11-14', '2025-11-15']);
  }
});

it('what is current is left in its day when that day is chosen', () => {
  const events = [event('soon', '14T17:30'), event('later', '14T20:00')];
  expect(groups(events, AT.now, '2025-11-14')).toEqual({ '2025-11-14': ['soon', 'later'] });
});

it('what is current is shown alone when it is chosen, and is no day of its own', () => {
  const events = [event('soon', '14T17:30'), event('later', '14T20:00')];
  expect(groups(events, AT.now, NEXT_HOUR)).toEqual({ [NEXT_HOUR]: ['soon'] });
  const { current, days } = filterProgramme(programmeAt(events, AT), NEXT_HOUR, () => true);
  expect([current, days]).toEqual([[NEXT_HOUR], ['2025-11-14']]);
});

it('what is current shows every event once', () => {
  const programme = fc.array(
    fc.record({
      startTime: moment,
      id: fc.uuid(),
      duration: fc.integer({ min: 15, max: 1440 }),
      lateMinutes: fc.integer({ min: 0, max: 180 }),
      status: fc.constantFrom<Status>('upcoming', 'in-progress', 'completed'),
      bracketDrawn: fc.boolean(),
      bracketDecided: fc.boolean(),
    }),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(programme, moment, (events, now) => {
      const shown = Object.values(groups(events, now)).flat();
      expect(shown.toSorted()).toEqual(events.map(({ id }) => id).toSorted());
    }),
  );
});

it.each([
  ['from five in the evening', '14T22:00', true],
  ['before five', '14T21:59', false],
  ['after midnight, until the festival day ends', '15T09:59', true],
  ['the next morning', '15T10:00', false],
  ['tomorrow night', '15T22:30', false],
  ['begun already', '14T16:59', false],
])('tonight is what begins %s', (_, startTime, isIn) => {
  const shown = groups([event('e', startTime)], AT.now, TONIGHT);
  expect(shown[TONIGHT] ?? []).toEqual(isIn ? ['e'] : []);
});

it('tonight is a section to choose, and none of the list', () => {
  const events = [event('karaoke', '14T23:00'), event('soon', '14T17:30')];
  expect(Object.keys(groups(events))).toEqual([NEXT_HOUR, '2025-11-14']);
  expect(filterProgramme(programmeAt(events, AT), null, () => true).current).toEqual([TONIGHT, NEXT_HOUR]);
});
