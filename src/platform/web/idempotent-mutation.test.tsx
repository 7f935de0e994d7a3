import { expect, it } from 'vitest';
import { ApiError } from './api.ts';
import { whyRefused } from './idempotent-mutation.ts';

const refusedWith = (code: string) =>
  new ApiError(
    { status: 400, statusText: '', retryAfter: null },
    JSON.stringify({ code, message: 'What the server says.' }),
  );

it.each([
  ...['BAD_INPUT', 'BAD_JSON', 'NOT_JSON', 'CROSS_SITE', 'NO_SUCH_CALL'],
  ...['WRONG_METHOD', 'KEY_REUSED', 'BUSY', 'BROKEN'],
])('hides the server’s sentence of %s, which helps no visitor', (code) => {
  expect(whyRefused(refusedWith(code), 'Please try again.')).toBe('Please try again.');
});

it('says why a person was refused', () => {
  expect(whyRefused(refusedWith('EVENT_FULL'), 'Please try again.')).toBe('What the server says.');
});
