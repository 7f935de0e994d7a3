import { expect, it } from 'vitest';
import { shownEvent } from '#testing/shown-event.ts';
import type { NewEvent } from '../contract.ts';
import { changedSince, editedWords, FIELD_WORDS, typedPart, whyNotEditSince } from './edits.ts';

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
  points: null,
  format: null,
  reports: false,
  queue: false,
  questions: [],
  draft: false,
  lottery: false,
  releaseAfter: null,
};
const event = shownEvent({ ...typed, currentRegistrations: 3 });

it('typedPart leaves out what organisers do not type', () => {
  expect(typedPart(event)).toEqual(typed);
});

it('changedSince names the fields that differ, in the order of the form', () => {
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
    points: { places: [10, 5], takingPart: 1 },
    format: { rounds: 5 },
    reports: true,
    queue: true,
    questions: [{ id: 'q', label: 'Age', kind: 'number', required: true }],
    draft: true,
    lottery: true,
    releaseAfter: 15,
  };
  expect(changedSince(typed, other)).toEqual(Object.keys(FIELD_WORDS));
  expect(changedSince(typed, { location: 'Hall' })).toEqual(['location']);
  expect(changedSince(other, { points: { places: [10, 5], takingPart: 1 } })).toEqual([]);
  expect(changedSince(typedPart({ ...event, currentRegistrations: 9, status: 'in-progress' }), typed)).toEqual([]);
});

it('refuses an edit of another revision, and compares nothing when none is named', () => {
  expect([whyNotEditSince(event, event.editRevision), whyNotEditSince(event, undefined)]).toEqual([null, null]);
  expect(whyNotEditSince(event, event.editRevision + 1)?.body).toEqual({
    code: 'CHANGED_MEANWHILE',
    message: 'Another organiser has just changed this event. Look at it again, then save.',
  });
});

it.each([
  ['nothing else', event, {}, event, 'Catan Open'],
  ['that a delay ended', { ...event, lateMinutes: 20 }, {}, event, 'Catan Open. It is not late any more'],
  [
    'that seats are lent',
    event,
    { capacity: 4 },
    { ...event, capacity: 6 },
    'Catan Open. Extra places that stay until their people leave: 2',
  ],
])('editedWords says the title and %s', (_, before, change, after, words) => {
  expect(editedWords(before, change, after)).toBe(words);
});
