import { describe, expect, it } from 'vitest';
import { overlapNote, overlapping, overlapWords, scheduleGroups } from './schedule.ts';

const ZONE = 'America/New_York';
type Said = {
  status?: 'upcoming' | 'in-progress' | 'completed';
  duration?: number;
  late?: number;
  drawn?: boolean | 'decided';
  name?: string;
};

const bracketOf = (drawn: boolean | 'decided') => ({
  bracketDrawn: Boolean(drawn),
  bracketDecided: drawn === 'decided',
});

/** A place in an event of 14 November, or of the day and hour given as '15T01:00', in UTC. */
const held = (
  id: string,
  start: string,
  { status = 'upcoming', duration = 60, late = 0, drawn = false, name = 'Rosa' }: Said = {},
) => {
  const startTime = `2025-11-${start.includes('T') ? start : `14T${start}`}:00.000Z`;
  return {
    rsvp: { id: `r-${id}`, eventId: id, playerName: name, checkedIn: false },
    event: { id, title: id, startTime, duration, lateMinutes: late, status, ...bracketOf(drawn) },
    startTime,
  };
};

describe('overlaps', () => {
  const chess = held('Chess before coffee', '15:00', { duration: 90 });
  const other = { id: 'other', startTime: '2025-11-14T16:00:00.000Z', duration: 60 };
  const titles = (found: readonly { event: { title: string } }[]) => found.map(({ event }) => event.title);

  it('names what this person has a place in at that time', () => {
    const elsewhere = held('Rummy', '16:30', { name: 'Jo' });
    const later = held('Go', '17:00');
    expect(titles(overlapping([chess, elsewhere, later], other, ' ROSA'))).toEqual(['Chess before coffee']);
    expect(titles(overlapping([chess, elsewhere, later], other, null))).toEqual(['Chess before coffee', 'Rummy']);
    expect(titles(overlapping([chess, elsewhere, later], other, 'Someone'))).toEqual([]);
  });

  it('leaves out the event itself and what is completed', () => {
    const same = held('other', '16:00');
    const over = held('Over', '16:00', { status: 'completed' });
    expect(overlapping([same, over], other, null)).toEqual([]);
  });

  it('goes on after midnight', () => {
    const karaoke = held('Karaoke', '15T04:30', { duration: 120 });
    const night = { id: 'night', startTime: '2025-11-15T05:30:00.000Z', duration: 60 };
    expect(titles(overlapping([karaoke], night, 'Rosa'))).toEqual(['Karaoke']);
    expect(overlapWords(karaoke.event, night, ZONE)).toBe('Karaoke until 1:30 AM');
  });

  it('keeps titles from right to left apart from the times', () => {
    const [night, go] = [held('ערב 3', '15:00').event, held('Go', '16:00').event];
    expect(overlapNote([night, go], ZONE)).toBe('Overlaps with \u2068ערב 3\u2069, 10:00 AM; Go, 11:00 AM');
    expect(overlapWords(night, go, ZONE)).toBe('\u2068ערב 3\u2069 until 11:00 AM');
  });

  it('says until when, or from when', () => {
    expect(overlapWords(chess.event, other, ZONE)).toBe('Chess before coffee until 11:30 AM');
    expect(overlapWords(held('Go', '16:30').event, other, ZONE)).toBe('Go from 11:30 AM');
    expect(overlapWords(held('Go', '16:00').event, other, ZONE)).toBe('Go until 12:00 PM');
    expect(overlapWords(held('Go', '16:00', { late: 25 }).event, other, ZONE)).toBe('Go from 11:25 AM');
  });
});

describe('my schedule', () => {
  const NOON = '2025-11-14T17:00:00.000Z';
  const shown = (entries: ReturnType<typeof held>[], now = NOON) =>
    scheduleGroups(entries, { zone: ZONE, now }).map(({ day, items }) => [day, ...items.map(({ event }) => event.id)]);
  const gaps = (entries: ReturnType<typeof held>[], now = NOON) =>
    scheduleGroups(entries, { zone: ZONE, now })
      .flatMap(({ items }) => items)
      .flatMap(({ gap }) => (gap === null ? [] : [`${gap.from.slice(8, 16)} ${gap.to.slice(8, 16)}`]));

  it('begins with what runs and what is next, and ends with what is over', () => {
    const entries = [
      held('yesterday', '13T17:00'),
      held('breakfast', '13:00'),
      held('done', '14:00', { status: 'completed' }),
      held('running', '16:30'),
      held('next', '19:00'),
      held('also next', '19:00', { name: 'Jo' }),
      held('evening', '23:00'),
      held('tomorrow', '15T17:00'),
    ];
    expect(shown(entries)).toEqual([
      ['next', 'next', 'also next'],
      ['now', 'running'],
      ['2025-11-14', 'evening'],
      ['2025-11-15', 'tomorrow'],
      ['2025-11-13', 'yesterday'],
      ['earlier', 'breakfast', 'done'],
    ]);
  });

  it('is one group a day before and after the festival', () => {
    const entries = [held('one', '17:00'), held('two', '19:00'), held('three', '15T17:00')];
    const days = [
      ['2025-11-14', 'one', 'two'],
      ['2025-11-15', 'three'],
    ];
    for (const now of ['2025-11-01T17:00:00.000Z', '2025-12-24T17:00:00.000Z'])
      expect(shown(entries, now)).toEqual(days);
  });

  it('keeps a drawn tournament under Now until it is completed, or decided by its end', () => {
    const cup = (status: 'in-progress' | 'completed', drawn: boolean | 'decided') => [
      held('cup', '13:00', { status, drawn }),
    ];
    expect(shown(cup('in-progress', true))).toEqual([['now', 'cup']]);
    expect(shown(cup('completed', true))).toEqual([['earlier', 'cup']]);
    expect(shown(cup('in-progress', 'decided'))).toEqual([['earlier', 'cup']]);
  });

  it('finds free time of 45 minutes or more between two entries of a day', () => {
    const day = [held('one', '15T15:00'), held('two', '15T16:45'), held('three', '15T18:29')];
    expect(gaps(day)).toEqual(['15T16:00 15T16:45']);
    const late = [held('one', '15T15:00', { late: 10 }), held('two', '15T16:45', { late: 25 })];
    expect(gaps(late)).toEqual(['15T16:10 15T17:10']);
  });

  it('counts an entry that goes on behind a shorter one', () => {
    expect(
      gaps([held('long', '15T15:00', { duration: 300 }), held('short', '15T15:30'), held('next', '15T20:30')]),
    ).toEqual([]);
  });

  it('finds no free time over night, and some after midnight of the same evening', () => {
    expect(gaps([held('evening', '15T03:00'), held('morning', '15T14:00')], '2025-11-10T17:00:00.000Z')).toEqual([]);
    expect(gaps([held('evening', '15T23:00'), held('karaoke', '16T05:00')])).toEqual(['16T00:00 16T05:00']);
  });

  it('finds none in what began the evening before and lasts past the end of its day', () => {
    const marathon = held('marathon', '15T01:00', { duration: 900 });
    const others = [held('breakfast', '15T13:00'), held('go', '15T15:00'), held('quiz', '15T18:00')];
    expect(gaps([marathon, ...others], '2025-11-10T17:00:00.000Z')).toEqual(['15T16:00 15T18:00']);
  });

  it('offers the time from now on, or from the end of what runs, in steps of five minutes', () => {
    const later = held('later', '19:00');
    expect(gaps([later], '2025-11-14T17:01:00.000Z')).toEqual(['14T17:05 14T19:00']);
    expect(gaps([held('running', '16:30', { duration: 75 }), later])).toEqual(['14T17:45 14T19:00']);
    expect(gaps([later], '2025-11-14T18:20:00.000Z')).toEqual([]);
  });
});
