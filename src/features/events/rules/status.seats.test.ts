import fc from 'fast-check';
import { expect, it } from 'vitest';
import { capacityState, percentFull, spotsRemaining, whyNotChangeCapacity } from './status.ts';

const seats = (currentRegistrations: number, capacity: number) => ({ currentRegistrations, capacity });
const anySeats = fc
  .record({ capacity: fc.integer({ min: 2, max: 10_000 }), share: fc.double({ min: 0, max: 1, noNaN: true }) })
  .map(({ capacity, share }) => seats(Math.round(capacity * share), capacity));

it.each([
  [0, 16, 'OPEN'],
  [11, 16, 'OPEN'],
  [12, 16, 'ALMOST FULL'],
  [15, 16, 'ALMOST FULL'],
  [16, 16, 'FULL'],
  [17, 16, 'FULL'],
  [1, 2, 'OPEN'],
  [2, 3, 'OPEN'],
] as const)('capacity: %i of %i places taken is %s', (taken, capacity, state) => {
  expect(capacityState(seats(taken, capacity))).toBe(state);
});

it('capacity says FULL, 100 percent and no spots left together, or none of them', () => {
  fc.assert(
    fc.property(anySeats, (event) => {
      const full = capacityState(event) === 'FULL';
      expect([percentFull(event) === 100, spotsRemaining(event) === 0]).toEqual([full, full]);
    }),
  );
});

it('capacity counts people who registered before the capacity shrank', () => {
  expect(whyNotChangeCapacity(12, 12)).toBeNull();
  expect(whyNotChangeCapacity(11, 12)?.body).toEqual({
    code: 'CAPACITY_TAKEN',
    message: "12 people have places already, so the capacity can't be 11.",
    field: 'capacity',
  });
  expect([whyNotChangeCapacity(11, 12, 1), whyNotChangeCapacity(10, 12, 1)?.code]).toEqual([null, 'CAPACITY_TAKEN']);
  expect(whyNotChangeCapacity(0, 1)?.message).toBe("1 person has a place already, so the capacity can't be 0.");
});
