import { expect, it } from 'vitest';
import { deskWords } from './rules.ts';

const titleOf = (id: string) => (id === 'e-cup' ? 'Catan Cup' : undefined);
const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, '');

it.each([
  ['e-cup', null, 'Door · Catan Cup · Mira'],
  ['e-gone', null, 'Door · an event that is gone · Mira'],
  [null, 'Ballroom A', 'Door · Ballroom A · Mira'],
  [null, null, 'Door · Whole festival · Mira'],
])('says at whose desk one is: %s, %s', (eventId, location, said) => {
  expect(plain(deskWords({ role: 'door', name: 'Mira', eventId, location }, titleOf))).toBe(said);
});
