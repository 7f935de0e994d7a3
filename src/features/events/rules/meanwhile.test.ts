import { expect, it } from 'vitest';
import type { FestivalEvent, NewEvent } from '../contract.ts';
import { canEditSince, changedSince, typedPart } from './meanwhile.ts';

const typed: NewEvent = {
  title: 'Catan Open',
  eventType: 'board-game',
  description: 'Trade.',
  startTime: '2025-11-14T23:00:00.000Z',
  duration: 120,
  location: 'Ballroom A',
  host: 'Priya',
  capacity: 16,
  googleDocUrl: null,
  tournamentType: null,
};
const event: FestivalEvent = {
  ...typed,
  id: 'catan',
  currentRegistrations: 3,
  status: 'upcoming',
  gameType: 'board',
  bracketDrawn: false,
};

it('knows the typed part of an event', () => {
  expect(typedPart(event)).toEqual(typed);
});

it('is content where nothing that is typed has changed: registrations and status may', () => {
  expect(changedSince(typedPart({ ...event, currentRegistrations: 9, status: 'in-progress' }), typed)).toEqual([]);
  expect([canEditSince(event, typed), canEditSince(event, {}), canEditSince(event, undefined)]).toEqual([
    null,
    null,
    null,
  ]);
});

it('names what another organiser changed, in the order of the form', () => {
  const other: NewEvent = {
    title: 'Other',
    eventType: 'course',
    description: 'Other.',
    startTime: '2025-11-15T23:00:00.000Z',
    duration: 60,
    location: 'Hall',
    host: 'Sam',
    capacity: 8,
    googleDocUrl: 'https://docs.example/a',
    tournamentType: 'single-elimination',
  };
  expect(canEditSince(event, other)?.body).toEqual({
    code: 'CHANGED_MEANWHILE',
    message:
      'Another organiser has changed this event meanwhile: title, event type, tournament type, start time, duration, location, host, capacity, document link, description.',
  });
  expect(canEditSince(event, { ...typed, googleDocUrl: 'https://docs.example/a' })?.body.message).toBe(
    'Another organiser has changed this event meanwhile: document link.',
  );
  expect(changedSince(typed, { location: 'Hall' })).toEqual(['location']);
});
