import { expect, it } from 'vitest';
import { DOOR, HELPER_ROLES, HOST, JUDGE, mayWork } from './staff.ts';

const cup = { id: 'e-cup', location: 'Ballroom A' };
const FESTIVAL = { eventId: null, location: null };
const worker = (staff: NonNullable<Parameters<typeof mayWork>[0]>) => staff;

it.each([
  ['door', [true, false, false]],
  ['judge', [false, true, false]],
  ['host', [true, true, true]],
  ['points', [false, false, false]],
  ['organiser', [true, true, true]],
] as const)('mayWork lets a %s do the work of door, judge and host: %s', (role, allowed) => {
  const staff = worker({ role, scope: FESTIVAL });
  expect([DOOR, JUDGE, HOST].map((work) => mayWork(staff, work, cup))).toEqual(allowed);
});

it.each([
  ['the event', { eventId: 'e-cup', location: null }, true, false],
  ['another event', { eventId: 'e-other', location: null }, false, false],
  ['its room', { eventId: null, location: 'Ballroom A' }, true, false],
  ['another room', { eventId: null, location: 'Ballroom B' }, false, false],
  ['a room whose name is longer', { eventId: null, location: 'Ballroom A2' }, false, false],
  ['the festival', FESTIVAL, true, true],
])('mayWork asks whether a helper of %s works there', (_, scope, there, nowhere) => {
  const staff = worker({ role: 'host', scope });
  expect([mayWork(staff, HOST, cup), mayWork(staff, HOST, null)]).toEqual([there, nowhere]);
});

it('mayWork lets an organiser do what no helper may, and somebody without a desk nothing', () => {
  const organiser = worker({ role: 'organiser', scope: FESTIVAL });
  expect([mayWork(organiser, [], cup), mayWork(organiser, [], null)]).toEqual([true, true]);
  expect(mayWork(null, HELPER_ROLES, cup)).toBe(false);
});
