import { expect, it } from 'vitest';
import { parseBody } from '#platform/server/parse.ts';
import { refusalOf } from '#testing/refusal.ts';
import { NewMessage } from './contract.ts';

const message = { text: 'The bar is open.', urgent: false, audience: 'everybody' };

it.each([
  ['no text', { text: '  ' }, 'text'],
  ['a text of 501 characters', { text: 'x'.repeat(501) }, 'text'],
  ['characters that turn the writing round', { text: 'a\u202eb' }, 'text'],
  ['an unknown audience', { audience: 'visitors' }, 'audience'],
  ['no event for its people', { audience: 'event' }, 'eventId'],
  ['an event for everybody', { eventId: 'e1' }, 'eventId'],
])('a message is refused with %s', (_, said, field) => {
  expect(refusalOf(() => parseBody(NewMessage, { ...message, ...said }))).toMatchObject({ code: 'BAD_INPUT', field });
});
