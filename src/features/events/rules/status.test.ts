import { expect, it } from 'vitest';
import type { EventStatus } from '../contract.ts';
import { givesPoints, nextStatus, whyNotMoveTo, whyOver } from './status.ts';

const statuses: readonly EventStatus[] = ['upcoming', 'in-progress', 'completed'];

it('status allows one step forward and the same status again, and refuses everything else', () => {
  const allowed = statuses.flatMap((from) =>
    statuses.filter((to) => whyNotMoveTo(from, to) === null).map((to) => `${from} > ${to}`),
  );
  expect(allowed).toEqual([
    'upcoming > upcoming',
    'upcoming > in-progress',
    'in-progress > in-progress',
    'in-progress > completed',
    'completed > completed',
  ]);
});

it('status names both statuses in the refusal', () => {
  expect(whyNotMoveTo('upcoming', 'completed')?.body).toEqual({
    code: 'STATUS_ORDER',
    message: "This event is upcoming and can't become completed before it was in progress.",
    field: 'status',
  });
  expect(whyNotMoveTo('completed', 'in-progress')?.message).toBe(
    "This event is completed and can't go back to in progress.",
  );
});

it.each([
  [null, false],
  [{ places: [0, 0], takingPart: 0 }, false],
  [{ places: [0], takingPart: 1 }, true],
  [{ places: [0, 3], takingPart: 0 }, true],
])('says whether an event with points %j gives any', (points, gives) => {
  expect(givesPoints({ points })).toBe(gives);
});

it('status ends with completed', () => {
  expect(statuses.map(nextStatus)).toEqual(['in-progress', 'completed', null]);
});

it.each([
  ['upcoming', null],
  ['in-progress', null],
  ['completed', { code: 'EVENT_OVER', message: 'This event is over.' }],
] as const)('says whether an event that is %s is over', (status, expected) => {
  expect(whyOver({ status })?.body ?? null).toEqual(expected);
});
