import { expect, it } from 'vitest';
import type { End } from '#platform/web/unsent.ts';
import { type Act, type EndedPlace, titleOf, wordsOf } from './place-writes.ts';

const write = (act: Act, outcome: End['outcome'], sentence?: string): EndedPlace => ({
  ...{ order: 1, id: 'w1', kind: 'place', until: '2025-11-13T20:00:00.000Z', sent: true },
  body: { act, eventId: 'uno', playerName: 'Rosa', title: 'Uno', startTime: '2025-11-14T20:00:00.000Z', known: true },
  end: { outcome, at: '2025-11-13T18:00:00.000Z', ...(sentence !== undefined && { sentence }) },
});

const together = (act: Act, outcome: End['outcome']): EndedPlace => {
  const ended = write(act, outcome);
  return { ...ended, body: { ...ended.body, playerName: 'Rosa and Theo', playerNames: ['Rosa', 'Theo'] } };
};

it.each<[EndedPlace, string]>([
  [together('register', 'done'), 'Success!: Rosa and Theo have places in Uno.'],
  [together('join', 'done'), 'Success!: Rosa and Theo are on the waiting list of Uno.'],
  [together('register', 'full'), 'The event is full: Rosa and Theo have no places in Uno. This event is full.'],
  [write('register', 'done'), 'Success!: Rosa has a place in Uno.'],
  [write('join', 'done'), 'Success!: Rosa is on the waiting list of Uno.'],
  [write('cancel', 'done'), 'Success!: Rosa no longer has a place in Uno.'],
  [write('leave', 'done'), 'Success!: Rosa no longer waits for Uno.'],
  [write('register', 'full'), 'The event is full: Rosa has no place in Uno. This event is full.'],
  [write('join', 'closed'), 'Too late: Rosa, Uno: Nothing reached the server in time.'],
  [write('join', 'closed', 'This event is over.'), 'Too late: Rosa, Uno: This event is over.'],
  [write('cancel', 'refused'), 'Not accepted: Rosa did not give up the place in Uno. Please try again.'],
  [write('leave', 'refused', 'No.'), 'Not accepted: Rosa did not leave the waiting list of Uno. No.'],
  [write('register', 'unknown'), 'Not confirmed: It is not certain whether Rosa has a place in Uno. Ask event staff.'],
])('says how %o ended', (ended, words) => {
  expect(`${titleOf(ended)}: ${wordsOf(ended)}`).toBe(words);
});
