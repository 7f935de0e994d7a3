import { describe, expect, test } from 'vitest';
import { MINUTE } from '#platform/durations.ts';
import { clockTime, festivalDay, parseZoned } from '#platform/time.ts';
import { readContents, type Timed, timetable } from './fill.ts';

const { programme: PROGRAMME } = readContents();

const NEW_YORK = { firstDay: '2025-11-13', timeZone: 'America/New_York' };

const at = (local: string, timeZone: string): Date => {
  const parsed = parseZoned(local, timeZone);
  if (!('iso' in parsed)) throw new Error(`${local} does not exist in ${timeZone}`);
  return new Date(parsed.iso);
};
const startIso = (event: Timed) => new Date(event.start).toISOString();
const daysOf = (events: readonly Timed[], timeZone: string) => [
  ...new Set(events.map((event) => festivalDay(startIso(event), timeZone))),
];
const isLive = (event: Timed) => event.event.startedAgo !== undefined;
const titles = (events: readonly Timed[]) => events.map(({ event }) => event.title);

const overlap = (one: Timed, other: Timed) => one.start < other.end && other.start < one.end;
const clashes = (events: readonly Timed[], same: (one: Timed, other: Timed) => boolean) =>
  events.flatMap((one, index) =>
    events.slice(index + 1).flatMap((other) => (same(one, other) && overlap(one, other) ? [titles([one, other])] : [])),
  );

describe('a festival ahead', () => {
  const events = timetable(PROGRAMME, NEW_YORK, new Date('2025-11-13T09:59:00Z'));

  test('keeps its own days, up to one minute before the first begins at 05:00', () => {
    expect(daysOf(events, NEW_YORK.timeZone)).toEqual(['2025-11-13', '2025-11-14', '2025-11-15', '2025-11-16']);
    expect(new Set(events.map(({ status }) => status))).toEqual(new Set(['upcoming']));
  });

  test('starts everything at the time in the programme', () => {
    expect(startIso(events[0] as Timed)).toBe('2025-11-13T19:00:00.000Z');
    expect(events.filter(isLive).map(startIso)).toEqual(['2025-11-14T20:00:00.000Z', '2025-11-14T21:00:00.000Z']);
    const midnight = events.find(({ event }) => event.title.startsWith('Midnight karaoke')) as Timed;
    expect(startIso(midnight)).toBe('2025-11-15T05:30:00.000Z');
    expect(festivalDay(startIso(midnight), NEW_YORK.timeZone)).toBe('2025-11-14');
  });
});

test.each([
  ['its first minute', '2025-11-13T05:00', ['2025-11-12', '2025-11-13', '2025-11-14', '2025-11-15']],
  ['two at night', '2026-06-06T02:00', ['2026-06-04', '2026-06-05', '2026-06-06', '2026-06-07']],
  ['noon', '2026-06-06T12:00', ['2026-06-05', '2026-06-06', '2026-06-07', '2026-06-08']],
])('a present or past festival is moved so that its second day is today: %s', (_, local, days) => {
  const events = timetable(PROGRAMME, NEW_YORK, at(local, NEW_YORK.timeZone)).filter((event) => !isLive(event));
  expect(daysOf(events, NEW_YORK.timeZone)).toEqual(days);
});

test('a present or past festival is moved so that its second day is today with the running events on the quarter hour', () => {
  const now = at('2026-06-06T19:22', NEW_YORK.timeZone);
  const live = timetable(PROGRAMME, NEW_YORK, now).filter(isLive);
  expect(live.map((event) => clockTime(startIso(event), NEW_YORK.timeZone))).toEqual(['6:45 PM', '6:15 PM']);
});

const DAY_OF_HALF_HOURS = Array.from({ length: 48 }, (_, half) => half * 30 + (half % 3) * 8);

/** Ordinary days; both changes of daylight saving, also at midnight; offsets of half and quarter hours. */
const TODAYS = [
  ['America/New_York', '2026-06-06'],
  ['America/New_York', '2025-11-01'],
  ['America/New_York', '2025-11-02'],
  ['America/New_York', '2026-03-07'],
  ['America/New_York', '2026-03-08'],
  ['Europe/Berlin', '2026-03-29'],
  ['America/Havana', '2026-03-07'],
  ['America/Havana', '2026-03-08'],
  ['America/Havana', '2026-10-31'],
  ['Asia/Kathmandu', '2026-06-06'],
  ['Australia/Lord_Howe', '2026-10-03'],
] as const;

describe.each(TODAYS)('around the clock in %s on %s', (timeZone, today) => {
  const morning = at(`${today}T05:00`, timeZone).getTime();
  const moments = DAY_OF_HALF_HOURS.map((minutes) => {
    const now = new Date(morning + minutes * MINUTE);
    return { now, told: now.toISOString(), events: timetable(PROGRAMME, { firstDay: '2025-10-01', timeZone }, now) };
  });

  test('one course and one tournament are running', () => {
    for (const { events, told } of moments) {
      const live = events.filter(({ status }) => status === 'in-progress');
      expect(titles(live.filter(({ event }) => event.eventType === 'course')), told).toEqual([
        'Bluffing for honest people',
      ]);
      expect(titles(live.filter(({ event }) => event.tournamentType !== null)), told).toEqual([
        'Turbo Kart Grand Prix',
      ]);
    }
  });

  test('every status fits the time; the first day is over, the third and fourth are to come', () => {
    const [first = [], second = [], third = [], fourth = []] = PROGRAMME;
    for (const { now, events, told } of moments) {
      const wrong = events.filter(({ start, end, status }) => {
        if (status === 'completed') return end > now.getTime();
        return status === 'upcoming' ? start <= now.getTime() : start > now.getTime() || end <= now.getTime();
      });
      expect(titles(wrong), told).toEqual([]);
      const statuses = events.map(({ status }) => status);
      expect(statuses.slice(0, first.length), told).toEqual(first.map(() => 'completed'));
      expect(statuses.slice(first.length + second.length), told).toEqual([...third, ...fourth].map(() => 'upcoming'));
    }
  });

  test('no room and no host is used twice at a time, and nothing else begins at night', () => {
    for (const { events, told } of moments) {
      expect(
        clashes(events, (one, other) => one.event.location === other.event.location),
        told,
      ).toEqual([]);
      expect(
        clashes(events, (one, other) => one.event.host === other.event.host),
        told,
      ).toEqual([]);
      const clocks = events.filter((event) => !isLive(event)).map((event) => clockTime(startIso(event), timeZone));
      expect(
        clocks.filter((clock) => /^[2-8]:\d\d AM$/.test(clock)),
        told,
      ).toEqual([]);
    }
  });

  test('nobody is in two places', () => {
    for (const { events, told } of moments) {
      const names = new Map(events.map((timed) => [timed, new Set([timed.event.host, ...timed.event.guests])]));
      const shared = (one: Timed, other: Timed) => !names.get(one)?.isDisjointFrom(names.get(other) ?? new Set());
      expect(clashes(events, shared), told).toEqual([]);
    }
  });
});
