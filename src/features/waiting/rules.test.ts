import { describe, expect, it } from 'vitest';
import {
  canJoinLine,
  checkWaiting,
  lineWords,
  togetherWords,
  type WaitFacts,
  whoGetsSeats,
  whyNotPromote,
  whyNotWait,
} from './rules.ts';

const now = '2025-11-14T17:00:00.000Z';
const seats = { capacity: 4, currentRegistrations: 4 };
const full = {
  ...seats,
  status: 'upcoming',
  startTime: now,
  duration: 60,
  bracketDrawn: false,
  bracketDecided: false,
  queue: false,
} as const;
const codeFor = (facts: Partial<WaitFacts>) => whyNotWait({ event: full, now, placesAndEntries: 0, ...facts })?.code;
const named = (heldBy: 'same-visitor' | 'other' | null, waits: boolean) => ({ playerName: 'Alex', heldBy, waits });

it('joining a waiting list is allowed while the event is full, not over and not drawn', () => {
  expect([codeFor({}), codeFor({ name: named(null, false), placesAndEntries: 5 })]).toEqual([undefined, undefined]);
  expect(codeFor({ event: { ...full, currentRegistrations: 3 } })).toBe('SEAT_FREE');
  expect(codeFor({ event: { ...full, status: 'in-progress' } })).toBeUndefined();
  expect(codeFor({ event: { ...full, status: 'completed' } })).toBe('EVENT_OVER');
  expect(codeFor({ now: '2025-11-14T18:00:00.000Z' })).toBe('EVENT_OVER');
  expect(codeFor({ event: { ...full, bracketDrawn: true } })).toBe('BRACKET_DRAWN');
});

it('joining a waiting list is refused to a device with six places and entries', () => {
  expect(codeFor({ placesAndEntries: 6 })).toBe('TOO_MANY_HERE');
});

it.each([
  ['same-visitor', true, "You're already waiting."],
  ['other', true, 'Someone called Alex is already waiting. Add an initial.'],
  ['same-visitor', false, 'You have a place already.'],
  ['other', false, 'Someone called Alex has a place already. Add an initial.'],
] as const)('joining a waiting list is refused under a name that %s has (waits: %s)', (heldBy, waits, message) => {
  expect(whyNotWait({ event: full, now, placesAndEntries: 0, name: named(heldBy, waits) })).toMatchObject({
    code: 'ALREADY_REGISTERED',
    message,
    field: 'playerName',
  });
});

it('joining a waiting list is offered on full events, except those that are joined elsewhere', () => {
  const event = { ...full, googleDocUrl: null };
  expect([canJoinLine(event, now), canJoinLine({ ...event, googleDocUrl: 'https://doc.example/' }, now)]).toEqual([
    true,
    false,
  ]);
});

it.each([
  [[1], 1, '1st of 1 in line'],
  [[3], 7, '3rd of 7 in line'],
  [[22, 11], 112, '11th and 22nd of 112 in line'],
  [[4], 3, '4th of 4 in line'],
])('says that %j of %i wait', (ranks, waiting, words) => {
  expect(
    lineWords(
      ranks.map((rank) => ({ rank })),
      { waiting },
    ),
  ).toBe(words);
});

it('says of no rank while places are to be drawn', () => {
  expect(lineWords([{ rank: 3 }], { waiting: 0, lottery: true })).toBe('Not drawn yet');
});

it('promotes by hand up to the largest capacity, until the event has ended', () => {
  const codeOf = (capacity: number, at = now) =>
    whyNotPromote({ ...full, capacity, currentRegistrations: capacity }, at)?.code;
  expect([codeOf(9999), codeOf(10_000), codeOf(2, '2030-01-01T00:00:00.000Z')]).toEqual([
    undefined,
    'EVENT_FULL',
    'EVENT_OVER',
  ]);
});

it.each([
  [0, [], []],
  [1, ['ann'], []],
  [2, ['ann'], ['bo']],
  [3, ['ann'], ['bo', 'cy']],
  [4, ['ann', 'bo', 'cy', 'di'], []],
  [5, ['ann', 'bo', 'cy', 'di', 'eve'], []],
  [9, ['ann', 'bo', 'cy', 'di', 'eve'], []],
])(
  'gives %i seats to the line Ann, Bo + Cy + Di, Eve: %j have all theirs, %j hold some',
  (seats, complete, holding) => {
    const group = { ann: null, bo: 'bo', cy: 'bo', di: 'bo', eve: null };
    const line = Object.entries(group).map(([id, groupId]) => ({ id, groupId }));
    expect(whoGetsSeats(line, seats)).toEqual({ complete, holding });
  },
);

it('says who waits together', () => {
  const line = ['Ann', 'Bo', 'Cy', 'Di'].map((playerName) => ({ id: playerName, playerName, groupId: null }));
  const group = line.map((entry) => ({ ...entry, groupId: entry.id === 'Ann' ? null : 'g' }));
  expect(group.map((entry) => togetherWords(entry, group))).toEqual([
    '',
    ' · together with Cy and Di',
    ' · together with Bo and Di',
    ' · together with Bo and Cy',
  ]);
  expect(line.map((entry) => togetherWords(entry, line)).join('')).toBe('');
});

describe('the waiting lists of a festival file', () => {
  const rsvps = ['Alex', 'Bo'].map((playerName) => ({ id: `r-${playerName}`, eventId: 'cup', playerName }));
  const entry = { id: 'w-Cy', eventId: 'cup', playerName: 'Cy', groupId: null as string | null, holdsSeat: false };
  const cup = { id: 'cup', title: 'Cup', capacity: 2, status: 'upcoming' as const };
  const check = (said: Partial<Parameters<typeof checkWaiting>[0]>) =>
    checkWaiting({ events: [cup], rsvps, waiting: [entry], brackets: [], ...said })?.message;

  it('are accepted for full events', () => {
    expect(check({})).toBeUndefined();
  });

  it('are accepted beside seats that are held for the first group, and only then', () => {
    const cy = { ...entry, groupId: 'g' };
    const di = { ...cy, id: 'w-Di', playerName: 'Di' };
    const events = [{ ...cup, capacity: 3 }];
    const waiting = (holder: boolean, other: boolean) => [
      { ...cy, holdsSeat: holder },
      { ...di, holdsSeat: other },
    ];
    expect(check({ events, waiting: waiting(true, false) })).toBeUndefined();
    expect(check({ events, waiting: waiting(false, false) })).toMatch(/for which nobody can wait/);
    expect(check({ events, waiting: waiting(false, true) })).toMatch(/for which nobody can wait/);
    expect(check({ events: [{ ...cup, capacity: 4 }], waiting: waiting(true, true) })).toMatch(
      /for which nobody can wait/,
    );
  });

  it('are refused with a group that is larger than its event', () => {
    const trio = ['w-1', 'w-2', 'w-3'].map((id) => ({ ...entry, id, playerName: id, groupId: 'g' }));
    expect(check({ waiting: trio })).toBe('The file holds a group of 3 in line for Cup, which has 2 places.');
    expect(check({ waiting: trio.slice(1) })).toBeUndefined();
  });

  it.each([
    ['of no event', { events: [] }, 'The file holds a waiting list of an event that is not in it, cup.'],
    ['beside a free seat', { events: [{ ...cup, capacity: 3 }] }, /waiting list of Cup, for which nobody can wait/],
    ['of a completed event', { events: [{ ...cup, status: 'completed' as const }] }, /for which nobody can wait/],
    ['of a drawn event', { brackets: [{ eventId: 'cup' }] }, /for which nobody can wait/],
    ['of somebody with a place', { waiting: [{ ...entry, playerName: 'ALEX' }] }, /somebody twice/],
    ['with somebody twice', { waiting: [entry, { ...entry, id: 'w-2' }] }, /somebody twice/],
    ['with a held seat that is not free', { waiting: [{ ...entry, holdsSeat: true }] }, /for which nobody can wait/],
    ['with the id of a place', { waiting: [{ ...entry, id: 'r-Bo' }] }, /one id twice/],
  ])('are refused %s', (_, said, message) => {
    expect(check(said)).toMatch(message);
  });
});
