import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overlap, type Span } from './overlaps.ts';

const at = (startTime: string, duration = 60): Span => ({ startTime: `2025-11-${startTime}:00.000Z`, duration });

describe('an overlap', () => {
  it.each([
    ['two at the same time', at('14T10:00'), at('14T10:00'), true],
    ['one within another', at('14T10:00', 240), at('14T11:00'), true],
    ['a minute', at('14T10:00', 61), at('14T11:00'), true],
    ['one right after another', at('14T10:00'), at('14T11:00'), false],
    ['one long after another', at('14T10:00'), at('15T10:00'), false],
    ['karaoke that goes on after midnight', at('14T23:30', 120), at('15T00:30'), true],
  ])('is found for %s', (_, one, other, expected) => {
    expect([overlap(one, other), overlap(other, one)]).toEqual([expected, expected]);
  });

  it('means a minute that both share', () => {
    const span = fc.record({ start: fc.nat(300), duration: fc.integer({ min: 1, max: 60 }) });
    const asSpan = ({ start, duration }: { start: number; duration: number }): Span => ({
      startTime: new Date(start * 60_000).toISOString(),
      duration,
    });
    fc.assert(
      fc.property(span, span, (one, other) => {
        const minutes = new Set(Array.from({ length: one.duration }, (_, minute) => one.start + minute));
        const shared = Array.from({ length: other.duration }, (_, minute) => other.start + minute);
        expect(overlap(asSpan(one), asSpan(other))).toBe(shared.some((minute) => minutes.has(minute)));
      }),
    );
  });
});
