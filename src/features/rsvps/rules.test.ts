import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RegisterFacts } from './rules.ts';
import { joinSchedule, placesByEvent, rsvpTable, whyNotRegister } from './rules.ts';

const free: RegisterFacts = {
  event: {
    status: 'upcoming',
    startTime: '2025-11-14T15:00:00.000Z',
    duration: 120,
    capacity: 16,
    currentRegistrations: 3,
    bracketDrawn: false,
    bracketDecided: false,
    queue: false,
  },
  now: '2025-11-14T16:59:00.000Z',
  placesHere: 0,
  name: { playerName: 'Alex', heldBy: null },
};
const full = { ...free.event, currentRegistrations: 16 };
const heldBy = (holder: 'same-visitor' | 'other') => ({ playerName: 'Alex', heldBy: holder });

it('lists the places of a table by name, with accents beside plain letters', () => {
  const places = ['Zoë', 'Õie', 'Anna'].map((playerName) => ({
    playerName,
    checkedInAt: null,
    createdAt: '2025-11-14T15:00:00.000Z',
    answers: {},
  }));
  const [, ...rows] = rsvpTable(places, [], 'America/New_York');
  expect(rows.map(([name]) => name)).toEqual(['Anna', 'Õie', 'Zoë']);
});

it.each([
  ['there is room', {}],
  ['no name is typed yet', { event: free.event, placesHere: 0 }],
  ['the event is in progress', { event: { ...free.event, status: 'in-progress' } }],
  ['the device registers its sixth person', { placesHere: 5 }],
  ['one seat is left', { event: { ...free.event, currentRegistrations: 15 } }],
] as const)('whyNotRegister returns null when %s', (_, facts) => {
  expect(whyNotRegister({ ...free, ...facts })).toBeNull();
});

// Each row also breaks every later rule, which tests the order too.
it.each([
  [
    { event: { ...full, status: 'completed', bracketDrawn: true }, name: heldBy('other'), placesHere: 6 },
    { code: 'EVENT_OVER', message: 'This event is over.' },
  ],
  [
    { event: full, now: '2025-11-14T17:00:00.000Z', name: heldBy('other'), placesHere: 6 },
    { code: 'EVENT_OVER', message: 'This event has ended.' },
  ],
  [
    {
      event: { ...full, bracketDrawn: true, bracketDecided: true },
      now: '2025-11-14T17:00:00.000Z',
      name: heldBy('other'),
    },
    { code: 'EVENT_OVER', message: 'This event has ended.' },
  ],
  [
    { event: { ...full, bracketDrawn: true }, name: heldBy('other'), placesHere: 6 },
    { code: 'BRACKET_DRAWN', message: 'The bracket of this event is already drawn, so nobody can join any more.' },
  ],
  [
    { event: full, name: heldBy('same-visitor'), placesHere: 6 },
    { code: 'ALREADY_REGISTERED', message: 'You have a place already.', field: 'playerName' },
  ],
  [
    { event: full, name: heldBy('other'), placesHere: 6 },
    {
      code: 'ALREADY_REGISTERED',
      message: 'Someone called Alex has a place already. Add an initial.',
      field: 'playerName',
    },
  ],
  [
    { event: full, placesHere: 6 },
    {
      code: 'TOO_MANY_HERE',
      message: 'You already have 6 places in this event, which is the most. Cancel one first.',
    },
  ],
  [{ event: full }, { code: 'EVENT_FULL', message: 'This event is full.' }],
] as const)('whyNotRegister returns the first reason that applies: %#', (facts, body) => {
  expect(whyNotRegister({ ...free, ...facts })?.body).toEqual(body);
});

describe('joinSchedule', () => {
  const rsvp = (id: string, eventId: string) => ({ id, eventId, playerName: 'Alex', checkedIn: false });

  it('sorts by start, keeps two names of one family, and drops deleted events', () => {
    const late = { id: 'late', startTime: '2025-11-14T20:00:00.000Z' };
    const early = { id: 'early', startTime: '2025-11-13T20:00:00.000Z' };
    const mine = [rsvp('1', 'late'), rsvp('2', 'gone'), rsvp('3', 'early'), rsvp('4', 'late')];
    expect(joinSchedule(mine, [late, early]).map((entry) => [entry.rsvp.id, entry.event])).toEqual([
      ['3', early],
      ['1', late],
      ['4', late],
    ]);
  });

  it('lists every RSVP with an existing event exactly once, by time', () => {
    const events = fc.uniqueArray(
      fc.record({
        id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
        startTime: fc.constantFrom('2025-11-13T20:00:00.000Z', '2025-11-14T01:00:00.000Z', '2025-11-15T01:00:00.000Z'),
      }),
      { selector: (event) => event.id },
    );
    const picks = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'gone'));
    fc.assert(
      fc.property(events, picks, (known, wanted) => {
        const mine = wanted.map((eventId, index) => rsvp(String(index), eventId));
        const shown = joinSchedule(mine, known);
        const starts = shown.map((entry) => entry.startTime);
        expect(starts).toEqual([...starts].sort());
        expect(shown.map((entry) => entry.rsvp.id).sort()).toEqual(
          mine
            .filter(({ eventId }) => known.some(({ id }) => id === eventId))
            .map(({ id }) => id)
            .sort(),
        );
      }),
    );
  });
});

it('merges the places of one event', () => {
  const anRsvp = { eventId: 'catan', playerName: 'Alex', checkedIn: false };
  const entry = (id: string, eventId: string) => ({ rsvp: { ...anRsvp, id }, event: { id: eventId }, gap: id });
  expect(placesByEvent([entry('1', 'catan'), entry('2', 'kart'), entry('3', 'catan')])).toEqual([
    {
      event: { id: 'catan' },
      gap: '1',
      places: [
        { ...anRsvp, id: '1' },
        { ...anRsvp, id: '3' },
      ],
    },
    { event: { id: 'kart' }, gap: '2', places: [{ ...anRsvp, id: '2' }] },
  ]);
  expect(placesByEvent([])).toEqual([]);
});
