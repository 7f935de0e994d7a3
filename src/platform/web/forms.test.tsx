import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { NOW } from '#testing/page.tsx';
import { ApiError } from './api.ts';
import { NoConnection } from './connection.ts';
import { once, useIdempotentMutation, whyRefused } from './forms.ts';
import { createQueryClient } from './query-client.ts';

const refusedWith = (code: string, status = 400) =>
  new ApiError(
    { status, statusText: '', retryAfter: null },
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

type Form = { name: string; idempotencyKey: string };

type Open = (name: string, end: Error | null, keys: string[]) => (typed: string) => Promise<void>;

/** A form, which ends its writes with an error or an answer. */
const openForm: Open = (mutationKey, end, keys) => {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const mutationFn = async ({ idempotencyKey }: Form) => {
    keys.push(idempotencyKey);
    if (end !== null) throw end;
  };
  const { result } = renderHook(() => useIdempotentMutation({ mutationKey: [mutationKey], mutationFn }), { wrapper });
  return (name) => act(async () => result.current.mutate({ name }));
};

/** The same by a call that is made once. */
const openCall: Open = (name, end, keys) => {
  const send = once(name, async (_: { name: string }, key) => {
    keys.push(key);
    if (end !== null) throw end;
  });
  return (typed) => send({ name: typed }).catch(() => undefined);
};

const WAYS = [
  ['a form', openForm],
  ['a call', openCall],
] as const;

const LOST = new NoConnection('No connection.');

describe.each(WAYS)('%s', (_way, open) => {
  it.each([
    ['the same key after a lost response', LOST, 'Alex', [0], true],
    ['the same key after a fault of the server', refusedWith('BROKEN', 502), 'Alex', [0], true],
    ['the same key until ten minutes after the last try', LOST, 'Alex', [9, 9], true],
    ['a new key ten minutes after the last try', LOST, 'Alex', [9, 11], false],
    ['a new key for a changed form', LOST, 'Alexa', [0], false],
    ['a new key after a refusal', refusedWith('EVENT_FULL', 409), 'Alex', [0], false],
    ['a new key after a success', null, 'Alex', [0], false],
  ])('sends %s', async (_, end, name, minutes, isSame) => {
    vi.setSystemTime(NOW);
    const keys: string[] = [];
    const send = open('register', end, keys);
    await send('Alex');
    for (const later of minutes) {
      vi.setSystemTime(Date.now() + later * 60_000);
      await send(name);
    }
    expect(keys.at(-1) === keys[0]).toBe(isSame);
  });

  it('sends the same key from a form that was closed and opened again, and another from another form', async () => {
    const keys: string[] = [];
    await open('register', LOST, keys)('Alex');
    await open('register', LOST, keys)('Alex');
    await open('wait', LOST, keys)('Alex');
    expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false]);
  });
});
