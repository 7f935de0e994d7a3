import { describe, expect, it } from 'vitest';
import { dueAt, type Kind, retryAt } from './rules.ts';

const ZONE = 'America/New_York';
/** In the festival's zone, five hours behind UTC. */
const at = (time: string, day = '15') => new Date(`2025-11-${day}T${time}:00.000-05:00`);
const due = (kind: Kind, now: string, endsAt: Date) =>
  dueAt({ kind, endsAt: endsAt.toISOString() }, at(now), ZONE).toISOString();

it.each([
  ['in the evening', 'changed', '22:00', at('22:00', '16'), at('22:00')],
  ['just before one', 'changed', '00:59', at('12:00'), at('00:59')],
  ['from one on', 'changed', '01:00', at('12:00'), at('08:00')],
  ['just before eight', 'points', '07:59', at('12:00'), at('08:00')],
  ['from eight on', 'points', '08:00', at('12:00'), at('08:00')],
  ['for an event within the hour', 'changed', '02:00', at('03:00'), at('02:00')],
  ['for an event later in the night', 'promoted', '02:00', at('05:30'), at('04:30')],
  ['for an event soon after eight', 'changed', '02:00', at('08:30'), at('07:30')],
  ['for what has nearly ended', 'changed', '02:00', at('02:01'), at('02:00')],
  ['when it is urgent', 'urgent', '03:00', at('12:00'), at('03:00')],
  ['when a match is called', 'called', '03:00', at('12:00'), at('03:00')],
  ['when an event starts', 'starts', '03:00', at('12:00'), at('03:00')],
] as const)('dueAt is right %s', (_, kind, now, endsAt, expected) => {
  expect(due(kind, now, endsAt)).toBe(expected.toISOString());
});

it('dueAt is never before now nor after eight, and in time for what it is about, at any minute of the night', () => {
  for (let minute = 0; minute < 24 * 60; minute += 7)
    for (let length = 1; length < 12 * 60; length += 61) {
      const now = new Date(at('00:00').getTime() + minute * 60_000);
      const endsAt = new Date(now.getTime() + length * 60_000);
      const then = dueAt({ kind: 'changed', endsAt: endsAt.toISOString() }, now, ZONE);
      expect(then >= now && then < endsAt && then <= new Date(Math.max(now.getTime(), at('08:00').getTime()))).toBe(
        true,
      );
    }
});

it('dueAt waits until eight on the wall when the clocks change in the night', () => {
  const night = new Date('2025-11-02T05:30:00.000Z');
  expect(dueAt({ kind: 'points', endsAt: '2025-11-02T22:00:00.000Z' }, night, ZONE).toISOString()).toBe(
    '2025-11-02T13:00:00.000Z',
  );
});

describe('retryAt', () => {
  const secondsAfter = (tries: number, afterS: number | null = null) =>
    (retryAt(tries, afterS, at('12:00')).getTime() - at('12:00').getTime()) / 1000;

  it('doubles the wait up to five minutes', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 2000].map((tries) => secondsAfter(tries))).toEqual([
      5, 10, 20, 40, 80, 160, 300, 300, 300,
    ]);
  });

  it('waits as long as the push service asks', () => {
    expect([secondsAfter(1, 60), secondsAfter(8, 60), secondsAfter(1, 0)]).toEqual([60, 300, 5]);
  });
});
